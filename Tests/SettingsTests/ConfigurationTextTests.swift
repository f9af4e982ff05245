import TestSupport
import Testing

@testable import DevtoolKit

/// How values are read from texts, and written as texts.
@Suite struct ConfigurationTextTests {
    @Test(arguments: [
        ("0s", Duration.zero, "0s"), ("500ms", .milliseconds(500), "500ms"), ("90s", .seconds(90), "1m30s"),
        ("1h30m", .seconds(5400), "1h30m"), ("1s1s", .seconds(2), "2s"), ("0h5ms", .milliseconds(5), "5ms"),
        ("100h", .seconds(360_000), "100h"), ("10", .seconds(10), "10s"), ("0.5", .milliseconds(500), "500ms"),
        ("1.2346", .milliseconds(1235), "1s235ms"),
    ]) func readsDurations(text: String, duration: Duration, written: String) {
        #expect(DurationText.parse(text) == duration)
        #expect(TimeSpan(argument: text)?.duration == duration)
        #expect(DurationText.format(duration) == written)
    }

    @Test(arguments: [
        "", "5.", ".5", "-1", "1e3", "nan", "1.2.3", "99999999999999999999", "s", "5 s", "1.5s", "-5s", "5d", "5S",
        "5s6", "9223372036854775807h", "٣s", "99999999999999999999s", "9223372036854775807ms1ms",
    ]) func whatIsNoDuration(text: String) {
        #expect(DurationText.parse(text) == nil)
        #expect(TimeSpan(argument: text) == nil)
    }

    @Test(arguments: [
        ("plain", "plain"), ("db/a-b.xml", "db/a-b.xml"), ("jdbc:x://h:1/d?a=b", nil), ("", nil), ("a: b", nil),
        ("a:", nil), ("-a", nil), ("null", nil), ("True", nil), ("5", nil), ("1e3", nil), ("4.29.2", "4.29.2"),
        ("a b", nil), ("\u{E4}\u{20AC}", nil), ("\u{E4}rger", "\u{E4}rger"), ("a\u{85}b", nil),
    ]) func quotesWhereYAMLWouldReadSomethingElse(text: String, expected: String?) {
        #expect(YAMLText.scalar(text) == expected ?? YAMLText.scalar(text))
        #expect(YAMLText.scalar(text).hasPrefix("\"") == (expected == nil))
    }

    @Test func everyTextComesBack() throws {
        var generator = SplitMix64(seed: 13)
        let ranges: [ClosedRange<UInt32>] = [0...0x7F, 0x80...0x2FF, 0x2000...0x206F, 0xFE00...0x10FFF]
        for _ in 0..<rounds(2000) {
            let scalars = (0..<Int.random(in: 0...8, using: &generator)).compactMap { _ in
                ranges.randomElement(using: &generator).flatMap {
                    Unicode.Scalar(UInt32.random(in: $0, using: &generator))
                }
            }
            let text = String(String.UnicodeScalarView(scalars))
            let root = try YAMLParser.parse(Array("[\(YAMLText.scalar(text))]".utf8))
            guard case .sequence(let items)? = root?.value else {
                Issue.record("\(text.debugDescription) is not one scalar")
                continue
            }
            #expect(items.first?.text?.unicodeScalars.elementsEqual(scalars) == true, "\(text.debugDescription)")
        }
    }

    @Test func helpListsTheSettings() {
        let settings = [
            Setting("jobs", .integer(1...8), default: "4", help: "How many at once."),
            Setting("level", .choice(["a", "b"]), help: "How much."),
            Setting(
                "targets",
                .entries([
                    Setting("level", .choice(["a", "b"]), help: "How much."),
                    Setting("password", .secret, help: "Where the password is."),
                ]), help: "The databases."),
        ]
        #expect(
            settings.lines.map { "\($0.key) | \($0.value) | \($0.help)" } == [
                "jobs | an integer from 1 to 8, default 4 | How many at once.", "level | one of a, b | How much.",
                "targets.NAME |  | The databases. Each can override any setting of this section except"
                    + " 'jobs', 'targets'.", "targets.NAME.password | secret | Where the password is.",
            ])
    }
}
