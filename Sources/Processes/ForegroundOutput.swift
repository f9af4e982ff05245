package import Dispatch
package import Reporting
import Synchronization

/// Shows the output of concurrent work sequentially, as one block per piece of work.
///
/// Each piece has a channel. The oldest open channel is in the foreground, and its output is passed on at once. Output
/// of other channels is kept until they enter the foreground; a channel that has been closed by then is shown as a
/// whole.
///
/// ```swift
/// let output = ForegroundOutput(console: context.console)
/// let channel = output.open()
/// try await processes.run(invocation, output: channel.output, error: channel.error)
/// channel.close(nil, isLast: false)
/// try await output.finish()
/// ```
package final class ForegroundOutput: Sendable {
    private struct State {
        /// Channels that have not been shown completely; the first is in the foreground.
        var channels: [ForegroundChannel] = []
        /// Closed channels that follow all others.
        var last: [ForegroundChannel] = []
        var failure: (any Error)?
    }

    private static let writingPeriod = DispatchTimeInterval.milliseconds(500)

    let console: Console
    private let patience: DispatchTimeInterval?
    let lines: ForegroundLines
    private let state = Mutex(State())
    /// Shows kept output; may block, for example on a suspended terminal.
    private let queue = DispatchQueue(label: "devtool.foreground")

    /// With `patience`, a channel is shown when it has been closed, so that it can be folded, or after that time.
    ///
    /// The console's other lines may be those of a ``PrefixedOutput``.
    package init(console: Console, patience: DispatchTimeInterval? = nil, beside other: PrefixedOutput? = nil) {
        self.console = console
        self.patience = patience
        lines = ForegroundLines(console: console, beside: other?.lines)
    }

    /// Opens a channel after all others.
    package func open() -> any OutputChannel {
        let channel = ForegroundChannel(of: self)
        if let patience {
            queue.asyncAfter(deadline: .now() + patience) { [weak self, weak channel] in
                if let self, let channel, channel.goLive(), isFirst(channel) { show(channel) }
            }
        } else if isFirst(channel) {
            channel.enterIfEmpty()
        }
        return channel
    }

    /// Appends a channel, and returns whether it is the only one.
    private func isFirst(_ channel: ForegroundChannel) -> Bool {
        state.withLock { state in
            state.channels.append(channel)
            return state.channels.count == 1
        }
    }

    /// Waits until closed channels are shown, except those behind an open one, and ends the last line if all are
    /// closed.
    ///
    /// After cancellation, it waits only briefly: the console may be a pipe that is not read. Throws the first error of
    /// showing kept output.
    package func finish() async throws {
        let last = state.withLock { state in
            defer { state.last = [] }
            return state.last
        }
        last.forEach(showClosed)
        let end = OneShot<Void>()
        queue.async { [self] in
            if state.withLock(\.channels.isEmpty) { attempt { try lines.breakOff() } }
            end.complete(with: ())
        }
        await withTaskCancellationHandler {
            await end.value()
        } onCancel: {
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.writingPeriod) { end.complete(with: ()) }
        }
        if let failure = state.withLock(\.failure) { throw failure }
    }

    /// Closes a channel; if it was in the foreground, the next ones follow.
    ///
    /// This happens synchronously if there is nothing to show and no write in progress, as for most of a thousand
    /// silent tasks, otherwise on a thread that may block.
    func close(_ channel: ForegroundChannel, _ fold: (begin: String, end: String)?, isLast: Bool) {
        if patience != nil, !channel.fold(between: fold) {
            _ = channel.end()
            return isLast ? state.withLock { $0.last.append(channel) } : showClosed(channel)
        }
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

    private func showClosed(_ channel: ForegroundChannel) {
        if isFirst(channel) { queue.async { [self] in show(channel) } }
    }

    /// Shows a channel in the foreground, then the next one if the channel is closed.
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
