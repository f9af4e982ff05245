import Glibc

/// Reads bytes from left to right with the vocabulary of `NSScanner`.
///
///     var scanner = ByteScanner("16x32")
///     let width = scanner.scan(.digits)      // "16"
///     scanner.scan("x")                      // true
///     let height = scanner.scan(.digits)     // "32"
package struct ByteScanner: Sendable {
    package let bytes: [UInt8]
    package private(set) var position = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: some StringProtocol) { self.init(Array(text.utf8)) }

    package var isAtEnd: Bool { position == bytes.count }

    /// `nil` at the end.
    package var peek: UInt8? { isAtEnd ? nil : bytes[position] }

    package var rest: ArraySlice<UInt8> { bytes[position...] }

    /// `nil` at the end.
    @discardableResult package mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// Consumes the byte if it is next.
    @discardableResult package mutating func scan(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    /// Consumes the text if it is next; case-sensitive.
    @discardableResult package mutating func scan(_ text: StaticString) -> Bool {
        let matches = text.withUTF8Buffer { rest.starts(with: $0) }
        if matches { position += text.utf8CodeUnitCount }
        return matches
    }

    /// Consumes the longest run of bytes in the set, which may be empty.
    @discardableResult package mutating func scan(_ set: ByteSet) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, set.contains(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    /// Consumes the bytes up to the next occurrence of the byte, or all.
    @discardableResult package mutating func scanUpTo(_ byte: UInt8) -> ArraySlice<UInt8> {
        let start = position
        position = bytes.withUnsafeBytes { buffer in
            // Safety: the search stays within the buffer, and the result is inside it.
            guard let first = buffer.baseAddress, let found = memchr(first + start, Int32(byte), buffer.count - start)
            else { return buffer.count }
            return UnsafeRawPointer(found) - first
        }
        return bytes[start..<position]
    }

    /// Consumes the bytes up to the next byte in the set, or all.
    @discardableResult package mutating func scanUpTo(_ set: ByteSet) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, !set.contains(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    package mutating func move(to position: Int) {
        precondition((0...bytes.count).contains(position))
        self.position = position
    }
}
