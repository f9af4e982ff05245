/// Decodes any non-empty input to one U+FFFD (Encoding 14.1).
struct ReplacementDecoder: ByteDecoder {
    private var hasFailed = false

    mutating func take(_ byte: UInt8, into text: inout [UInt8]) {
        guard !hasFailed else { return }
        hasFailed = true
        text.append(codePoint: nil)
    }

    mutating func takeEnd(into text: inout [UInt8]) {}
}
