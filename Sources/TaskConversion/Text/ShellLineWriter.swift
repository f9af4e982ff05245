/// Writes shell lines for devtool.yml.
///
/// make, just and Task put the text of a value into a line before a shell reads it; devtool puts a value in as one
/// word. Where the two differ, because a shell would split the text or expand something in it, the text itself is
/// written in the place of the reference.
struct ShellLineWriter {
    /// Variables by their names: those of the file, and those of a task, which come first.
    var variables: [String: ConvertedValue] = [:]
    var lists: Set<String> = []
    /// The parameters of the task that take the rest of the command line.
    var restParameters: Set<String> = []
    /// The parameters that a shell splits where they are a word.
    var splitParameters: Set<String> = []
    /// Whether a line fails with the shell line that a variable's value is the output of.
    var failsWithOutputs = false
    /// Whether the texts of all variables are written in the places of references to them.
    var inlinesAll = false
    /// Whether variables of the shell get the texts of all variables, as far as a shell expands them there.
    var assignsAll = false

    /// How many texts are put into a line.
    private static let inliningLimit = 1000

    /// A line that cannot be written, and why.
    struct Problem: Error {
        let reason: String
        /// The line that devtool would refuse; nil where there is none.
        var text: String?
    }

    /// A line that is written.
    struct Line {
        let text: String
        /// The variables whose texts are written in the places of references to them.
        let inlined: Set<String>
    }

    /// The line as devtool.yml has it.
    ///
    /// - Throws: ``Problem``.
    func line(_ text: ConvertedText) throws(Problem) -> Line {
        var assignments = ""
        var result = ""
        var names: [String: String] = [:]
        func unusedName(_ wish: String) -> String {
            var name = text.unusedName(wish)
            while names.values.contains(name) { name += "_" }
            return name
        }
        var writer = self
        // There, no shell expands anything, or not every shell.
        if text.mentions(["<<", "$'"]) { writer.assignsAll = false }
        let (pieces, inlined) = try writer.inlined(text)
        for piece in pieces {
            switch piece {
            case .text(let text): result += text.escapingReferences
            case .reference(let use):
                guard writer.isSplit(use) else {
                    result += try reference(use)
                    continue
                }
                let value = use.reference.plainText(orElse: use.form.orElse)
                let name = names[value] ?? unusedName(use.reference.wordsName)
                if names.updateValue(name, forKey: value) == nil {
                    assignments += "\(name)=\(value); "
                }
                result += use.isWord ? "$\(name)" : "${\(name)}"
            }
        }
        return Line(text: assignments + result, inlined: inlined)
    }

    /// Whether a shell is to split a value: devtool would put it in as one word, so a variable of the shell gets it.
    private func isSplit(_ use: ConvertedText.Use) -> Bool {
        if use.form.isOneWord { return false }
        if assignsAll, use.quotes != .single, case .variable(let name) = use.reference,
            case .text(let text)? = variables[name], text.hasPlainWords
        {
            return true
        }
        guard use.quotes == .none else { return false }
        if let other = use.form.orElse {
            guard let words = PlainWords.words(of: other) else { return false }
            if use.isWord, words.count != 1 { return true }
        }
        switch use.reference {
        case .parameter(let name): return use.isWord && splitParameters.contains(name)
        case .variable(let name):
            if lists.contains(name) { return false }
            switch variables[name] {
            case .text(let text): return !inlinesAll && text.hasPlainWords && text.changes(in: use)
            case .shell(let line):
                return line.looksLikeManyWords && (failsWithOutputs || line.isChoiceOfTexts)
            case .list, nil: return false
            }
        default: return false
        }
    }

    private enum Piece {
        case text(String)
        case reference(ConvertedText.Use)
    }

