struct GroupedSink: OutputSink {
    private let destination: Destination
    private let lines: SharedLines
    private let owner: Int
    private var spill = SpillFile()

    init(destination: Destination, lines: SharedLines) {
        self.destination = destination
        self.lines = lines
        owner = lines.newOwner()
    }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws { try spill.append(bytes) }

    mutating func finish() throws {
        guard !spill.isEmpty else { return }
        try lines.takeTurn(as: owner, on: destination) { _ in
            var last: UInt8?
            try spill.replay { bytes in
                last = bytes.last
                try destination.write(bytes)
            }
            return last == UInt8(ascii: "\n")
        }
    }
}
