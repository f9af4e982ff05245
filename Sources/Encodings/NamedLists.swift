extension String {
    /// The lists in a generated table: `name:`, then the entries up to the next name.
    var namedLists: [String: [Substring]] {
        var lists: [String: [Substring]] = [:]
        var name = ""
        for word in split(whereSeparator: \.isWhitespace) {
            if word.hasSuffix(":") { name = String(word.dropLast()) } else { lists[name, default: []].append(word) }
        }
        return lists
    }
}
