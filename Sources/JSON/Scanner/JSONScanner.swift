public import CJSONBlocks

/// Checks that a stream of bytes is one JSON value, and reports its parts to a handler.
///
/// The input may come in chunks of any size, which affect only how content is split into pieces. The scanner does not
/// buffer input. The grammar is that of RFC 8259, without a limit on nesting. In addition, a UTF-8 byte order mark and
/// `//` comment lines may precede the value, strings may contain ill-formed UTF-8, and `\u` may spell a lone surrogate.
///
/// ```swift
/// var scanner = JSONScanner(handler: KeyCounter())
/// for chunk in chunks { try scanner.scan(chunk.span) }
/// try scanner.finish()
/// print(scanner.handler.keys)
/// ```
///
/// After an error, the scanner must not be used.
@usableFromInline package struct JSONScanner<Handler: JSONHandler> {
    @usableFromInline package var handler: Handler

    @usableFromInline var state = JSONState.start
    @usableFromInline var nesting = JSONNesting()

    /// The depth of the container that the handler does not want, if any.
    @usableFromInline var unwantedDepth = Int.max

    /// Whether the handler wants the next events.
    @inlinable var isWanted: Bool { nesting.depth < unwantedDepth }

    @usableFromInline var chunkOffset = 0

    /// The number of bytes scanned.
    @inlinable package var offset: Int { chunkOffset }

    /// Whether the handler wants the content of the current string or number.
    @usableFromInline var wantsContent = false
    @usableFromInline var stringIsKey = false
    @usableFromInline var unicodeEscape = JSONUnicodeEscape()
    @usableFromInline var literal = JSONLiteralProgress()

    /// The reader for the fast path, 64 bytes at a time.
    @usableFromInline let blockReader: JSONBlockReader?

    /// Creates a scanner; the block reader, or its absence, does not change the events.
    @inlinable package init(handler: Handler, blockReader: JSONBlockReader? = JSONInstructions.bestReader) {
        self.handler = handler
        self.blockReader = blockReader
    }

    @inlinable package mutating func scan(_ chunk: Span<UInt8>) throws(JSONSyntaxError) {
        // Safety: the closure does not let the buffer escape, and all accesses are below its count.
        try chunk.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
            var bytes = JSONBytes(buffer)
            if let blockReader { try scanBlocks(&bytes, with: blockReader) }
            while !bytes.isAtEnd { try step(&bytes) }
        }
        chunkOffset += chunk.count
    }

    /// Ends the input; throws if the value is not complete.
    @inlinable package mutating func finish() throws(JSONSyntaxError) {
        if state.mayEndNumber { endNumber() }
        guard state == .end else { throw JSONSyntaxError(offset: chunkOffset, expected: expectation, found: nil) }
    }

    /// Scans at least one byte, as the state requires.
    @inlinable @inline(__always) mutating func step(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        switch state {
        case .start, .markSecondByte, .markThirdByte, .leading, .commentSlash, .comment: try scanLeading(&bytes)
        case .value, .element, .firstElement, .firstKey, .key, .colon, .afterValue, .end:
            bytes.skipWhiteSpace()
            if !bytes.isAtEnd { try scanToken(&bytes) }
        case .string: try scanString(&bytes)
        case .escape: try scanEscape(&bytes)
        case .unicodeEscape: try scanUnicodeEscape(&bytes)
        case .minus, .zero, .integer, .point, .fraction, .exponentMark, .exponentSign, .exponent: try scanNumber(&bytes)
        case .literal: try scanLiteral(&bytes)
        }
    }

    /// Scans the next token; the next byte is not white space.
    ///
    /// The usual successor of a token is tried first, because going through the state machine again costs more than
    /// most tokens.
    @inlinable @inline(__always) mutating func scanToken(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        let byte = bytes.next
        switch state {
        case .afterValue where byte == UInt8(ascii: ","):
            bytes.position &+= 1
            state = nesting.isInObject ? .key : .element
            if state == .key, bytes.isNext(UInt8(ascii: "\"")) { try scanMember(&bytes) }
        case .afterValue where byte == UInt8(ascii: "}") && nesting.isInObject,
            .firstKey where byte == UInt8(ascii: "}"):
            endContainer(&bytes, object: true)
        case .afterValue where byte == UInt8(ascii: "]") && !nesting.isInObject,
            .firstElement where byte == UInt8(ascii: "]"):
            endContainer(&bytes, object: false)
        case .firstKey where byte == UInt8(ascii: "\""), .key where byte == UInt8(ascii: "\""): try scanMember(&bytes)
        case .colon where byte == UInt8(ascii: ":"):
            bytes.position &+= 1
            state = .value
        case .value, .element, .firstElement: try beginValue(&bytes)
        default: throw unexpected(bytes)
        }
    }

    /// Scans a key, and also its colon and value if they follow immediately.
    @inlinable @inline(__always) mutating func scanMember(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        try beginKey(&bytes)
        guard state == .colon, bytes.isNext(UInt8(ascii: ":")) else { return }
        bytes.position &+= 1
        state = .value
        if bytes.isNext(UInt8(ascii: " ")) { bytes.position &+= 1 }
        if !bytes.isAtEnd, bytes.next > UInt8(ascii: " ") { try beginValue(&bytes) }
    }

    @inlinable @inline(__always) mutating func beginValue(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        switch bytes.next {
        case UInt8(ascii: "\""): try beginString(&bytes)
        case UInt8(ascii: "{"): beginContainer(&bytes, object: true)
        case UInt8(ascii: "["): beginContainer(&bytes, object: false)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try beginNumber(&bytes)
        case UInt8(ascii: "t"): try beginLiteral(.true, &bytes)
        case UInt8(ascii: "f"): try beginLiteral(.false, &bytes)
        case UInt8(ascii: "n"): try beginLiteral(.null, &bytes)
        default: throw unexpected(bytes)
        }
    }

    @inlinable @inline(__always) mutating func beginContainer(_ bytes: inout JSONBytes, object: Bool) {
        let isUnwanted =
            isWanted
            && !(object ? handler.beginObject(at: offset(of: bytes)) : handler.beginArray(at: offset(of: bytes)))
        bytes.position &+= 1
        nesting.open(object: object)
        if isUnwanted { unwantedDepth = nesting.depth }
        state = object ? .firstKey : .firstElement
    }

    @inlinable @inline(__always) mutating func endContainer(_ bytes: inout JSONBytes, object: Bool) {
        if isWanted {
            if object { handler.endObject(at: offset(of: bytes)) } else { handler.endArray(at: offset(of: bytes)) }
        }
        bytes.position &+= 1
        nesting.close()
        if nesting.depth < unwantedDepth { unwantedDepth = .max }
        endValue()
    }

    @inlinable @inline(__always) mutating func endValue() { state = nesting.depth == 0 ? .end : .afterValue }

    /// The offset of the next byte in the whole input.
    @inlinable func offset(of bytes: JSONBytes) -> Int { chunkOffset &+ bytes.position }
}
