import Scanning

extension HTMLScanner {
    /// Reads the available part of a comment (HTML 13.2.5.43 to 13.2.5.52).
    ///
    /// The states for a nested `<!--` only report parse errors, so they are omitted.
    mutating func readComment(_ input: inout HTMLBytes) {
        while !input.isAtEnd {
            switch state {
            case .comment:
                input.scanUpTo(ASCII.hyphen)
                if input.scan(ASCII.hyphen) { state = .commentEndDash }
            case .commentStart: continueComment(&input, afterHyphen: .commentStartDash, closes: true)
            case .commentStartDash: continueComment(&input, afterHyphen: .commentEnd, closes: true)
            case .commentEndDash: continueComment(&input, afterHyphen: .commentEnd, closes: false)
            case .commentEnd where input.scan(ASCII.exclamationMark): state = .commentEndBang
            case .commentEnd: continueComment(&input, afterHyphen: .commentEnd, closes: true)
            case .commentEndBang: continueComment(&input, afterHyphen: .commentEndDash, closes: true)
            default: return
            }
        }
    }

    /// Reads `<!…` other than a comment: a document type, a CDATA section, or a bogus comment (HTML 13.2.5.41,
    /// 13.2.5.42, 13.2.5.53, 13.2.5.69 to 13.2.5.71).
    mutating func readDeclaration(_ input: inout HTMLBytes) {
        switch state {
        case .declaration:
            // A document type is read like a bogus comment, because both end at the first `>`.
            if input.scan(ASCII.hyphen) {
                state = .declarationDash
            } else {
                matched = 0
                state = .sectionOpening
            }
        case .declarationDash: state = input.scan(ASCII.hyphen) ? .commentStart : .bogusComment
        case .sectionOpening: readSectionOpening(&input)
        case .section:
            readSectionText(&input)
            if input.scan(ASCII.closingBracket) { state = .sectionEndBracket }
        case .sectionEndBracket:
            if input.scan(ASCII.closingBracket) {
                state = .sectionEnd
            } else {
                builder.text(.other)
                state = .section
            }
        case .sectionEnd:
            if input.scan(ASCII.greaterThan) {
                state = .data
            } else {
                builder.text(.other)
                if !input.scan(ASCII.closingBracket) { state = .section }
            }
        default:
            input.scanUpTo(ASCII.greaterThan)
            if input.scan(ASCII.greaterThan) { state = .data }
        }
    }

    private mutating func continueComment(_ input: inout HTMLBytes, afterHyphen next: State, closes: Bool) {
        if input.scan(ASCII.hyphen) {
            state = next
        } else if closes, input.scan(ASCII.greaterThan) {
            state = .data
        } else {
            state = .comment
        }
    }

    /// Reads one byte of `[CDATA[`, which only opens a section in foreign content.
    private mutating func readSectionOpening(_ input: inout HTMLBytes) {
        if matched < Self.sectionOpening.count {
            if input.scan(Self.sectionOpening[matched]) { matched += 1 } else { state = .bogusComment }
        } else {
            state = builder.isInForeignContent ? .section : .bogusComment
        }
    }

    /// Reads text in a section, distinguishing white space.
    private mutating func readSectionText(_ input: inout HTMLBytes) {
        guard builder.awaitsText else { return input.scanUpTo(ASCII.closingBracket) }
        let start = input.position
        input.scan(.whiteSpace)
        if input.position > start { builder.text(.whiteSpace) }
        guard !input.isAtEnd, input.next != ASCII.closingBracket else { return }
        builder.text(input.next == ASCII.null ? .null : .other)
        input.position += 1
    }

    private static let sectionOpening = Array("[CDATA[".utf8)
}
