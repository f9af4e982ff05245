import Synchronization
import Testing

@testable import Favicon

/// What a person is told while a batch runs, and at its end.
@Suite struct BatchProgressTests {
    private static func tally(_ withIcon: Int, _ withoutIcon: Int, _ failed: Int, of total: Int? = nil) -> BatchTally {
        var tally = BatchTally()
        tally.pages = OutcomeTally(withIcon: withIcon, withoutIcon: withoutIcon, failed: failed)
        tally.total = total
        tally.written = tally.pages.done
        return tally
    }

    @Test(arguments: [
        (tally(0, 0, 0), "0 pages"), (tally(1, 0, 0), "1 page: 1 with an icon"),
        (tally(1_200, 22, 12), "1,234 pages: 1,200 with an icon, 22 without, 12 failed"),
        (tally(0, 0, 1_234_567), "1,234,567 pages: 1,234,567 failed"),
        (tally(999, 1, 0), "1,000 pages: 999 with an icon, 1 without"),
    ]) func summary(tally: BatchTally, expected: String) { #expect(tally.summary == expected) }

    @Test func summaryOfWhatIsNotWrittenOrWasDoneBefore() {
        var tally = Self.tally(5, 0, 0)
        tally.written = 3
        tally.earlier.withIcon = 4_000
        #expect(tally.summary == "5 pages: 5 with an icon; 3 written; 4,000 done earlier")
        #expect(tally.isSuccess)
        tally.earlier = OutcomeTally(withIcon: 3_000, failed: 1_000)
        #expect(tally.summary.hasSuffix("; 4,000 done earlier (1,000 failed)"))
        #expect(!tally.isSuccess)
        tally.earlier = OutcomeTally(withIcon: 2_999, withoutIcon: 1, failed: 1_000)
        #expect(tally.summary.hasSuffix("; 4,000 done earlier (1 without an icon, 1,000 failed)"))
    }

    @Test func countsOutcomes() {
        var tally = BatchTally()
        for outcome in [BatchAnswer.Outcome.icon, .noIcon, .failed, .icon] { tally.pages.count(outcome) }
        tally.written = 4
        #expect(tally == Self.tally(2, 1, 1))
    }

    @Test func theRateIsThatOfTheLastSeconds() {
        let shown = Mutex<[String]>([])
        let progress = BatchProgress { text in shown.withLock { $0.append(text) } }
        let begin = ContinuousClock.now + .seconds(1)
        for second in 0...20 {
            // 100 a second, then 10 a second.
            let done = second <= 10 ? second * 100 : 1_000 + (second - 10) * 10
            let tally = Self.tally(done - 1, 0, 1, of: second == 20 ? 2_000 : nil)
            progress.update(tally, at: begin + .seconds(second))
            progress.update(tally, at: begin + .seconds(second) + .milliseconds(50))
        }
        let texts = shown.withLock { $0 }
        #expect(texts.count == 21, "once in a tenth of a second at most")
        #expect(texts[10] == "1,000 of ? pages, 100/s, 0 without an icon, 1 failed")
        #expect(texts[20] == "1,100 of 2,000 pages, 10/s, 0 without an icon, 1 failed")
        #expect(progress.tally.pages.done == 1_100)
    }
}
