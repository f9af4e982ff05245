import Glibc

/// Reads bytes from left to right in the vocabulary of `NSScanner`: `scan` what is expected here,
/// `scanUpTo` what is looked for.
///
///     var scanner = ByteScanner("16x32")
///     let width = scanner.scan(.digits)      // "16"
///     scanner.scan("x")                      // true
///     let height = scanner.scan(.digits)     // "32"
package struct ByteScanner: Sendable {
    /// The bytes that are read.
    package let bytes: [UInt8]
    /// How many bytes have been read.
    package private(set) var position = 0

    /// Starts at the first of the bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Starts at the first UTF-8 byte of the text.
    package init(_ text: some StringProtocol) {
        self.init(Array(text.utf8))
    }

    /// Whether every byte has been read.
    package var isAtEnd: Bool { position == bytes.count }

    /// The next byte, which stays unread; `nil` at the end.
    package var peek: UInt8? { isAtEnd ? nil : bytes[position] }

    /// The bytes not read yet.
    package var rest: ArraySlice<UInt8> { bytes[position...] }

    /// Reads the next byte, whatever it is; `nil` at the end.
    @discardableResult
    package mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads the byte if it comes next.
    @discardableResult
    package mutating func scan(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    /// Reads the text if it comes next, letter case included.
    @discardableResult
    package mutating func scan(_ text: StaticString) -> Bool {
        let matches = text.withUTF8Buffer { rest.starts(with: $0) }
        if matches { position += text.utf8CodeUnitCount }
        return matches
    }

    /// Reads the longest run of bytes of the set, which may be empty.
    @discardableResult
    package mutating func scan(_ set: ByteSet) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, set.contains(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    /// Reads the bytes before the next occurrence of the byte, or all the rest if there is none.
    @discardableResult
    package mutating func scanUpTo(_ byte: UInt8) -> ArraySlice<UInt8> {
        let start = position
        position = bytes.withUnsafeBytes { buffer in
            // Safety: what is searched is the rest of the buffer, in which the result is, too.
            guard let first = buffer.baseAddress,
                let found = memchr(first + start, Int32(byte), buffer.count - start)
            else { return buffer.count }
            return UnsafeRawPointer(found) - first
        }
        return bytes[start..<position]
    }

    /// Reads the bytes before the next byte of the set, or all the rest if there is none.
    @discardableResult
    package mutating func scanUpTo(_ set: ByteSet) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, !set.contains(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    /// Moves to a position between the first byte and the end.
    package mutating func move(to position: Int) {
        precondition((0...bytes.count).contains(position))
        self.position = position
    }
}
