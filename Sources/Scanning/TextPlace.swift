/// A place in a text; line and column count from 1, the column in Unicode scalars.
@usableFromInline package struct TextPlace: Hashable, Sendable {
    @usableFromInline package var line: Int
    @usableFromInline package var column: Int

    package init(line: Int = 1, column: Int = 1) { (self.line, self.column) = (line, column) }

    /// Moves past a byte of UTF-8.
    @inlinable package mutating func pass(_ byte: UInt8) {
        if byte == ASCII.lineFeed { (line, column) = (line + 1, 1) } else if byte & 0xC0 != 0x80 { column += 1 }
    }
}
