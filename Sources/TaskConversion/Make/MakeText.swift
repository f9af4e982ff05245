import Scanning

/// Text in a makefile, in which `$(…)` is a reference to a variable or a function call.
enum MakeText {
    /// The reason to delegate text that may set variables.
    static let evaluation = "uses $(eval)"

    private static let dollar = UInt8(ascii: "$")

    /// Skips references and characters after a backslash.
    static func firstIndex(of characters: String, in text: some StringProtocol) -> String.Index? {
        let wanted = Array(characters.utf8)
        let bytes = text.utf8
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if wanted.contains(byte) { return index }
            switch byte {
            case dollar: index = end(ofReferenceAt: index, in: bytes) ?? bytes.endIndex
            case UInt8(ascii: "\\"):
                index = bytes.index(index, offsetBy: 2, limitedBy: bytes.endIndex) ?? bytes.endIndex
            default: bytes.formIndex(after: &index)
            }
        }
        return nil
    }

    /// The end of `$(…)`, `${…}` or `$X`; `nil` if the bracket is not closed.
    private static func end<Bytes: Collection<UInt8>>(ofReferenceAt dollar: Bytes.Index, in bytes: Bytes) -> Bytes
        .Index?
    {
        var index = bytes.index(after: dollar)
        guard index < bytes.endIndex else { return index }
        let open = bytes[index]
        guard open == UInt8(ascii: "(") || open == UInt8(ascii: "{") else { return bytes.index(after: index) }
        let close = UInt8(ascii: open == UInt8(ascii: "(") ? ")" : "}")
        var depth = 0
        while index < bytes.endIndex {
            if bytes[index] == open { depth += 1 }
            if bytes[index] == close { depth -= 1 }
            bytes.formIndex(after: &index)
            if depth == 0 { return index }
        }
        return nil
    }

    /// A reference is to an ordinary or automatic variable.
    static func pieces(of text: String) -> [ConvertedText.Piece] {
        var pieces: [ConvertedText.Piece] = []
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: dollar) {
            if start > rest.startIndex { pieces.append(.text(String(rest[..<start]) ?? "")) }
            let end = end(ofReferenceAt: start, in: rest)
            pieces.append(end.map { piece(rest[start..<$0]) } ?? .unknown("has '$(' without ')'"))
            rest = rest[(end ?? rest.endIndex)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest) ?? "")) }
        return pieces
    }

    private static func piece(_ bytes: Substring.UTF8View) -> ConvertedText.Piece {
        let text = String(bytes) ?? ""
        if text == "$$" { return .text("$") }
        let isBracketed = bytes.count > 2
        let name = String(isBracketed ? text.dropFirst(2).dropLast() : text.dropFirst())
        if ["@", "<", "^"].contains(name) || isName(name) { return .reference(.variable(name)) }
        if text.contains("(eval ") || text.contains("{eval ") { return .unknown(evaluation) }
        if isBracketed, let word = name.split(whereSeparator: \.isWhitespace).first, word.count < name.count,
            isName(String(word))
        {
            return .unknown("uses $(\(word))")
        }
        return .unknown("uses \(text.utf8.count > 40 ? "$(…)" : text)")
    }

    /// Whether the content of a reference is only a variable's name.
    private static func isName(_ name: String) -> Bool {
        name.utf8.first.map { isLetter($0) || $0 == UInt8(ascii: ".") } == true
            && name.utf8.allSatisfy { isLetter($0) || $0.isASCIIDigit || "-.".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte == UInt8(ascii: "_") || byte >= 128
    }

    static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

    /// Whether a word names a single target or file, and is not a pattern, list or option.
    static func isFileName(_ word: String) -> Bool {
        word.utf8.first != UInt8(ascii: "-")
            && word.utf8.allSatisfy { isLetter($0) || $0.isASCIIDigit || "-./+@,^:".utf8.contains($0) }
    }
}
