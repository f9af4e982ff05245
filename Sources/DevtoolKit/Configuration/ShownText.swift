/// The lines of a configuration file, as far as messages may show them: not those in which a secret seems to
/// be written out, where a reference to it belongs.
struct ShownText: Sendable {
    private let file: String
    private let lines: [Substring]
    private let secretKeys: [String]

    /// Takes the text of a file.
    init(_ bytes: [UInt8], file: String, hiding secretKeys: [String]) {
        self.file = file
        self.secretKeys = secretKeys
        lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    /// A place, with its line.
    func location(line: Int, column: Int) -> SourceLocation {
        let text = lines.indices.contains(line - 1) ? lines[line - 1] : ""
        return SourceLocation(
            file: file, line: line, column: column,
            excerpt: mayHoldSecret(text) ? nil : SourceExcerpt(line: String(text), column: column))
    }

    /// The place of a `${` in a scalar, given how many others stand in it before; a block's begin on the line
    /// after its `|` or `>`.
    func place(ofReference ordinal: Int, in node: YAMLNode) -> (line: Int, column: Int)? {
        var ordinal = ordinal
        var line = node.line
        var start = node.column
        let header = lines.indices.contains(line - 1) ? lines[line - 1].dropFirst(start - 1) : ""
        if !node.isOnOneLine, header.first == "|" || header.first == ">" {
            line += 1
            start = 1
        }
        while line <= (node.isOnOneLine ? node.line : lines.count) {
            if let column = column(ofReference: ordinal, line: line, from: start) {
                return (line, column)
            }
            ordinal -= references(line: line, from: start)
            line += 1
            start = 1
        }
        return nil
    }

    /// How many `${` a line has from a column on.
    private func references(line: Int, from column: Int) -> Int {
        guard lines.indices.contains(line - 1) else { return 0 }
        let scalars = lines[line - 1].unicodeScalars.dropFirst(column - 1)
        return zip(scalars, scalars.dropFirst()).count { $0 == "$" && $1 == "{" }
    }

    /// The column of a `${`, given how many others stand between `column` and it.
    func column(ofReference ordinal: Int, line: Int, from column: Int) -> Int? {
        guard lines.indices.contains(line - 1) else { return nil }
        var rest = lines[line - 1].unicodeScalars.dropFirst(column - 1)
        var column = column
        var ordinal = ordinal
        while let scalar = rest.popFirst() {
            if scalar == "$", rest.first == "{" {
                if ordinal == 0 { return column }
                ordinal -= 1
            }
            column += 1
        }
        return nil
    }

    /// Whether a line has a `${`.
    func hasReference(line: Int) -> Bool {
        column(ofReference: 0, line: line, from: 1) != nil
    }

    /// Whether the line has a secret's key, however misspelt, and after it something other than the mapping
    /// that a reference is.
    private func mayHoldSecret(_ line: Substring) -> Bool {
        line.indices.contains { index in
            guard line[index] == ":" else { return false }
            let value = line[index...].dropFirst().drop { $0 == " " || $0 == "\t" }
            guard let first = value.first, !"{#".contains(first) else { return false }
            let word = line[..<index].split { !Self.isKeyCharacter($0) }.last
            return word.flatMap { String($0).nearest(in: secretKeys) } != nil
        }
    }

    private static func isKeyCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "-" || character == "_"
    }
}

extension [String: [Setting]] {
    /// The keys of all settings that hold secrets.
    var secretKeys: [String] {
        values.flatMap(\.secretKeys)
    }
}

extension [Setting] {
    /// The keys of those that hold secrets, also within entries.
    fileprivate var secretKeys: [String] {
        flatMap { setting -> [String] in
            switch setting.kind {
            case .secret: [setting.key]
            case .entries(let inner): inner.secretKeys
            default: []
            }
        }
    }
}
