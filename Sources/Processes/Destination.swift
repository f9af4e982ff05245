package struct Destination: Sendable {
    let write: @Sendable (UnsafeRawBufferPointer) throws -> Void

    package init(write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void) { self.write = write }

    func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }
}
