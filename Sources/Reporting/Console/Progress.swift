import Dispatch
import Synchronization

/// The progress of work that may take a long time.
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

    init(_ text: String, on console: Console) {
        self.text = Mutex(text)
        self.console = console
    }

    /// Replaces the text; shown at the next turn of the spinner.
    public func update(_ text: String) { self.text.withLock { $0 = text } }

    func line(width: Int, now: ContinuousClock.Instant = .now) -> String {
        let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
        let sign = ["|", "/", "-", "\\"][turn % 4]
        let text = console.hidingSecrets(in: text.withLock { $0 })
        let seconds = (now - begin).components.seconds
        // The last column stays free because some terminals wrap when it is used.
        let line = "\(sign) \(text) (\(seconds) s)".replacingControlCharacters()
        return line.truncated(toWidth: width - 1)
    }
}

extension Console {
    /// Runs work, and shows its progress on a terminal after half a second; the line disappears at the end.
    ///
    /// - Parameters:
    ///   - text: the activity, such as `Downloading liquibase-4.33.0.tar.gz`.
    ///   - work: may update the text.
    /// - Returns: the result of `work`.
    public func withProgress<Result>(_ text: String, _ work: (Progress) async throws -> Result) async rethrows -> Result
    { try await withProgress(text, after: .milliseconds(500), every: .milliseconds(100), work) }

    func withProgress<Result>(
        _ text: String, after delay: DispatchTimeInterval, every interval: DispatchTimeInterval,
        _ work: (Progress) async throws -> Result
    ) async rethrows -> Result {
        let progress = Progress(text, on: self)
        guard let screen, verbosity > .quiet else { return try await work(progress) }
        screen.begin(progress)
        // A timer instead of a task keeps the spinner turning when the work occupies all threads of tasks.
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
