/// Parses a Java properties file (Java SE, `java.util.Properties.load`).
///
/// The format is Latin-1 with comments after `#` or `!`, continued lines after `\`, the separators `=`, `:` and white
/// space, and escapes such as `\u20ac`.
package struct PropertiesReader {
    private var rest: ArraySlice<UInt8>
    private var line = 0

    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The next key and value with the number of its first line, from 1; `nil` at the end.
    package mutating func next() -> (key: String, value: String, line: Int)? {
        while !rest.isEmpty {
            let begin = line + 1
            var text = nextLine()
            guard let first = text.first, !"#!".utf8.contains(first) else { continue }
            while Self.goesOn(text), !rest.isEmpty {
                text.removeLast()
                text += nextLine()
            }
            if Self.goesOn(text) { text.removeLast() }
            let (key, value) = Self.split(text)
            return (Self.unescaped(key), Self.unescaped(value), begin)
        }
        return nil
    }

    private mutating func nextLine() -> [UInt8] {
        line += 1
        let text = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        rest = rest[text.endIndex...]
        if rest.starts(with: "\r\n".utf8) { rest.removeFirst() }
        if !rest.isEmpty { rest.removeFirst() }
        return Array(text.drop(while: Self.isBlank))
    }

    private static func goesOn(_ line: [UInt8]) -> Bool {
        !line.reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == 0x0C
    }

    private static func split(_ line: [UInt8]) -> (key: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        var index = line.startIndex
        while index < line.endIndex, !isBlank(line[index]), !"=:".utf8.contains(line[index]) {
            index += line[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        let key = line[..<min(index, line.endIndex)]
        var value = line[key.endIndex...].drop(while: isBlank)
        if let first = value.first, "=:".utf8.contains(first) { value = value.dropFirst().drop(while: isBlank) }
        return (key, value)
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var units: [UInt16] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                units.append(UInt16(byte))
                continue
            }
            switch escaped {
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "u"):
                let digits = String(decoding: rest.prefix(4), as: UTF8.self)
                guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else { continue }
                units.append(unit)
                rest = rest.dropFirst(4)
            default: units.append(UInt16(escaped))
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
