/// The header of a response, which arrives line by line.
///
/// The headers of redirects, interim responses and a proxy's response come first, and are replaced.
struct HeaderLines {
    private(set) var headers = HTTPHeaders([])

    /// Whether the next line starts another header or is a trailer.
    private(set) var isComplete = true

    /// Appends a line, with or without its line ending.
    mutating func append(_ line: UnsafeRawBufferPointer) {
        if isComplete {
            guard line.starts(with: "HTTP/".utf8) else { return }
            headers = HTTPHeaders([])
            isComplete = false
            return
        }
        let text = Self.trimmed(line, line.indices)
        if text.isEmpty {
            isComplete = true
        } else if Self.isBlank(line[0]) {
            // An obsolete continuation line (RFC 9112, section 5.2).
            headers.appendToLast([UInt8(ascii: " ")])
            headers.appendToLast(line[text])
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let name = Self.trimmed(line, 0..<colon)
            let value = Self.trimmed(line, colon + 1..<line.count)
            // Safety: the parts do not leave this call.
            headers.append(UnsafeRawBufferPointer(rebasing: line[name]), UnsafeRawBufferPointer(rebasing: line[value]))
        }
    }

    private static func trimmed(_ line: UnsafeRawBufferPointer, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(line[start]) { start += 1 }
        while start < end, isBlank(line[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
