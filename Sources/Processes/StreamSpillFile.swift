struct StreamSpillFile: Sendable {
    private var spill = SpillFile()

    var isEmpty: Bool { spill.isEmpty }

    mutating func append(_ bytes: UnsafeRawBufferPointer, of stream: OutputLine.Stream) throws {
        // A chunk follows its stream and size.
        try withUnsafeBytes(of: Header(stream: stream, count: bytes.count).bits) { try spill.append($0) }
        try spill.append(bytes)
    }

    func replay(_ body: (UnsafeRawBufferPointer, OutputLine.Stream) throws -> Void) throws {
        var head: [UInt8] = []
        var current = Header(bits: 0)
        try spill.replay { bytes in
            var rest = bytes
            while !rest.isEmpty {
                if current.count == 0 {
                    // A chunk of the spill file may end within a header.
                    let part = rest.prefix(Header.size - head.count)
                    head += part
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
                    guard head.count == Header.size else { return }
                    current = Header(bits: head.withUnsafeBytes { $0.loadUnaligned(as: Int.self) })
                    head = []
                } else {
                    let part = UnsafeRawBufferPointer(rebasing: rest.prefix(current.count))
                    try body(part, current.stream)
                    current.count -= part.count
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
                }
            }
        }
    }

    private struct Header {
        static let size = MemoryLayout<Int>.size

        let stream: OutputLine.Stream
        var count: Int

        init(stream: OutputLine.Stream, count: Int) {
            self.stream = stream
            self.count = count
        }

        init(bits: Int) {
            stream = bits & 1 == 0 ? .output : .error
            count = bits >> 1
        }

        var bits: Int { count << 1 | (stream == .output ? 0 : 1) }
    }
}
