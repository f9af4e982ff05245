extension ShellScanner {
    mutating func scanCommand() {
        guard let scalar = peek() else { return }
        if isAtWord, !scalar.endsWord { wordStart = index }
        if isAtReference {
            takeReferenceOfCommand()
            return
        }
        if scalar.endsWord { endWord(before: scalar) }
        switch scalar {
        case "\\":
            // After a continuation, no word begins.
            let isContinuation = peek(1) == "\n"
            if isContinuation, !isAtWord, frames.count > 1 { doubt("a word split across two lines") }
            takeEscape()
            isAtWord = isAtWord && isContinuation
        case "'":
            take()
            frames.append(.single)
        case "\"":
            take()
            frames.append(.double)
            isAfterVariable = false
        case "`": takeBackquotes()
        case "$": scanDollar(isQuoted: false)
        case "#" where isAtWord:
            let end = scalars[index...].firstIndex(of: "\n") ?? scalars.count
            take(upTo: end, refusing: .comment)
        case "<" where isAt("<<<"):
            take(3)
            words[words.count - 1].readWord(inside: refusingParentheses?.obstacle)
        case "<" where isAt("<<"): takeHereDocumentOperator()
        case "(" where peek(1) == "(":
            take(2)
            frames.append(.arithmetic(isExpansion: false, parentheses: 2))
        case "(": openParenthesis()
        case ")": closeParenthesis()
        case "\n":
            take()
            subscripts = 0
            takeHereDocuments()
        default: scanWordCharacter(scalar)
        }
    }

    private mutating func takeReferenceOfCommand() {
        let end = scalars[index...].firstIndex(of: "}") ?? scalars.count
        let isBeforeEnd = end + 1 >= scalars.count || scalars[end + 1].endsWord
        _ = takeReference(isAtWord && isBeforeEnd ? .word : .partOfWord, obstacle)
    }

    private mutating func scanWordCharacter(_ scalar: Unicode.Scalar) {
        let isSubscript = isAtWord ? isInList : scalars[index - 1].isWord
        if scalar == "[", isSubscript { subscripts += 1 } else { noteSubscript() }
        if scalar == "[" || scalar == "=", !isAtWord { noteTable(scalars[wordStart...index]) }
        if isAtWord, isAt("[[") {
            isInTest = words.last?.isAtCommand == true
            isInNumericTest = comparesNumbers()
        }
        if isAtWord, isAt("]]") {
            isInTest = false
            isInNumericTest = false
        }
        take()
        isAtWord = scalar.endsWord
        isAfterVariable = false
    }

    /// Notes a word that may begin an assignment to a table of code.
    private mutating func noteTable(_ word: ArraySlice<Unicode.Scalar>) {
        // No table has a longer name.
        guard word.count <= 64 else { return }
        let text = String.UnicodeScalarView(word.filter { !$0.isQuote })
        if ShellCommandWords.isTable(String(text.prefix(while: \.isWord))) {
            words[words.count - 1].append(String(text))
        }
    }

    private mutating func noteSubscript() {
        switch peek() {
        case "[" where subscripts > 0: subscripts += 1
        case "]" where subscripts > 0: subscripts -= 1
        default: break
        }
    }

    /// Whether the `[[` here compares numbers before its `]]`, which is arithmetic.
    private mutating func comparesNumbers() -> Bool {
        var (low, high) = (0, testWords.count)
        while low < high {
            let middle = (low + high) / 2
            if testWords[middle].start <= index { low = middle + 1 } else { high = middle }
        }
        return low < testWords.count && testWords[low].isNumeric
    }

    /// Ends a word; a `case` in `$( )` gives parentheses another meaning.
    mutating func endWord(before end: Unicode.Scalar) {
        if !isAtWord, wordStart < index {
            let word = scalars[wordStart..<index]
            if frames.count > 1, word.elementsEqual("case".unicodeScalars) { doubt("a 'case' in $( )") }
            // `2>` and `{fd}>` are not words.
            let isDescriptor =
                (end == "<" || end == ">") && (word.allSatisfy { ("0"..."9").contains($0) } || word.first == "{")
            if !isDescriptor { words[words.count - 1].append(bare(word)) }
            hasOpenFormat = hasOpenFormat || words[words.count - 1].hasOpenFormat
            isBehindDuplication = false
        }
        isAtWord = true
        let before = index > 0 ? scalars[index - 1] : nil
        if end == "<" || end == ">" { words[words.count - 1].redirect() }
        if end == "&", before == ">" || before == "<" || peek(1) == ">" {
            isBehindDuplication = before == ">"
        } else if ";&|()\n".unicodeScalars.contains(end) {
            if end == "(" { noteParenthesis() }
            // An assignment's words belong to its command.
            if !isInList, end != "(" || !opensList {
                words[words.count - 1] = ShellCommandWords(inside: words[words.count - 1].outer)
            }
            isBehindDuplication = false
        }
    }

    /// A word without its quotes, including those of `$'…'`.
    func bare(_ word: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        for scalar in word where !scalar.isQuote && scalar != "\n" { text.append(scalar) }
        let hasDollarQuotes = zip(word, word.dropFirst()).contains { $0 == "$" && $1.isQuote }
        return String(hasDollarQuotes ? text.filter { $0 != "$" } : text)
    }

    mutating func scanSingle() {
        if takeReference(.singleQuotes, obstacle) { return }
        if takeEscapedBrace() { return }
        if peek() == "'" {
            frames.removeLast()
            isAtWord = false
        }
        noteLineEnd()
        take()
    }

    mutating func scanDouble() {
        let placement: ShellPlacement = isAfterVariable ? .doubleQuotesAfterVariable : .doubleQuotes
        if takeReference(placement, obstacle) { return }
        noteLineEnd()
        switch peek() {
        case "\\": takeEscape()
        case "`": takeBackquotes()
        case "$": scanDollar(isQuoted: true)
        case "\"":
            frames.removeLast()
            take()
            isAtWord = false
            isAfterVariable = false
        case "[", "]":
            noteSubscript()
            take()
            isAfterVariable = false
        // In zsh, `:h` in `$x:h` belongs to the expansion.
        case ":" where isAfterVariable: take()
        default:
            take()
            isAfterVariable = false
        }
    }

    /// Scans a character of the word of `${x:-word}`.
    mutating func scanParameter(_ kind: Operator, isQuoted: Bool) {
        if isAtReference {
            let placement: ShellPlacement? =
                switch kind {
                case .substitute: isQuoted ? .quotedDefault : .partOfWord
                case .assign: isQuoted ? .quotedDefault : nil
                case .pattern: isQuoted ? nil : .partOfWord
                case .other: nil
                }
            // Here, nothing can separate the value from an expansion without braces.
            _ = takeReference(isAfterVariable && isQuoted ? nil : placement, obstacle)
            return
        }
        noteLineEnd()
        switch peek() {
        case "}":
            frames.removeLast()
            take()
            isAtWord = false
            isAfterVariable = false
        case "\\": takeEscape()
        case "`": takeBackquotes()
        case "$": scanDollar(isQuoted: isQuoted)
        case "'", "\"":
            if isQuoted || kind == .other { doubt("a quote in a shell expansion") }
            frames.append(peek() == "'" ? .single : .double)
            take()
            isAfterVariable = false
        case ":" where isAfterVariable: take()
        default:
            take()
            isAfterVariable = false
        }
    }

    /// Scans a character of arithmetic; counts parentheses, in case the shell takes `((` as two subshells.
    mutating func scanArithmetic(isExpansion: Bool, _ parentheses: Int) {
        if takeReference(nil, .arithmetic) { return }
        switch peek() {
        case "(":
            frames[frames.count - 1] = .arithmetic(isExpansion: isExpansion, parentheses: parentheses + 1)
            take()
        case ")":
            take()
            if parentheses > 1 {
                frames[frames.count - 1] = .arithmetic(isExpansion: isExpansion, parentheses: parentheses - 1)
            } else {
                frames.removeLast()
                // After `((…))`, `#` begins a comment, and in zsh a command may follow.
                isAtWord = !isExpansion
                if !isExpansion { words[words.count - 1] = ShellCommandWords(inside: words[words.count - 1].outer) }
                isAfterVariable = false
            }
        case "\\": takeEscape()
        case "`": takeBackquotes()
        case "$": scanDollar(isQuoted: false)
        case "'", "\"", "#", "\n":
            // Their meaning depends on whether this is arithmetic.
            doubt("'((' that contains a quote, a comment or a line break")
            take()
        default:
            if isAt("case") { doubt("'((' that contains 'case'") }
            take()
        }
    }

    /// Scans a dollar sign that does not begin a reference.
    mutating func scanDollar(isQuoted: Bool) {
        isAtWord = false
        isAfterVariable = false
        if takeOpeningBrace() { return openParameter(isQuoted: isQuoted) }
        switch peek(1) {
        case "(" where peek(2) == "(":
            take(3)
            frames.append(.arithmetic(isExpansion: true, parentheses: 2))
        case "(":
            take(2)
            wordStarts.append(wordStart)
            words.append(ShellCommandWords(inside: words.last?.obstacleInside))
            frames.append(.command(isNested: true, parentheses: 0))
            isAtWord = true
        case "'" where !isQuoted: takeDollarQuotes()
        case "[":
            doubt("'$['")
            take(2)
        case let scalar? where scalar.isLetter:
            noteVariable(at: index + 1)
            take(2)
            while peek()?.isWord == true { take() }
            endVariable()
        // The last ones are flags in zsh.
        case let scalar? where scalar.isWord || "*@#?!-$^=~+".unicodeScalars.contains(scalar):
            noteArgument(scalar)
            take(2)
            endVariable()
        default: take()
        }
    }

    private mutating func endVariable() {
        isAfterVariable = true
        if peek() == "[" {
            subscripts += 1
            take()
        }
    }

    private mutating func takeEscapedBrace() -> Bool { isAt("$${") && takeOpeningBrace() }

    /// Reads the name and the operator of the shell's own expansion.
    private mutating func openParameter(isQuoted: Bool) {
        if peek()?.isLetter == true {
            let start = index
            while peek()?.isWord == true { take() }
            noteVariable(at: start)
            let name = String(String.UnicodeScalarView(scalars[start..<index]))
            if ShellCommandWords.isTable(name) { words[words.count - 1].append(name + "[") }
        } else if let scalar = peek(), ("0"..."9").contains(scalar) {
            noteArgument(scalar)
            while let digit = peek(), ("0"..."9").contains(digit) { take() }
        } else if let scalar = peek(), "*@?-$!#".unicodeScalars.contains(scalar), let next = peek(1), !next.isWord {
            noteArgument(scalar)
            take()
        } else {
            if let scalar = peek(), scalar.endsWord { doubt("'${' that contains a command or flags") }
            if peek() == "#" || peek() == "!" { noteVariable(at: index + 1) }
            frames.append(.parameter(.other, isQuoted: isQuoted))
            return
        }
        var kind = Operator.other
        let length = peek() == ":" ? 2 : 1
        switch peek(length - 1) {
        case "-", "+", "?": kind = .substitute
        case "=": kind = .assign
        case "#", "%": kind = length == 1 ? .pattern : .other
        default: break
        }
        if kind != .other { take(length) }
        if kind == .pattern, let scalar = peek(), scalar == "#" || scalar == "%" { take() }
        frames.append(.parameter(kind, isQuoted: isQuoted))
    }

    private mutating func takeDollarQuotes() {
        var end = index + 2
        while end < scalars.count, scalars[end] != "'" {
            if scalars[end] == "\\", end + 1 < scalars.count, scalars[end + 1] == "'" { doubt("a quote in $'…'") }
            end += scalars[end] == "\\" ? 2 : 1
        }
        take(upTo: min(end + 1, scalars.count), refusing: .dollarQuotes)
    }

    /// Notes a line break in quotes, after which no here-document begins.
    private mutating func noteLineEnd() {
        if peek() == "\n", !hereDocuments.isEmpty { doubt("a quoted line break after '<<'") }
    }
}
