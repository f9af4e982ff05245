/// The decoder of an encoding: turns bytes into UTF-8 as they come, each error into U+FFFD.
protocol ByteDecoder: Sendable {
    /// Takes the next byte.
    mutating func take(_ byte: UInt8, into text: inout [UInt8])

    /// Takes the end of the bytes.
    mutating func takeEnd(into text: inout [UInt8])
}

extension ByteDecoder {
    /// Takes the next bytes.
    mutating func take(contentsOf bytes: [UInt8], into text: inout [UInt8]) {
        for byte in bytes { take(byte, into: &text) }
    }
}

extension [UInt8] {
    /// Appends the UTF-8 of a code point; U+FFFD for `nil` and for surrogates.
    mutating func append(codePoint: UInt32?) {
        let scalar = codePoint.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
