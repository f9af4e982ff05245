/// Decodes bytes of an encoding to UTF-8 incrementally, with U+FFFD for each error.
protocol ByteDecoder: Sendable {
    mutating func take(_ byte: UInt8, into text: inout [UInt8])

    /// Handles the end of the input.
    mutating func takeEnd(into text: inout [UInt8])
}

extension ByteDecoder {
    mutating func take(contentsOf bytes: [UInt8], into text: inout [UInt8]) {
        for byte in bytes { take(byte, into: &text) }
    }
}

extension [UInt8] {
    /// Appends the UTF-8 of a code point, or U+FFFD for `nil` and surrogates.
    mutating func append(codePoint: UInt32?) {
        let scalar = codePoint.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
