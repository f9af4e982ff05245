extension HTMLScanner {
    /// Reads attribute names and what stands between attributes (HTML 13.2.5.32 to 13.2.5.34).
    mutating func stepAttributeName(_ input: inout ByteScanner) {
        switch state {
        case .attributeName:
            for byte in input.scanUpTo(.attributeNameEnd) { tag.attributeName.append(byte) }
            if !input.isAtEnd {
                tag.endAttributeName()
                state = .afterAttributeName
            }
        default:
            input.scan(.asciiWhiteSpace)
            guard let byte = input.peek else { return }
            stepBetweenAttributes(at: byte, &input)
        }
    }

    /// Reads attribute values (HTML 13.2.5.35 to 13.2.5.39).
    mutating func stepAttributeValue(_ input: inout ByteScanner) {
        switch state {
        case .value(.doubleQuoted):
            readQuotedValue(upTo: ASCII.doubleQuote, &input)
        case .value(.singleQuoted):
            readQuotedValue(upTo: ASCII.singleQuote, &input)
        case .value(.unquoted):
            tag.append(input.scanUpTo(.unquotedValueEnd))
            if !input.isAtEnd {
                tag.endValue()
                // Not `selfClosing`: a slash belongs to an unquoted value.
                state = .beforeAttributeName
            }
        default:
            input.scan(.asciiWhiteSpace)
            beginValue(&input)
        }
    }

    private mutating func stepBetweenAttributes(at byte: UInt8, _ input: inout ByteScanner) {
        switch byte {
        case ASCII.greaterThan:
            input.next()
            endTag()
        case ASCII.slash:
            input.next()
            state = .selfClosing
        case ASCII.equals:
            input.next()
            if case .afterAttributeName = state {
                state = .beforeAttributeValue
            } else {
                // Without a name before it, an equals sign begins one.
                tag.attributeName.append(byte)
                state = .attributeName
            }
        default:
            state = .attributeName
        }
    }

    private mutating func beginValue(_ input: inout ByteScanner) {
        switch input.peek {
        case nil:
            break
        case ASCII.doubleQuote:
            input.next()
            state = .value(.doubleQuoted)
        case ASCII.singleQuote:
            input.next()
            state = .value(.singleQuoted)
        case ASCII.greaterThan:
            input.next()
            endTag()
        default:
            state = .value(.unquoted)
        }
    }

    private mutating func readQuotedValue(upTo quote: UInt8, _ input: inout ByteScanner) {
        tag.append(input.scanUpTo(quote))
        if input.scan(quote) {
            tag.endValue()
            // What may follow a quoted value is what may come before a name.
            state = .beforeAttributeName
        }
    }
}

extension ByteSet {
    fileprivate static let attributeNameEnd = ByteSet("\t\n\u{C}\r />=")
    fileprivate static let unquotedValueEnd = ByteSet("\t\n\u{C}\r >")
}
