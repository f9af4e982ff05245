/// Writes shell lines for devtool.yml.
///
/// make, just and Task put the text of a value into a line before a shell reads it; devtool puts a value in as one
/// word. Where the two differ, because a shell would split the text or expand something in it, the text itself is
/// written in the place of the reference.
struct ShellLineWriter {
    /// Variables by their names: those of the file, and those of a task, which come first.
    var variables: [String: ConvertedValue] = [:]
    /// The variables that are written as lists.
    var lists: Set<String> = []
    /// The parameters of the task that take the rest of the command line.
    var restParameters: Set<String> = []
    /// Whether the texts of all variables are written in the places of references to them.
    var inlinesAll = false

    /// How many texts are put into a line.
    private static let inliningLimit = 1000

    /// A line that cannot be written, and why.
    struct Problem: Error { let reason: String }

    /// The line as devtool.yml has it.
    ///
    /// - Throws: ``Problem``.
    func line(_ text: ConvertedText) throws(Problem) -> String {
        var result = ""
        for piece in try inlined(text) {
            switch piece {
            case .text(let text): result += text.escapingReferences
            case .reference(let use): result += try reference(use)
            }
        }
        return result
    }

    private enum Piece {
        case text(String)
        case reference(ConvertedText.Use)
    }

    /// The pieces, with the texts of those variables that a shell would do more with than take them as words.
    private func inlined(_ text: ConvertedText) throws(Problem) -> [Piece] {
        var text = text.shellText
        if let problem = text.problem { throw Problem(reason: problem) }
        // What is put in can change the quotes around what comes after it, so it is looked at again.
        var count = 0
        while let index = nextInlined(in: text) {
            count += 1
            guard count < Self.inliningLimit else {
                throw Problem(reason: "a line that is too long")
            }
            let uses = text.shellUses
            let ordinal = text.pieces[..<index].count { $0.isReference }
            guard case .variable(let name) = uses[ordinal].reference, let value = variables[name]
            else { break }
            let replacement = inlineText(of: value).shellText
            if let problem = replacement.problem { throw Problem(reason: problem) }
            if replacement.references.contains(.variable(name)) {
                throw Problem(reason: "variables that name each other")
            }
            var pieces = ConvertedText(Array(text.pieces[..<index]))
            replacement.pieces.forEach { pieces.append($0) }
            text.pieces[(index + 1)...].forEach { pieces.append($0) }
            text = pieces
        }
        var uses = text.shellUses.makeIterator()
        return text.pieces.compactMap { piece in
            switch piece {
            case .text(let text): .text(text)
            case .reference: uses.next().map { .reference($0) }
            case .unsayable, .command: nil
            }
        }
    }

    private func nextInlined(in text: ConvertedText) -> Int? {
        let uses = text.shellUses
        var ordinal = 0
        for (index, piece) in text.pieces.enumerated() where piece.isReference {
            if isInlined(uses[ordinal]) { return index }
            ordinal += 1
        }
        return nil
    }

    private func inlineText(of value: ConvertedValue) -> ConvertedText {
        switch value {
        case .text(let text): text
        case .list(let items): ConvertedText(items.joined(separator: " "))
        case .shell(let line): ConvertedText("$(") + line + ConvertedText(")")
        }
    }

    private func isInlined(_ use: ConvertedText.Use) -> Bool {
        guard case .variable(let name) = use.reference, let value = variables[name] else {
            return false
        }
        if inlinesAll, case .text = value { return true }
        if lists.contains(name) { return false }
        switch value {
        case .list: return false
        case .shell(let line): return use.quotes == .none && line.looksLikeManyWords
        case .text(let text): return text.changes(in: use)
        }
    }

    private func reference(_ use: ConvertedText.Use) throws(Problem) -> String {
        switch use.reference {
        case .arguments: return try arguments(use)
        case .environment(let name, let other): return environment(name, orElse: other, use)
        case .parameter(let name) where restParameters.contains(name):
            guard use.isWord else {
                throw Problem(reason: "the words of '\(name)' are not a word by themselves here")
            }
            return use.reference.plainText
        default: return use.reference.plainText
        }
    }

    private func arguments(_ use: ConvertedText.Use) throws(Problem) -> String {
        switch use.quotes {
        case .none: return use.isWord ? "\"$@\"" : "\"$*\""
        case .double: return "$*"
        case .single: throw Problem(reason: "the words of the command line inside single quotes")
        }
    }

    /// A shell's own reference splits as the tools do; between single quotes only devtool can put a value.
    private func environment(
        _ name: String, orElse other: String?, _ use: ConvertedText.Use
    ) -> String {
        guard use.quotes != .single, other.map({ !$0.contains { "}\\".contains($0) } }) ?? true
        else {
            return use.reference.plainText
        }
        return other.map { "${\(name):-\($0)}" } ?? "${\(name)}"
    }
}

extension ConvertedText.Piece {
    fileprivate var isReference: Bool { if case .reference = self { true } else { false } }
}

extension ConvertedText {
    /// Whether a shell would make something else of the text than of one word with it.
    fileprivate func changes(in use: Use) -> Bool {
        var texts: [String] = []
        for piece in pieces {
            switch piece {
            case .text(let text): texts.append(text)
            case .reference(.environment(_, let other?)) where pieces.count == 1:
                texts.append(other)
            case .reference, .unsayable, .command: break
            }
        }
        let isEmpty = pieces.isEmpty || texts == [""]
        switch use.quotes {
        case .single: return texts.contains { $0.contains("'") }
        case .double: return texts.contains { $0.contains { "$`\"\\".contains($0) } }
        case .none:
            if isEmpty { return use.isWord }
            return texts.contains { text in
                text.contains(where: \.isWhitespace) || PlainWords.words(of: text) == nil
            }
        }
    }

    /// Whether the output of a shell line is a list of words, by the look of it.
    fileprivate var looksLikeManyWords: Bool {
        guard let first = pieces.first, case .text(let line) = first else { return false }
        let signs = [
            "if ", "find ", "ls ", "ls", "git ls-files", "git diff", "go list", "xargs", "grep -r",
            "fd ", "echo ",
        ]
        return signs.contains { line.hasPrefix($0) || line.contains("| \($0)") }
    }
}

extension String {
    /// The text of a shell line, where `${word.rest}` is no reference.
    fileprivate var escapingReferences: String {
        guard contains("${") else { return self }
        var result = ""
        var rest = self[...]
        while let start = rest.firstRange(of: "${") {
            result += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            let word = rest.prefix { $0.isLetter || $0 == "_" || $0 == "-" }
            let isReference = !word.isEmpty && rest.dropFirst(word.count).first == "."
            result += isReference ? "$${" : "${"
        }
        return result + rest
    }
}
