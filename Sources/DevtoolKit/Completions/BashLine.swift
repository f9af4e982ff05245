/// A line of bash up to the cursor, and how bash is to be answered.
struct BashLine {
    /// Why bash asks.
    private enum Purpose {
        /// To insert what is certain, or to show what there is.
        case insert
        /// To show what there is, only.
        case list
    }

    private let line: ShellWords
    private let purpose: Purpose
    private let columns: Int

    /// Reads what the script tells: the kind of completion, the columns of the terminal, the characters that
    /// bash breaks words at, and the line.
    init?(_ arguments: [String]) {
        guard arguments.count == 4 else { return nil }
        // The code of '?': a list after the second TAB.
        purpose = arguments[0] == "63" ? .list : .insert
        columns = Int(arguments[1]) ?? 80
        line = ShellWords(arguments[3], breaks: arguments[2])
    }

    /// The words after the program's name and before the one at the cursor.
    var words: [String] { Array(line.words.dropFirst()) }

    /// What the word at the cursor may become: what begins like it.
    func answer(of engine: CompletionEngine) -> CompletionAnswer {
        if line.current.isRedirection { return .files }
        let typed = line.current.text
        var answer = engine.answer(after: words, current: typed)
        answer.candidates = answer.candidates
            .filter { $0.isOneLine && $0.word.hasPrefix(typed) }
        return answer
    }

    /// The lines that the script expects: what to do, and what to put in the place of the word, quoted.
    func reply(to answer: CompletionAnswer) -> String {
        let continues = answer.candidates.count == 1 && answer.candidates[0].continues
        let texts = answer.candidates.map { quoted($0.word.dropFirst(line.current.offset)) }
        let lines = [continues ? "continues" : answer.otherwise.line] + shown(texts, answer)
        return lines.map { $0 + "\n" }.joined()
    }

    /// The texts, with the descriptions where bash only shows them.
    private func shown(_ texts: [String], _ answer: CompletionAnswer) -> [String] {
        guard purpose == .list, texts.count > 1 else { return texts }
        let width = texts.map(\.displayWidth).max() ?? 0
        return zip(texts, answer.candidates).map { text, candidate in
            let description = candidate.shownDescription
            // The description in parentheses, two blanks after the widest text.
            let room = columns - width - 5
            if description.isEmpty || room < 8 { return text }
            let blanks = String(repeating: " ", count: width - text.displayWidth + 2)
            return "\(text)\(blanks)(\(description.truncated(toWidth: room)))"
        }
    }

    /// The text as it has to stand after the quote at the cursor.
    private func quoted(_ text: Substring) -> String {
        switch line.current.quote {
        case .single: String(text).replacing("'", with: #"'\''"#)
        case .double: escaping(text) { "\\\"$`".contains($0) }
        case .none:
            escaping(text) { character in
                !(character.isLetter || character.isNumber || "_@%+=:,./-".contains(character))
            }
        }
    }

    private func escaping(_ text: Substring, where isSpecial: (Character) -> Bool) -> String {
        text.reduce(into: "") { $0 += isSpecial($1) ? "\\\($1)" : "\($1)" }
    }
}
