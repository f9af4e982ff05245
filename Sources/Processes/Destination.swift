/// A stream of the console, or whatever takes bytes.
package struct Destination: Sendable {
    /// Writes bytes, all of them.
    let write: @Sendable (UnsafeRawBufferPointer) throws -> Void

    /// Creates one of what takes the bytes.
    package init(write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void) {
        self.write = write
    }

    /// Writes a text.
    func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }
}
