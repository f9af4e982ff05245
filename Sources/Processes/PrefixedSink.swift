struct PrefixedSink: OutputSink {
    private let destination: Destination
    private let lines: SharedLines
    private let owner: Int
    private var relay: LineRelay

    init(prefix: String, destination: Destination, lines: SharedLines) {
        self.destination = destination
        self.lines = lines
        owner = lines.newOwner()
        relay = LineRelay(prefix: Array(prefix.utf8))
    }

    var holdsBytes: Bool { relay.holdsBytes }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws { try pass(relay.relay(bytes)) }

    mutating func pause() throws { try pass(relay.flush()) }

    mutating func finish() throws { try pass(relay.finish()) }

    private func pass(_ piece: LineRelay.Piece?) throws {
        guard let piece else { return }
        try lines.takeTurn(as: owner, on: destination) { continues in
            // If another child has interrupted the line, its rest is a separate line.
            let isLabelled = continues && !piece.beginsLine
            let bytes = isLabelled ? piece.bytes : relay.prefix + piece.bytes
            try bytes.withUnsafeBytes(destination.write)
            return piece.endsLine
        }
    }
}
