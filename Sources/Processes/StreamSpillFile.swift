struct StreamSpillFile: Sendable {
    private var spill = SpillFile()

    private static let headerSize = MemoryLayout<Int>.size

    var isEmpty: Bool { spill.isEmpty }

    mutating func append(_ bytes: UnsafeRawBufferPointer, of stream: OutputLine.Stream) throws {
        // A chunk follows its size and stream.
        try withUnsafeBytes(of: bytes.count << 1 | (stream == .output ? 0 : 1)) { try spill.append($0) }
        try spill.append(bytes)
    }

    func replay(_ body: (UnsafeRawBufferPointer, OutputLine.Stream) throws -> Void) throws {
        var head: [UInt8] = []
        var (count, stream) = (0, OutputLine.Stream.output)
        try spill.replay { bytes in
            var rest = bytes
            while !rest.isEmpty {
                // A chunk of the spill file may end within a header.
                let part = rest.prefix(count > 0 ? count : Self.headerSize - head.count)
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
                if count > 0 {
                    try body(UnsafeRawBufferPointer(rebasing: part), stream)
                    count -= part.count
                    continue
                }
                head += part
                guard head.count == Self.headerSize else { return }
                let header = head.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
                (count, stream) = (header >> 1, header & 1 == 0 ? .output : .error)
                head = []
            }
        }
    }
}
