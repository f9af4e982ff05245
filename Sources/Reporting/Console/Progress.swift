import Dispatch
import Synchronization

/// What is going on, for work that may take longer than a moment.
///
/// ```swift
/// let page = try await context.console.withProgress("Fetching \(url)") { progress in …
///     progress.update("Fetching \(url): \(count) bytes")
/// }
/// ```
public final class Progress: Sendable {
    private let text: Mutex<String>
    private let console: Console
    private let begin = ContinuousClock.now
    private let turns = Atomic<Int>(0)

    /// Creates the progress of work that is called `text`; the console knows the secrets to hide in it.
    init(_ text: String, on console: Console) {
        self.text = Mutex(text)
        self.console = console
    }

    /// Says anew what is going on; shown with the next turn of the sign.
    public func update(_ text: String) {
        self.text.withLock { $0 = text }
    }

    /// The line that is shown: a sign that turns, the text, the seconds so far, cut to a width.
    func line(width: Int, now: ContinuousClock.Instant = .now) -> String {
        let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
        let sign = ["|", "/", "-", "\\"][turn % 4]
        let text = console.hidingSecrets(in: text.withLock { $0 })
        let seconds = (now - begin).components.seconds
        // The last column stays free: some terminals wrap as soon as it is used.
        let line = "\(sign) \(text) (\(seconds) s)".replacingControlCharacters()
        return line.truncated(toWidth: width - 1)
    }
}

extension Console {
    /// Does work that may take long, and shows on a terminal that it goes on, from half a second on;
    /// nothing is left of it at the end.
    ///
    /// - Parameters:
    ///   - text: what is being done, as in `Downloading liquibase-4.33.0.tar.gz`.
    ///   - work: the work; it may change the text as it goes.
    /// - Returns: what the work returns.
    public func withProgress<Result>(
        _ text: String, _ work: (Progress) async throws -> Result
    ) async rethrows -> Result {
        try await withProgress(text, after: .milliseconds(500), every: .milliseconds(100), work)
    }

    /// As ``withProgress(_:_:)``, with other times.
    func withProgress<Result>(
        _ text: String, after delay: DispatchTimeInterval, every interval: DispatchTimeInterval,
        _ work: (Progress) async throws -> Result
    ) async rethrows -> Result {
        let progress = Progress(text, on: self)
        guard let screen, verbosity > .quiet else { return try await work(progress) }
        screen.begin(progress)
        // A timer, not a task: it turns the sign also when the work occupies every thread of tasks.
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + delay, repeating: interval)
        timer.setEventHandler { [weak progress] in
            guard let progress else { return }
            screen.show(progress.line(width: screen.width), from: progress)
        }
        timer.activate()
        defer {
            timer.cancel()
            screen.end(progress)
        }
        return try await work(progress)
    }
}
