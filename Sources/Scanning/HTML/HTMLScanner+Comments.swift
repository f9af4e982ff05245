extension HTMLScanner {
    /// Reads a comment (HTML 13.2.5.43 to 13.2.5.52).
    ///
    /// The states for a nested `<!--` only find parse errors, so they are left out.
    mutating func stepComment(_ input: inout ByteScanner) {
        switch state {
        case .comment:
            input.scanUpTo(ASCII.hyphen)
            if input.scan(ASCII.hyphen) { state = .commentEndDash }
        case .commentStart:
            stepComment(&input, afterHyphen: .commentStartDash, closes: true)
        case .commentStartDash:
            stepComment(&input, afterHyphen: .commentEnd, closes: true)
        case .commentEndDash:
            stepComment(&input, afterHyphen: .commentEnd, closes: false)
        case .commentEnd where input.scan(ASCII.exclamationMark):
            state = .commentEndBang
        case .commentEnd:
            stepComment(&input, afterHyphen: .commentEnd, closes: true)
        default:
            stepComment(&input, afterHyphen: .commentEndDash, closes: true)
        }
    }

    /// Reads `<!…` that is not a comment: a document type, a CDATA section, or what the standard
    /// calls a bogus comment (HTML 13.2.5.41, 13.2.5.42, 13.2.5.53, 13.2.5.69 to 13.2.5.71).
    mutating func stepDeclaration(_ input: inout ByteScanner) {
        switch state {
        case .declaration:
            // A document type is read like a bogus comment: both end at the first `>`.
            if input.scan(ASCII.hyphen) {
                state = .declarationDash
            } else {
                state = input.peek == Self.sectionOpening[0] ? .sectionOpening(0) : .bogusComment
            }
        case .declarationDash:
            state = input.scan(ASCII.hyphen) ? .commentStart : .bogusComment
        case .sectionOpening(let matched):
            readSectionOpening(matched, &input)
        case .section:
            input.scanUpTo(ASCII.closingBracket)
            if input.scan(ASCII.closingBracket) { state = .sectionEndBracket }
        case .sectionEndBracket:
            state = input.scan(ASCII.closingBracket) ? .sectionEnd : .section
        case .sectionEnd:
            if input.scan(ASCII.greaterThan) {
                state = .data
            } else if !input.scan(ASCII.closingBracket) {
                state = .section
            }
        default:
            input.scanUpTo(ASCII.greaterThan)
            if input.scan(ASCII.greaterThan) { state = .data }
        }
    }

    private mutating func stepComment(
        _ input: inout ByteScanner, afterHyphen next: State, closes: Bool
    ) {
        if input.scan(ASCII.hyphen) {
            state = next
        } else if closes, input.scan(ASCII.greaterThan) {
            state = .data
        } else {
            state = .comment
        }
    }

    /// Reads one more byte of `[CDATA[`, which opens a section in foreign content only.
    private mutating func readSectionOpening(_ matched: Int, _ input: inout ByteScanner) {
        if matched == Self.sectionOpening.count {
            state = context.isForeign ? .section : .bogusComment
        } else {
            state =
                input.scan(Self.sectionOpening[matched])
                ? .sectionOpening(matched + 1) : .bogusComment
        }
    }

    private static let sectionOpening = Array("[CDATA[".utf8)
}
