/// The meaning of parentheses: a subshell, an array, a process substitution, or a pattern.
extension ShellScanner {
    /// Notes an opening parenthesis whose content may be code.
    mutating func noteParenthesis() {
        if refusingParentheses != nil || isInTest { return }
        let before = index > 0 ? scalars[index - 1] : " "
        // `=(…)` in zsh is a file, like `<(…)`.
        let isFile = before == "<" || before == "=" && !opensList
        if isFile, words.last?.readsCode == true {
            refusingParentheses = (.code("."), 0)
        } else if before == ")" && !isBehindEmptyParentheses
            || !before.endsWord && before != "=" && peek(1) != ")" && !isBehindKeyword
        {
            refusingParentheses = (.pattern, 0)
        }
    }

    /// Whether a parenthesis here begins an array.
    var opensList: Bool { index > 0 && scalars[index - 1] == "=" && wordStart < index - 1 }

    private var isBehindEmptyParentheses: Bool { index > 1 && scalars[index - 2] == "(" }

    private var isBehindKeyword: Bool {
        words.last?.isAtCommand == true && Self.keywords.contains(bare(scalars[min(wordStart, index)..<index]))
    }

    private static let keywords: Set = ["if", "then", "elif", "else", "while", "until", "do", "time", "!"]

    mutating func openParenthesis() {
        isInList = opensList
        if let open = refusingParentheses?.open { refusingParentheses?.open = open + 1 }
        take()
        isAtWord = true
        if case .command(let isNested, let count) = frames.last {
            frames[frames.count - 1] = .command(isNested: isNested, parentheses: count + 1)
        }
    }

    mutating func closeParenthesis() {
        if let open = refusingParentheses?.open {
            refusingParentheses?.open = open - 1
            if open <= 1 { refusingParentheses = nil }
        }
        take()
        isAtWord = true
        guard case .command(let isNested, let count) = frames.last else { return }
        if isNested, count == 0 {
            if !hereDocuments.isEmpty { doubt("a here-document in $( )") }
            frames.removeLast()
            words.removeLast()
            wordStart = wordStarts.removeLast()
            isAtWord = false
            isAfterVariable = false
        } else {
            isInList = false
            frames[frames.count - 1] = .command(isNested: isNested, parentheses: max(count - 1, 0))
        }
    }
}