    /// The pieces, with the texts of those variables that a shell would do more with than take them as words.
    private func inlined(
        _ text: ConvertedText
    ) throws(Problem) -> (pieces: [Piece], names: Set<String>) {
        var names: Set<String> = []
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
            names.insert(name)
            let replacement = value.inlineText.shellText
            if let problem = replacement.problem { throw Problem(reason: problem) }
            if replacement.references.contains(.variable(name)) {
                throw Problem(reason: "variables that name each other")
            }
            var pieces = ConvertedText(Array(text.pieces[..<index]))
            replacement.pieces.forEach { pieces.append($0) }
            text.pieces[(index + 1)...].forEach { pieces.append($0) }
            text = pieces
        }
        let hasReferences = text.pieces.contains(where: \.isReference)
        var uses = (hasReferences ? text.shellUses : []).makeIterator()
        let result: [Piece] = text.pieces.compactMap { piece in
            switch piece {
            case .text(let text): .text(text)
            case .reference, .formed: uses.next().map { .reference($0) }
            case .unsayable, .command: nil
            }
        }
        return (result, names)
    }

    private func nextInlined(in text: ConvertedText) -> Int? {
        guard text.pieces.contains(where: \.isReference) else { return nil }
        let uses = text.shellUses
        var ordinal = 0
        for (index, piece) in text.pieces.enumerated() where piece.isReference {
            if isInlined(uses[ordinal]) { return index }
            ordinal += 1
        }
        return nil
    }

    private func isInlined(_ use: ConvertedText.Use) -> Bool {
        guard case .variable(let name) = use.reference, let value = variables[name],
            !use.form.isOneWord, use.form.orElse == nil || !value.isEmpty
        else { return false }
        if inlinesAll, case .text = value { return true }
        if lists.contains(name) || isSplit(use) { return false }
        switch value {
        case .list: return false
        case .shell(let line): return use.quotes == .none && line.looksLikeManyWords
        case .text(let text): return text.changes(in: use)
        }
    }

    private func reference(_ use: ConvertedText.Use) throws(Problem) -> String {
        if use.form.isOneWord, use.quotes != .none {
            throw Problem(reason: "a quoted value inside quotes")
        }
        if !use.form.isOneWord, let other = use.form.orElse, ConvertedText(other).changes(in: use) {
            throw Problem(reason: "a default that a shell would change")
        }
        switch use.reference {
        case .arguments where use.form.isOneWord:
            throw Problem(reason: "the words of the command line as one word")
        case .arguments: return try arguments(use)
        case .environment(let name, let other) where use.form.isOneWord:
            return Reference.environment(name, orElse: use.form.orElse ?? other ?? "").plainText
        case .environment(let name, let other):
            return environment(name, orElse: use.form.orElse ?? other, use)
        case .parameter(let name) where restParameters.contains(name):
            guard use.isWord else {
                throw Problem(reason: "the words of '\(name)' are not a word by themselves here")
            }
            return use.reference.plainText
        default: return use.reference.plainText(orElse: use.form.orElse)
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

extension Reference {
    /// A name for the words of its value in a shell line.
    fileprivate var wordsName: String {
        switch self {
        case .variable(let name), .parameter(let name):
            "words_" + name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        default: "words"
        }
    }
}

extension ConvertedValue {
    fileprivate var isEmpty: Bool {
        if case .text(let text) = self { text.literal == "" } else { false }
    }
}

extension ConvertedText.Piece {
    fileprivate var isReference: Bool {
        switch self {
        case .reference, .formed: true
        case .text, .command, .unsayable: false
        }
    }
}

extension ConvertedText {
    /// Whether any of its texts has one of these.
    fileprivate func mentions(_ words: [String]) -> Bool {
        pieces.contains { piece in
            if case .text(let text) = piece { words.contains(where: text.contains) } else { false }
        }
    }

    /// Whether a shell would make something else of the text than of one word with it.
    fileprivate func changes(in use: Use) -> Bool {
        var texts: [String] = []
        for piece in pieces {
            switch piece {
            case .text(let text): texts.append(text)
            case .reference(.environment(_, let other?)) where pieces.count == 1:
                texts.append(other)
            case .formed(_, let form) where form.isOneWord: return true
            case .formed(_, let form) where pieces.count == 1:
                if let other = form.orElse { texts.append(other) }
            case .reference, .formed, .unsayable, .command: break
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

    /// Whether a shell would do no more with the text, or what stands in for it, than split it.
    fileprivate var hasPlainWords: Bool {
        if pieces.count == 1, case .reference(.environment(_, let other?)) = pieces[0] {
            return PlainWords.words(of: other) != nil
        }
        return literal.map { PlainWords.words(of: $0) != nil } ?? false
    }

    /// Whether the shell line is an `if` that prints texts, so that it does not matter when it is run.
    fileprivate var isChoiceOfTexts: Bool {
        let text = pieces.map { if case .text(let text) = $0 { text } else { "x" } }.joined()
        guard text.hasPrefix("if [ "), !text.contains("$(") else { return false }
        return ["then ", "else "].allSatisfy { word in
            text.ranges(of: word).allSatisfy { range in
                ["echo \"", ":", "if ["].contains { text[range.upperBound...].hasPrefix($0) }
            }
        }
    }

    /// Whether the output of a shell line is a list of words, by the look of it.
    fileprivate var looksLikeManyWords: Bool {
        guard let first = pieces.first, case .text(let line) = first else { return false }
        if line.contains("|| exit; echo ") { return true }
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
