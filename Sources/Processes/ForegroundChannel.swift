import Synchronization

/// A channel of a ``ForegroundOutput``.
final class ForegroundChannel: OutputChannel {
    private struct State {
        var kept = StreamSpillFile()
        var isInForeground = false
        var isClosed = false
        /// Whether anything has come at all.
        var hasReceived = false
        /// The stream on which the last byte came, if it did not end its line.
        var openLine: OutputLine.Stream?

        /// Returns whether the channel was in the foreground, and has left it now.
        mutating func end() -> Bool {
            defer { isClosed = true }
            return isInForeground && !isClosed
        }

        mutating func takeKept() -> StreamSpillFile {
            defer { kept = StreamSpillFile() }
            return kept
        }
    }

    /// What is shown before the first byte.
    let header: String?
    /// What is shown after the last byte, if there is any.
    private let footer: String?
    private let lines: ForegroundLines
    /// What tells it from the others on the console.
    let number: Int
    private let hidingSecrets: @Sendable (String) -> String
    private let closing: @Sendable (ForegroundChannel) -> Void
    private let state = Mutex(State())

    /// Opens a channel.
    ///
    /// - Parameters:
    ///   - header: what is shown before the first byte.
    ///   - footer: a line to show after the last byte.
    ///   - lines: the console that the channels share.
    ///   - hidingSecrets: makes a text of devtool's own fit to be shown.
    ///   - close: closes the channel, by and by.
    init(
        header: String?, footer: String? = nil, lines: ForegroundLines,
        hidingSecrets: @escaping @Sendable (String) -> String,
        close: @escaping @Sendable (ForegroundChannel) -> Void
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
        // What devtool says is no result: if it cannot be shown, nothing is lost.
        try? state.withLock { state in
            if let stream = state.openLine { try receive("", on: stream, &state) }
            try receive(text, on: .error, &state)
        }
    }

    func close() {
        if let footer, state.withLock(\.hasReceived) { say(footer) }
        // Not here: a child that was killed may have left a write that goes on for ever.
        closing(self)
    }

    /// Takes nothing any more.
    ///
    /// - Returns: whether the channel was in the foreground, and has left it now.
    func end() -> Bool { state.withLock { $0.end() } }

    /// Takes nothing any more, unless somebody is writing, who may do so for ever.
    ///
    /// - Returns: as ``end()``; nil where somebody is.
    func endUnlessWriting() -> Bool? { state.withLockIfAvailable { $0.end() } }

    /// Comes to the foreground at once, if nothing has been kept.
    ///
    /// - Returns: whether the channel has been closed; nil where there is something to show first.
    @discardableResult
    func enterIfEmpty() -> Bool? {
        state.withLock { state in
            guard state.kept.isEmpty else { return nil }
            state.isInForeground = true
            return state.isClosed
        }
    }

    /// Shows what has been kept; meanwhile, what comes is still kept, so that nobody waits for a console that
    /// does not move.
    func showKept() throws {
        try show(state.withLock { $0.takeKept() })
    }

    /// Comes to the foreground, with what has been kept since; who writes has to wait for that, or there
    /// might be no end to it.
    ///
    /// - Returns: whether the channel has been closed, and the error met in showing it.
    func enter() -> (isClosed: Bool, failure: (any Error)?) {
        state.withLock { state in
            state.isInForeground = true
            do {
                try show(state.takeKept())
                return (state.isClosed, nil)
            } catch {
                return (state.isClosed, error)
            }
        }
    }

    private func show(_ kept: StreamSpillFile) throws {
        try kept.replay { try lines.write($0, on: $1, of: self) }
    }

    private func receive(
        _ line: String, on stream: OutputLine.Stream, _ state: inout State
    ) throws {
        try Array("\(line)\n".utf8).withUnsafeBytes { try receive($0, on: stream, &state) }
    }

    private func receive(
        _ bytes: UnsafeRawBufferPointer, on stream: OutputLine.Stream, _ state: inout State
    ) throws {
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
        RawSink(
            destination: Destination { [self] bytes in
                try state.withLock { try receive(bytes, on: stream, &$0) }
            })
    }
}
