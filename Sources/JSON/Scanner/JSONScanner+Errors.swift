extension JSONScanner {
    /// The error if the next byte is not allowed.
    @usableFromInline func unexpected(_ bytes: JSONBytes) -> JSONSyntaxError {
        JSONSyntaxError(offset: chunkOffset + bytes.position, expected: expectation, found: bytes.next)
    }

    @usableFromInline var expectation: JSONExpectation {
        switch state {
        case .start, .leading, .comment: .rootValue
        case .markSecondByte, .markThirdByte: .restOfByteOrderMark
        case .commentSlash: .commentSlash
        case .value: .valueAfterColon
        case .firstElement: .elementOrEnd
        case .element: .elementAfterComma
        case .firstKey: .keyOrEnd
        case .key: .keyAfterComma
        case .colon: .colon
        case .afterValue, .integer, .fraction, .exponent: nesting.isInObject ? .commaOrObjectEnd : .commaOrArrayEnd
        case .end: .endOfInput
        case .string: .stringContent
        case .escape: .escape
        case .unicodeEscape: .hexadecimalDigit
        case .minus: .digitAfterMinus
        case .zero: .noDigitAfterZero
        case .point: .digitAfterPoint
        case .exponentMark, .exponentSign: .digitInExponent
        case .literal:
            switch literal.value {
            case .true: .true
            case .false: .false
            case .null: .null
            }
        }
    }
}
