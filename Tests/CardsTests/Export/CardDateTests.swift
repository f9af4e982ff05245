import Foundation
import TestSupport
import Testing

@testable import Cards

@Suite struct CardDateTests {
    @Test(arguments: [
        ("2026-03-01T09:30:00.000Z", "2026-03-01T09:30:00Z"), ("2026-03-01T00:30:00+02:00", "2026-02-28T22:30:00Z"),
        ("2024-02-29T23:30:00-01:00", "2024-03-01T00:30:00Z"), ("2025-12-31T23:59:60Z", "2025-12-31T23:59:59Z"),
        ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"), ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
        ("1900-02-28T23:00:00-02:00", "1900-03-01T01:00:00Z"),
    ]) func timestamps(_ text: String, _ expected: String) { #expect(CardDate(text)?.timestamp == expected) }

    @Test(arguments: [
        "", "2026", "2026-03-01", "2026-03-01T09:30:00", "2026-03-01T09:30Z", "2026-13-01T00:00:00Z",
        "2026-02-29T00:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T09:30:00.Z", "soon", "2026-03-01T09:30:00Zx",
        "2026-03-01T09:30:00+0200", " 2026-03-01T09:30:00Z", "0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00",
        "٢٠٢٦-03-01T09:30:00Z",
    ]) func noTimestamps(_ text: String) { #expect(CardDate(text) == nil) }

    @Test func shownToPeople() {
        let moment = CardDate("2026-03-01T09:05:00Z")
        #expect(moment?.day == "2026-03-01")
        #expect(moment?.shownDay == "1 Mar 2026")
        #expect(moment?.shownTime == "09:05")
    }

    /// Foundation's calendar has the last word.
    @Test(arguments: 0..<10 as Range<UInt64>) func asFoundation(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let style = Date.ISO8601FormatStyle()
        for _ in 0..<rounds(200) {
            // From 1600 on, where Foundation's calendar is Gregorian.
            let seconds = Int.random(in: -11_600_000_000...250_000_000_000, using: &random)
            let text = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
            #expect(CardDate(text)?.timestamp == text)
            let shift = Int.random(in: -1439...1439, using: &random)
            let local = Date(timeIntervalSince1970: Double(seconds + shift * 60)).formatted(style)
            let (hours, minutes) = (abs(shift) / 60, abs(shift) % 60)
            let zone =
                "\(shift < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours)" + ":\(minutes < 10 ? "0" : "")\(minutes)"
            #expect(CardDate(local.dropLast() + zone)?.timestamp == text)
        }
    }
}
