import Reporting
import Synchronization

/// Tracks which channel of a ``ForegroundOutput`` has written last, and whether its line is complete.
final class ForegroundLines: Sendable {
    private struct State {
        /// The last channel that has written; 0 for none.
        var channel = 0
        var open: Set<OutputLine.Stream> = []
    }

    private let output: Destination
    private let error: Destination
    let isOneStream: Bool
    private let state = Mutex(State())
    private let lastNumber = Atomic(0)
    /// The lines of the console's other output, which must not be inside others.
    private let others: (lines: SharedLines, owner: Int)?

    init(console: Console, beside others: SharedLines? = nil) {
        self.others = others.map { ($0, $0.newOwner()) }
        output = Destination { try console.write($0) }
        error = Destination { console.writeError($0) }
        isOneStream = console.isOneStream
    }

    /// Unique, unlike an address, which may be reused.
    func newNumber() -> Int { lastNumber.add(1, ordering: .relaxed).newValue }

    /// Writes output of the foreground channel; its first bytes follow its header, after the previous channel's line is
    /// ended.
    func write(_ bytes: UnsafeRawBufferPointer, on stream: OutputLine.Stream, of channel: ForegroundChannel) throws {
        guard let last = bytes.last else { return }
        try state.withLock { state in
            if state.channel != channel.number {
                try breakOff(&state)
                state.channel = channel.number
                if let header = channel.takeHeader() { try error.write(header) }
            }
            if let others {
                try others.lines.takeTurn(as: others.owner, on: destination(stream)) { [self] _ in
                    try destination(stream).write(bytes)
                    return last == UInt8(ascii: "\n")
                }
            } else {
                try destination(stream).write(bytes)
            }
            // A newline on one stream does not end a line on the other, unless they are the same.
            if isOneStream { state.open = [] }
            if last == UInt8(ascii: "\n") { state.open.remove(stream) } else { state.open.insert(stream) }
        }
    }

    func breakOff() throws { try state.withLock { try breakOff(&$0) } }

    private func breakOff(_ state: inout State) throws {
        let open = state.open
        state.open = []
        for stream in open { try destination(stream).write("\n") }
    }

    private func destination(_ stream: OutputLine.Stream) -> Destination { stream == .output ? output : error }
}
