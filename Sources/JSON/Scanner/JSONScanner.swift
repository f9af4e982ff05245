public import CJSONBlocks

/// Checks that a stream of bytes is one JSON value, and tells a handler what is in it.
///
/// The input may come in chunks of any size; what the handler hears does not depend on how it is
/// cut, but for the pieces of a content. Nothing of the input is held between chunks. The grammar
/// is that of RFC 8259, without a limit on nesting, and with these liberties: a UTF-8 byte order
/// mark and `//` comment lines may stand before the value, ill-formed UTF-8 is let through inside
/// strings, and `\u` may spell a lone surrogate.
///
/// ```swift
/// var scanner = JSONScanner(handler: KeyCounter())
/// for chunk in chunks { try scanner.scan(chunk.span) }
/// try scanner.finish()
/// print(scanner.handler.keys)
/// ```
///
/// After an error the scanner is of no further use.
@usableFromInline
package struct JSONScanner<Handler: JSONHandler> {
    /// The receiver of what is found.
    @usableFromInline package var handler: Handler

    @usableFromInline var state = JSONState.start
    @usableFromInline var nesting = JSONNesting()

    /// The depth from which on the handler wants to hear nothing.
    @usableFromInline var unwantedDepth = Int.max

    /// Whether the handler wants to hear what comes.
    @inlinable var isWanted: Bool { nesting.depth < unwantedDepth }

    /// The offset of the current chunk's first byte.
    @usableFromInline var chunkOffset = 0

    /// How much of the input was read.
    @inlinable package var offset: Int { chunkOffset }

    /// Whether the handler asked for the content of the string or number being read.
    @usableFromInline var wantsContent = false
    @usableFromInline var stringIsKey = false
    @usableFromInline var unicodeEscape = JSONUnicodeEscape()
    @usableFromInline var literal = JSONLiteralProgress()

    /// What reads the parts that are plainly well-formed, 64 bytes at a time.
    @usableFromInline let blockReader: JSONBlockReader?

    /// Makes a scanner that stands before the first byte of an input.
    ///
    /// With any block reader, or none, it tells the same.
    @inlinable package init(
        handler: Handler, blockReader: JSONBlockReader? = JSONInstructions.bestReader
    ) {
        self.handler = handler
        self.blockReader = blockReader
    }

    /// Reads the next chunk of the input.
    @inlinable package mutating func scan(_ chunk: Span<UInt8>) throws(JSONSyntaxError) {
        // Safety: the buffer is used within the closure only, and every access is below its count.
        try chunk.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
            var bytes = JSONBytes(buffer)
            if let blockReader { try scanBlocks(&bytes, with: blockReader) }
            while !bytes.isAtEnd { try step(&bytes) }
        }
        chunkOffset += chunk.count
    }

    /// Says that the input is complete.
    @inlinable package mutating func finish() throws(JSONSyntaxError) {
        if state.mayEndNumber { endNumber() }
        guard state == .end else {
            throw JSONSyntaxError(offset: chunkOffset, expected: expectation, found: nil)
        }
    }

    /// Reads at least one byte of what the state calls for.
    @inlinable @inline(__always) mutating func step(_ bytes: inout JSONBytes)
        throws(JSONSyntaxError)
    {
        switch state {
        case .start, .markSecondByte, .markThirdByte, .leading, .commentSlash, .comment:
            try scanLeading(&bytes)
        case .value, .element, .firstElement, .firstKey, .key, .colon, .afterValue, .end:
            bytes.skipWhiteSpace()
            if !bytes.isAtEnd { try scanToken(&bytes) }
        case .string:
            try scanString(&bytes)
        case .escape:
            try scanEscape(&bytes)
        case .unicodeEscape:
            try scanUnicodeEscape(&bytes)
        case .minus, .zero, .integer, .point, .fraction, .exponentMark, .exponentSign, .exponent:
            try scanNumber(&bytes)
        case .literal:
            try scanLiteral(&bytes)
        }
    }

    /// Reads what comes next between tokens; the next byte is not white space.
    ///
    /// Where a token nearly always follows another, it is looked for at once: finding the way
    /// through the state again costs more than most tokens.
    @inlinable @inline(__always)
    mutating func scanToken(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
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
        case .firstKey where byte == UInt8(ascii: "\""), .key where byte == UInt8(ascii: "\""):
            try scanMember(&bytes)
        case .colon where byte == UInt8(ascii: ":"):
            bytes.position &+= 1
            state = .value
        case .value, .element, .firstElement:
            try beginValue(&bytes)
        default:
            throw unexpected(bytes)
        }
    }

    /// Reads a member: its key, and its colon and value if they follow at once.
    @inlinable @inline(__always)
    mutating func scanMember(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        try beginKey(&bytes)
        guard state == .colon, bytes.isNext(UInt8(ascii: ":")) else { return }
        bytes.position &+= 1
        state = .value
        if bytes.isNext(UInt8(ascii: " ")) { bytes.position &+= 1 }
        if !bytes.isAtEnd, bytes.next > UInt8(ascii: " ") { try beginValue(&bytes) }
    }

    /// Reads the first byte of a value.
    @inlinable @inline(__always) mutating func beginValue(_ bytes: inout JSONBytes)
        throws(JSONSyntaxError)
    {
        switch bytes.next {
        case UInt8(ascii: "\""):
            try beginString(&bytes)
        case UInt8(ascii: "{"):
            beginContainer(&bytes, object: true)
        case UInt8(ascii: "["):
            beginContainer(&bytes, object: false)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try beginNumber(&bytes)
        case UInt8(ascii: "t"):
            try beginLiteral(.true, &bytes)
        case UInt8(ascii: "f"):
            try beginLiteral(.false, &bytes)
        case UInt8(ascii: "n"):
            try beginLiteral(.null, &bytes)
        default:
            throw unexpected(bytes)
        }
    }

    @inlinable @inline(__always) mutating func beginContainer(
        _ bytes: inout JSONBytes, object: Bool
    ) {
        let isUnwanted =
            isWanted
            && !(object
                ? handler.beginObject(at: offset(of: bytes))
                : handler.beginArray(at: offset(of: bytes)))
        bytes.position &+= 1
        nesting.open(object: object)
        if isUnwanted { unwantedDepth = nesting.depth }
        state = object ? .firstKey : .firstElement
    }

    @inlinable @inline(__always) mutating func endContainer(
        _ bytes: inout JSONBytes, object: Bool
    ) {
        if isWanted {
            if object {
                handler.endObject(at: offset(of: bytes))
            } else {
                handler.endArray(at: offset(of: bytes))
            }
        }
        bytes.position &+= 1
        nesting.close()
        if nesting.depth < unwantedDepth { unwantedDepth = .max }
        endValue()
    }

    @inlinable @inline(__always) mutating func endValue() {
        state = nesting.depth == 0 ? .end : .afterValue
    }

    /// The offset, in the whole input, of the next byte.
    @inlinable func offset(of bytes: JSONBytes) -> Int { chunkOffset &+ bytes.position }
}
