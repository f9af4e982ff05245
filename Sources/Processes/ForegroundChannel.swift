import Synchronization

final class ForegroundChannel: OutputChannel {
    private struct State {
        var kept = StreamSpillFile()
        var isInForeground = false
        var isClosed = false
        var hasReceived = false
        /// The stream whose last byte did not end a line.
        var openLine: OutputLine.Stream?

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

    let header: String?
    private let footer: String?
    private let lines: ForegroundLines
    let number: Int
    private let hidingSecrets: @Sendable (String) -> String
    private let closing: @Sendable (ForegroundChannel) -> Void
    private let state = Mutex(State())

    /// `header` is shown before the first byte and `footer` after the last one; `close` may take effect later.
    init(
        header: String?, footer: String? = nil, lines: ForegroundLines,
        hidingSecrets: @escaping @Sendable (String) -> String, close: @escaping @Sendable (ForegroundChannel) -> Void
    ) {
        self.header = header
        self.footer = footer
        self.lines = lines
        number = lines.newNumber()
        self.hidingSecrets = hidingSecrets
        closing = close
    }

    var output: any OutputSink { sink(.output) }
    var error: any OutputSink { sink(.error) }
    var combinesStreams: Bool { lines.isOneStream }

    func say(_ line: String) {
        let text = hidingSecrets(line)
        // devtool's messages are optional, so errors are ignored.
        try? state.withLock { state in
            if let stream = state.openLine { try receive("", on: stream, &state) }
            try receive(text, on: .error, &state)
        }
    }

    func close() {
        if let footer, state.withLock(\.hasReceived) { say(footer) }
        // Not closed here because a child that was killed may have left a write that never ends.
        closing(self)
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

    private func show(_ kept: StreamSpillFile) throws { try kept.replay { try lines.write($0, on: $1, of: self) } }

    private func receive(_ line: String, on stream: OutputLine.Stream, _ state: inout State) throws {
        try Array("\(line)\n".utf8).withUnsafeBytes { try receive($0, on: stream, &state) }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, on stream: OutputLine.Stream, _ state: inout State) throws {
        guard let last = bytes.last, !state.isClosed else { return }
        state.hasReceived = true
        state.openLine = last == UInt8(ascii: "\n") ? nil : stream
        if state.isInForeground {
            try lines.write(bytes, on: stream, of: self)
        } else {
            try state.kept.append(bytes, of: stream)
        }
    }

    private func sink(_ stream: OutputLine.Stream) -> RawSink {
        RawSink(destination: Destination { [self] bytes in try state.withLock { try receive(bytes, on: stream, &$0) } })
    }
}
