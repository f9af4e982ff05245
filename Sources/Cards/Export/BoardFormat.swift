/// A shape in which boards can be written.
protocol BoardFormat {
    /// Writes the boards, which hold no other cards than those to be shown.
    func write(_ boards: [Board], to output: inout ExportOutput) throws
}

/// The way of an export's text to its destination, in pieces that are not too small.
struct ExportOutput: ~Copyable {
    private var pending: [UInt8] = []
    private let destination: (UnsafeRawBufferPointer) throws -> Void

    private static var pieceSize: Int { 64 * 1024 }

    /// An output that hands what it is given to the closure.
    init(to destination: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.destination = destination
    }

    /// Writes a text.
    mutating func write(_ text: String) throws { try write(text.utf8) }

    /// Writes bytes.
    mutating func write(_ bytes: some Sequence<UInt8>) throws {
        pending += bytes
        if pending.count >= Self.pieceSize { try flush() }
    }

    /// Hands over what is still held back; to be called at the end.
    mutating func flush() throws {
        guard !pending.isEmpty else { return }
        // Safety: the bytes are lent for the call.
        try pending.withUnsafeBytes(destination)
        pending.removeAll(keepingCapacity: true)
    }
}
