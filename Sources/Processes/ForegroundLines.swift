import Reporting
import Synchronization

/// What is on the console of a ``ForegroundOutput``: whose, and whether at the end of a line.
final class ForegroundLines: Sendable {
    private struct State {
        /// The number of the last channel that has written; none has 0.
        var channel = 0
        /// The streams that have ended within a line.
        var open: Set<OutputLine.Stream> = []
    }

    private let output: Destination
    private let error: Destination
    /// Whether results and messages go to the same place.
    let isOneStream: Bool
    private let state = Mutex(State())
    private let lastNumber = Atomic(0)

    /// Begins on empty lines.
    init(console: Console) {
        output = Destination { try console.write($0) }
        error = Destination { console.writeError($0) }
        isOneStream = console.isOneStream
    }

    /// A number that no other channel has had; the next object may well lie where the last one lay.
    func newNumber() -> Int { lastNumber.add(1, ordering: .relaxed).newValue }

    /// Writes bytes of the channel in the foreground; before its first ones, ends the line of the one before
    /// and writes the header.
    func write(
        _ bytes: UnsafeRawBufferPointer, on stream: OutputLine.Stream,
        of channel: ForegroundChannel
    ) throws {
        guard let last = bytes.last else { return }
        try state.withLock { state in
            if state.channel != channel.number {
                try breakOff(&state)
                state.channel = channel.number
                if let header = channel.header { try error.write(header) }
            }
            try destination(stream).write(bytes)
            // What ends a line on one stream does not on another, unless they are one.
            if isOneStream { state.open = [] }
            if last == UInt8(ascii: "\n") {
                state.open.remove(stream)
            } else {
                state.open.insert(stream)
            }
        }
    }

    /// Ends the lines that are open.
    func breakOff() throws {
        try state.withLock { try breakOff(&$0) }
    }

    private func breakOff(_ state: inout State) throws {
        let open = state.open
        state.open = []
        for stream in open { try destination(stream).write("\n") }
    }

    private func destination(_ stream: OutputLine.Stream) -> Destination {
        stream == .output ? output : error
    }
}
