/// Parses generated tables: `name:`, then the entries up to the next name.
enum NamedLists {
    static func read(_ table: String) -> [String: [Substring]] {
        var lists: [String: [Substring]] = [:]
        var name = ""
        for word in table.split(whereSeparator: \.isWhitespace) {
            if word.hasSuffix(":") { name = String(word.dropLast()) } else { lists[name, default: []].append(word) }
        }
        return lists
    }
}
