/// A file of Java properties: lines of a name and a value.
enum PropertiesText {
    /// The names and the values, in order; escapes other than that of a line's end stay as they are.
    static func read(_ bytes: [UInt8]) -> [(name: String, value: String)] {
        var entries: [(name: String, value: String)] = []
        var lines = String(decoding: bytes, as: UTF8.self)
            .split(whereSeparator: \.isNewline).makeIterator()
        while var line = lines.next().map({ $0.drop(while: \.isWhitespace) }) {
            guard let first = line.first, first != "#", first != "!" else { continue }
            while line.hasSuffix("\\"), let next = lines.next() {
                line = line.dropLast() + next.drop(while: \.isWhitespace)
            }
            let name = line.prefix { !"=:".contains($0) && !$0.isWhitespace }
            let value = line.dropFirst(name.count).drop(while: \.isWhitespace)
            let text = value.first.map { "=:".contains($0) } == true ? value.dropFirst() : value
            entries.append((String(name), String(text.drop(while: \.isWhitespace))))
        }
        return entries
    }
}
