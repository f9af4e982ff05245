import Dispatch
package import Reporting
import Synchronization

/// Shows the output of pieces of work that go on at the same time one after another, each in one piece.
///
/// Each has a channel; the oldest one that is open is in the foreground, and what comes on it is passed on
/// at once. What comes on the others is kept, and is passed on, whole, when it is their turn; from then on
/// they are in the foreground, unless they have been closed in the meantime.
///
/// ```swift
/// let output = ForegroundOutput(console: context.console)
/// let channel = output.open(header: "build")
/// try await processes.run(invocation, output: channel.output, error: channel.error)
/// channel.close()
/// try await output.finish()
/// ```
package final class ForegroundOutput: Sendable {
    private struct State {
        /// The channels that have not been shown to their end; the first one is in the foreground.
        var channels: [ForegroundChannel] = []
        /// The first error met in passing on what was kept.
        var failure: (any Error)?
    }

    /// How long a cancelled task waits for the console.
    private static let writingPeriod = DispatchTimeInterval.milliseconds(500)

    private let console: Console
    private let lines: ForegroundLines
    private let state = Mutex(State())
    /// Passes on what was kept: it may block, as a terminal does that is stopped.
    private let queue = DispatchQueue(label: "devtool.foreground")

    /// Creates what shows its channels on a console.
    package init(console: Console) {
        self.console = console
        lines = ForegroundLines(console: console)
    }

    /// Opens a channel behind all others.
    ///
    /// - Parameters:
    ///   - header: a line to show on standard error before the first that comes on the channel; one on which
    ///     nothing comes shows nothing.
    ///   - footer: a line to show after the last one, likewise.
    /// - Returns: the channel.
    package func open(header: String? = nil, footer: String? = nil) -> any OutputChannel {
        let text = header.map { console.hidingSecrets(in: $0) + "\n" }
        let channel = ForegroundChannel(
            header: text, footer: footer, lines: lines,
            hidingSecrets: { [console] in console.hidingSecrets(in: $0) },
            close: { [self] in close($0) })
        let isFirst = state.withLock { state in
            state.channels.append(channel)
            return state.channels.count == 1
        }
        if isFirst { channel.enterIfEmpty() }
        return channel
    }

    /// Waits until all that came on closed channels has been passed on, but for those that wait for one that
    /// is open; with none open, ends the last line: what devtool says from then on comes after it.
    ///
    /// Once the task is cancelled, it waits only a little: the console may be a pipe that nobody reads.
    ///
    /// - Throws: the first error met in passing on what was kept.
    package func finish() async throws {
        let end = OneShot<Void>()
        queue.async { [self] in
            if state.withLock(\.channels.isEmpty) { attempt { try lines.breakOff() } }
            end.complete(with: ())
        }
        await withTaskCancellationHandler {
            await end.value()
        } onCancel: {
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.writingPeriod) {
                end.complete(with: ())
            }
        }
        if let failure = state.withLock(\.failure) { throw failure }
    }

    /// Closes a channel; from the foreground, the next one comes there, and all that are closed pass.
    ///
    /// That is done at once as long as nobody writes and there is nothing to show, as with most of a thousand
    /// tasks that say nothing; else on a thread that may block.
    private func close(_ channel: ForegroundChannel) {
        guard let hasLeftForeground = channel.endUnlessWriting() else {
            return queue.async { [self] in if channel.end() { show(takeNext()) } }
        }
        guard hasLeftForeground else { return }
        var next = takeNext()
        while let channel = next, let isClosed = channel.enterIfEmpty() {
            if !isClosed { return }
            next = takeNext()
        }
        if let next { queue.async { [self] in show(next) } }
    }

    /// Brings a channel to the foreground with what has been kept of it; and those after it, as long as they
    /// are closed.
    private func show(_ first: ForegroundChannel?) {
        var next = first
        while let channel = next {
            attempt { try channel.showKept() }
            let (isClosed, failure) = channel.enter()
            attempt { if let failure { throw failure } }
            if !isClosed { return }
            next = takeNext()
        }
    }

    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch { state.withLock { $0.failure = $0.failure ?? error } }
    }

    private func takeNext() -> ForegroundChannel? {
        state.withLock { state in
            state.channels.removeFirst()
            return state.channels.first
        }
    }
}
