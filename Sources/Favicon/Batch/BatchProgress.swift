import Synchronization

final class BatchProgress: Sendable {
    private static let window = Duration.seconds(5)
    /// The minimum time between two updates of the text.
    private static let interval = Duration.milliseconds(100)

    private let show: @Sendable (String) -> Void
    private let state: Mutex<(tally: BatchTally, samples: [(time: ContinuousClock.Instant, done: Int)])>

    init(show: @escaping @Sendable (String) -> Void = { _ in }) {
        self.show = show
        state = Mutex((BatchTally(), [(.now, 0)]))
    }

    var tally: BatchTally { state.withLock { $0.tally } }

    func update(_ tally: BatchTally, at time: ContinuousClock.Instant = .now) {
        let rate: Int? = state.withLock { state in
            state.tally = tally
            guard let last = state.samples.last, time - last.time >= Self.interval else { return nil }
            state.samples.append((time, tally.pages.done))
            // The oldest sample kept is as old as the window, so that the rate covers all of it.
            while state.samples.count > 2, time - state.samples[1].time >= Self.window { state.samples.removeFirst() }
            let seconds = (time - state.samples[0].time) / .seconds(1)
            return Int((Double(tally.pages.done - state.samples[0].done) / seconds).rounded())
        }
        if let rate { show(tally.progress(perSecond: rate)) }
    }
}

struct OutcomeTally: Sendable, Equatable {
    var withIcon = 0
    var withoutIcon = 0
    var failed = 0
    var done: Int { withIcon + withoutIcon + failed }
    mutating func count(_ outcome: BatchAnswer.Outcome) {
        switch outcome {
        case .icon: withIcon += 1
        case .noIcon: withoutIcon += 1
        case .failed: failed += 1
        }
    }
}

struct BatchTally: Sendable, Equatable {
    var pages = OutcomeTally()
    var written = 0
    /// The number of lines to answer; `nil` until the end of the list has been read.
    var total: Int?
    /// The lines that earlier runs have answered, which are not part of ``pages``.
    var earlier = OutcomeTally()
    /// The number of lines in other shards, left to other runs.
    var elsewhere = 0

    /// Whether all pages have an icon, including those of earlier runs: resuming must not turn a failure into a
    /// success.
    var isSuccess: Bool { [pages, earlier].allSatisfy { $0.withIcon == $0.done } }

    /// The summary of a run, such as `1,234 pages: 1,200 with an icon, 22 without, 12 failed`.
    var summary: String {
        let count = pages.done == 1 ? "1 page" : "\(pages.done.grouped) pages"
        let parts = Self.list([
            (pages.withIcon, "with an icon"), (pages.withoutIcon, "without"), (pages.failed, "failed"),
        ])
        var sentence = parts.isEmpty ? count : "\(count): \(parts)"
        if written < pages.done { sentence += "; \(written.grouped) written" }
        if earlier.done > 0 { sentence += "; \(earlier.done.grouped) done earlier" }
        let lacking = Self.list([(earlier.withoutIcon, "without an icon"), (earlier.failed, "failed")])
        return lacking.isEmpty ? sentence : "\(sentence) (\(lacking))"
    }

    private static func list(_ numbers: [(Int, String)]) -> String {
        numbers.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", ")
    }

    /// The progress line, such as `1,234 of ? pages, 56/s, 12 without an icon, 3 failed`.
    func progress(perSecond rate: Int) -> String {
        "\(pages.done.grouped) of \(total?.grouped ?? "?") pages, \(rate.grouped)/s, "
            + "\(pages.withoutIcon.grouped) without an icon, \(pages.failed.grouped) failed"
    }
}

extension Int {
    fileprivate var grouped: String {
        var text = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3), digit != "-" { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
