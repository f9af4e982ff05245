import Synchronization

/// Reports the progress and current rate of a batch.
///
/// ```swift
/// try await console.withProgress("Processing pages") { line in
///     let progress = BatchProgress { line.update($0) }
///     try await run.run(…, telling: { progress.update($0) })
/// }
/// ```
final class BatchProgress: Sendable {
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
    init(show: @escaping @Sendable (String) -> Void = { _ in }) {
        self.show = show
        state.withLock { $0.samples = [(.now, 0)] }
    }

    /// The numbers so far.
    var tally: BatchTally { state.withLock(\.tally) }

    /// Takes note of how far the run has come.
    func update(_ tally: BatchTally) { update(tally, at: .now) }

    /// Takes note of how far the run has come at some time.
    func update(_ tally: BatchTally, at time: ContinuousClock.Instant) {
        let rate: Int? = state.withLock { state in
            state.tally = tally
            guard let last = state.samples.last, time - last.time >= Self.interval else {
                return nil
            }
            state.samples.append((time, tally.pages.done))
            // The oldest that stays is as old as the window, so that the rate is one over all of it.
            while state.samples.count > 2, time - state.samples[1].time >= Self.window {
                state.samples.removeFirst()
            }
            let seconds = (time - state.samples[0].time) / .seconds(1)
            return Int((Double(tally.pages.done - state.samples[0].done) / seconds).rounded())
        }
        if let rate { show(tally.progress(perSecond: rate)) }
    }
}

/// How many pages there are of each outcome.
struct OutcomeTally: Sendable, Equatable {
    /// How many pages have an icon.
    var withIcon = 0
    /// How many pages have none.
    var withoutIcon = 0
    /// How many pages could not be looked at.
    var failed = 0

    /// How many pages there are.
    var done: Int { withIcon + withoutIcon + failed }

    /// Counts a page.
    mutating func count(_ outcome: BatchAnswer.Outcome) {
        switch outcome {
        case .icon: withIcon += 1
        case .noIcon: withoutIcon += 1
        case .failed: failed += 1
        }
    }
}

/// The counts of a batch's results.
struct BatchTally: Sendable, Equatable {
    /// The pages that have been looked at.
    var pages = OutcomeTally()
    /// How many lines have been written.
    var written = 0
    /// How many lines there are to answer; nil as long as the list is not read to its end.
    var total: Int?
    /// The lines that earlier runs had done, which are not among the others.
    var earlier = OutcomeTally()
    /// How many lines are in other parts of the list, for other runs.
    var elsewhere = 0

    /// Whether all pages have an icon, those of earlier runs, too: a list that is done in two runs is no success if
    /// it is none in one.
    var isSuccess: Bool { [pages, earlier].allSatisfy { $0.withIcon == $0.done } }

    /// The sentence that closes a run: `1,234 pages: 1,200 with an icon, 22 without, 12 failed`.
    var summary: String {
        let count = pages.done == 1 ? "1 page" : "\(pages.done.grouped) pages"
        let parts = Self.list([
            (pages.withIcon, "with an icon"), (pages.withoutIcon, "without"),
            (pages.failed, "failed"),
        ])
        var sentence = parts.isEmpty ? count : "\(count): \(parts)"
        if written < pages.done { sentence += "; \(written.grouped) written" }
        if earlier.done > 0 { sentence += "; \(earlier.done.grouped) done earlier" }
        let lacking = Self.list([
            (earlier.withoutIcon, "without an icon"), (earlier.failed, "failed"),
        ])
        return lacking.isEmpty ? sentence : "\(sentence) (\(lacking))"
    }

    /// The numbers that are not zero, each with its words.
    private static func list(_ numbers: [(Int, String)]) -> String {
        numbers.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", ")
    }

    /// How far the run has come: `1,234 of ? pages, 56/s, 12 without an icon, 3 failed`.
    func progress(perSecond rate: Int) -> String {
        "\(pages.done.grouped) of \(total?.grouped ?? "?") pages, \(rate.grouped)/s, "
            + "\(pages.withoutIcon.grouped) without an icon, \(pages.failed.grouped) failed"
    }
}

extension Int {
    /// The number with a comma after each three digits, as in `12,345`.
    fileprivate var grouped: String {
        var text = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3), digit != "-" { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
