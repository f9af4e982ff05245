/// Skips what may precede the value: a byte order mark, white space, and comment lines.
///
/// Browser extensions that show JSON save it with two comment lines, the time and the URL.
extension JSONScanner {
    @inlinable mutating func scanLeading(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        switch state {
        case .start:
            state = bytes.next == 0xEF ? .markSecondByte : .leading
            if state == .markSecondByte { bytes.position &+= 1 }
        case .markSecondByte: try skip(0xBB, then: .markThirdByte, &bytes)
        case .markThirdByte: try skip(0xBF, then: .leading, &bytes)
        case .commentSlash: try skip(UInt8(ascii: "/"), then: .comment, &bytes)
        case .comment:
            bytes.skipLine()
            if !bytes.isAtEnd { state = .leading }
        default:
            bytes.skipWhiteSpace()
            if bytes.isAtEnd { return }
            if bytes.next == UInt8(ascii: "/") {
                bytes.position &+= 1
                state = .commentSlash
            } else {
                try beginValue(&bytes)
            }
        }
    }

    @inlinable mutating func skip(_ byte: UInt8, then next: JSONState, _ bytes: inout JSONBytes) throws(JSONSyntaxError)
    {
        guard bytes.next == byte else { throw unexpected(bytes) }
        bytes.position &+= 1
        state = next
    }
}
