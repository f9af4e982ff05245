/// A stream of the console, or whatever takes bytes.
struct Destination: Sendable {
    /// Writes bytes, all of them.
    let write: @Sendable (UnsafeRawBufferPointer) throws -> Void

    /// Writes a text.
    func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }
}
