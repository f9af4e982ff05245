import Synchronization

/// Tells how far a batch has come, and how fast it is at present.
///
/// ```swift
/// try await console.withProgress("Looking at pages") { line in
///     let progress = BatchProgress { line.update($0) }
///     try await run.run(…, telling: { progress.update($0) })
/// }
/// ```
package final class BatchProgress: Sendable {
    private struct State {
        var tally = BatchTally()
        /// When how many pages were done, the oldest first.
        var samples: [(time: ContinuousClock.Instant, done: Int)] = []
    }

    /// What the rate is taken over.
    private static let window = Duration.seconds(5)
    /// How often the text is made anew; more often than it is shown would be for nothing.
    private static let interval = Duration.milliseconds(100)

    private let show: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// Creates the progress of a run that begins now.
    ///
    /// - Parameter show: takes the text whenever there is a new one.
    package init(show: @escaping @Sendable (String) -> Void = { _ in }) {
        self.show = show
        state.withLock { $0.samples = [(.now, 0)] }
    }

    /// The numbers so far.
    package var tally: BatchTally { state.withLock(\.tally) }

    /// Takes note of how far the run has come.
    package func update(_ tally: BatchTally) { update(tally, at: .now) }

    /// Takes note of how far the run has come at some time.
    func update(_ tally: BatchTally, at time: ContinuousClock.Instant) {
        let rate: Int? = state.withLock { state in
            state.tally = tally
            guard let last = state.samples.last, time - last.time >= Self.interval else {
                return nil
            }
            state.samples.append((time, tally.done))
            // The oldest that stays is as old as the window, so that the rate is one over all of it.
            while state.samples.count > 2, time - state.samples[1].time >= Self.window {
                state.samples.removeFirst()
            }
            let seconds = (time - state.samples[0].time) / .seconds(1)
            return Int((Double(tally.done - state.samples[0].done) / seconds).rounded())
        }
        if let rate { show(tally.progress(perSecond: rate)) }
    }
}
