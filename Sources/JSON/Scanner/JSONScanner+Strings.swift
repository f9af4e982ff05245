/// Keys and string values (RFC 8259, section 7).
extension JSONScanner {
    @inlinable @inline(__always) mutating func beginKey(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        stringIsKey = true
        wantsContent = isWanted && handler.beginKey(at: offset(of: bytes))
        try openString(&bytes)
    }

    @inlinable @inline(__always) mutating func beginString(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        stringIsKey = false
        wantsContent = isWanted && handler.beginString(at: offset(of: bytes))
        try openString(&bytes)
    }

    @inlinable @inline(__always) mutating func openString(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        bytes.position &+= 1
        state = .string
        try scanString(&bytes)
    }

    /// Scans to the end of the string, an escape, or the end of the chunk.
    @inlinable @inline(__always) mutating func scanString(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        let start = bytes.position
        bytes.skipPlainStringContent()
        if wantsContent, bytes.position > start {
            flushSurrogate()
            handler.content(bytes.piece(from: start).span)
        }
        guard !bytes.isAtEnd else { return }
        switch bytes.next {
        case UInt8(ascii: "\""):
            bytes.position &+= 1
            closeString()
        case UInt8(ascii: "\\"):
            bytes.position &+= 1
            state = .escape
        default: throw unexpected(bytes)
        }
    }

    @inlinable @inline(__always) mutating func closeString() {
        flushSurrogate()
        if stringIsKey {
            if isWanted { handler.endKey() }
            state = .colon
        } else {
            if isWanted { handler.endString() }
            endValue()
        }
    }

    @inlinable mutating func scanEscape(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        let byte = bytes.next
        if byte == UInt8(ascii: "u") {
            unicodeEscape.begin()
            state = .unicodeEscape
        } else {
            guard let meaning = byte.escapedCharacter else { throw unexpected(bytes) }
            flushSurrogate()
            deliver(UInt32(meaning))
            state = .string
        }
        bytes.position &+= 1
    }

    @inlinable mutating func scanUnicodeEscape(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        guard unicodeEscape.take(bytes.next) else { throw unexpected(bytes) }
        bytes.position &+= 1
        guard unicodeEscape.isComplete else { return }
        state = .string
        if !unicodeEscape.completesPair { flushSurrogate() }
        if let codePoint = unicodeEscape.takeCodePoint() { deliver(codePoint) }
    }

    /// Delivers a high surrogate without a low surrogate.
    @inlinable mutating func flushSurrogate() { if let lone = unicodeEscape.takePendingHalf() { deliver(lone) } }

    @inlinable mutating func deliver(_ codePoint: UInt32) {
        guard wantsContent else { return }
        codePoint.withUTF8 { handler.content($0) }
    }
}
