import Shell

/// A bash command line up to the cursor, with how bash completes it.
struct BashLine {
    private let line: ShellWords
    /// Whether bash only lists the candidates, instead of inserting a unique one.
    private let isListing: Bool
    private let columns: Int

    /// Parses the script's arguments: the completion type (`COMP_TYPE`), the terminal's columns, the characters at
    /// which bash breaks words (`COMP_WORDBREAKS`), and the line.
    init?(_ arguments: [String]) {
        guard arguments.count == 4 else { return nil }
        // '?' means: list completions after successive tabs.
        isListing = arguments[0] == "63"
        columns = Int(arguments[1]) ?? 80
        line = ShellWords(arguments[3], breaks: arguments[2])
    }

    var words: [String] { Array(line.words.dropFirst()) }

    var typed: String { line.current.text }

    func answer(of engine: CompletionEngine) -> CompletionAnswer {
        if line.current.isRedirection { return .files }
        var answer = engine.answer(after: words, current: typed)
        answer.candidates = answer.candidates.filter { $0.isOneLine && $0.word.hasPrefix(typed) }
        return answer
    }

    /// The script's input: a line with the action, then the quoted replacements of the word.
    func reply(to answer: CompletionAnswer) -> String {
        let continues = answer.candidates.count == 1 && answer.candidates[0].continues
        let texts = answer.candidates.map { quoted($0.word.dropFirst(line.current.offset)) }
        let lines = [continues ? "continues" : answer.otherwise.line] + shown(texts, answer)
        return lines.map { $0 + "\n" }.joined()
    }

    private func shown(_ texts: [String], _ answer: CompletionAnswer) -> [String] {
        guard isListing, texts.count > 1 else { return texts }
        let width = texts.map(\.displayWidth).max() ?? 0
        return zip(texts, answer.candidates).map { text, candidate in
            let description = candidate.shownDescription
            let room = columns - width - 5
            if description.isEmpty || room < 8 { return text }
            let blanks = String(repeating: " ", count: width - text.displayWidth + 2)
            return "\(text)\(blanks)(\(description.truncated(toWidth: room)))"
        }
    }

    private func quoted(_ text: Substring) -> String {
        switch line.current.quote {
        case .single: ShellText.inSingleQuotes(String(text))
        case .double: ShellText.escaping(String(text), #""\$`"#)
        case .none:
            text.reduce(into: "") { result, character in
                let isPlain = character.isLetter || character.isNumber || "_@%+=:,./-".contains(character)
                result += isPlain ? "\(character)" : "\\\(character)"
            }
        }
    }
}
