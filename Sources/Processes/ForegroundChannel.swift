import Reporting
import Synchronization

final class ForegroundChannel: OutputChannel {
    private struct State {
        var kept = StreamSpillFile()
        var isInForeground = false
        var isClosed = false
        var hasReceived = false
        /// The stream whose last byte did not end a line.
        var openLine: OutputLine.Stream?
        var isLive = false

        /// Whether this makes the channel leave the foreground.
        mutating func end() -> Bool {
            defer { isClosed = true }
            return isInForeground && !isClosed
        }

        mutating func takeKept() -> StreamSpillFile {
            defer { kept = StreamSpillFile() }
            return kept
        }
    }

    private let header = Mutex<String?>(nil)
    private let owner: ForegroundOutput
    let number: Int
    private let state = Mutex(State())

    init(of owner: ForegroundOutput) {
        self.owner = owner
        number = owner.lines.newNumber()
    }

    var output: any OutputSink { sink(.output) }
    var error: any OutputSink { sink(.error) }
    var combinesStreams: Bool { owner.lines.isOneStream }

    func say(_ line: String) { state.withLock { say(owner.console.hidingSecrets(in: line), &$0) } }

    private func say(_ text: String, _ state: inout State) {
        // devtool's messages are optional, so errors are ignored.
        if let stream = state.openLine { try? receive("", on: stream, &state) }
        try? receive(text, on: .error, &state)
    }

    func command(_ line: String) { say(line) }

    /// The line before the first byte, once.
    func takeHeader() -> String? {
        header.withLock { header in
            defer { header = nil }
            return header.map { $0 + "\n" }
        }
    }

    // Takes effect later, because a child that was killed may have left a write that never ends.
    func close(_ fold: (begin: String, end: String)?, isLast: Bool) { owner.close(self, fold, isLast: isLast) }

    /// Folds the output, and returns whether the channel is live; if so, it is too late.
    func fold(between fold: (begin: String, end: String)?) -> Bool {
        state.withLock { state in
            if let fold, state.hasReceived, !state.isLive {
                header.withLock { $0 = fold.begin }
                say(fold.end, &state)
            }
            return state.isLive
        }
    }

    /// Returns whether it is still open, and from now on shown before it is closed.
    func goLive() -> Bool {
        state.withLock { state in
            state.isLive = !state.isClosed
            return state.isLive
        }
    }

    /// Stops accepting output, and returns whether this makes the channel leave the foreground.
    func end() -> Bool { state.withLock { $0.end() } }

    /// Like ``end()``; `nil` if a write is in progress, which may never end.
    func endUnlessWriting() -> Bool? { state.withLockIfAvailable { $0.end() } }

    /// Enters the foreground if no output is kept, and returns whether the channel is closed; otherwise `nil`.
    @discardableResult func enterIfEmpty() -> Bool? {
        state.withLock { state in
            guard state.kept.isEmpty else { return nil }
            state.isInForeground = true
            return state.isClosed
        }
    }

    /// Shows the output kept so far.
    ///
    /// New output is still kept, so that writers do not wait for a blocked console.
    func showKept() throws { try show(state.withLock { $0.takeKept() }) }

    /// Enters the foreground and shows the output kept in the meantime; writers wait meanwhile, so that the output
    /// ends.
    func enter() -> (isClosed: Bool, failure: (any Error)?) {
        state.withLock { state in
            state.isInForeground = true
            do {
                try show(state.takeKept())
                return (state.isClosed, nil)
            } catch { return (state.isClosed, error) }
        }
    }

    private func show(_ kept: StreamSpillFile) throws {
        try kept.replay { try owner.lines.write($0, on: $1, of: self) }
    }

    private func receive(_ line: String, on stream: OutputLine.Stream, _ state: inout State) throws {
        try Array("\(line)\n".utf8).withUnsafeBytes { try receive($0, on: stream, &state) }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, on stream: OutputLine.Stream, _ state: inout State) throws {
        guard let last = bytes.last, !state.isClosed else { return }
        state.hasReceived = true
        state.openLine = last == UInt8(ascii: "\n") ? nil : stream
        if state.isInForeground {
            try owner.lines.write(bytes, on: stream, of: self)
        } else {
            try state.kept.append(bytes, of: stream)
        }
    }

    private func sink(_ stream: OutputLine.Stream) -> Destination {
        Destination { [self] bytes in try state.withLock { try receive(bytes, on: stream, &$0) } }
    }
}
