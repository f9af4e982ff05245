import DevtoolKit
import TestSupport
import Testing

@testable import Migrate

/// The lines by which the Java processes report.
@Suite struct JavaReportTests {
    private static let report = JavaReport("ran", ["a\nb", "", "ö"])
    private static let written = Array("\0\u{1D}DTran\u{1F}a\u{1E}b\u{1F}\u{1F}ö\u{1F}\n".utf8)

    @Test func isALine() {
        #expect(JavaReport(OutputLine(Self.written, on: .error)) == Self.report)
        #expect(Self.report.bytes == Self.written)
        #expect(JavaReport(OutputLine(Array("text\n".utf8), on: .error)) == nil)
        // Behind a line that has no end.
        #expect(JavaReport(OutputLine(Array("text".utf8) + Self.written, on: .error)) == Self.report)
        #expect(JavaReport(OutputLine([0, 0x1D, 0x44, 0x54, 0x0A], on: .error)) == JavaReport("", []))
    }

    @Test func isFoundHoweverItArrives() {
        let bytes = Self.written + Array("text\0\u{1D}D".utf8) + Self.written + Array("more\0\u{1D}".utf8)
        let expected: [JavaReportReader.Part] = [
            .report(Self.report), .text(Array("text\0\u{1D}D".utf8)), .report(Self.report), .text(Array("more".utf8)),
        ]
        var random = SplitMix64(seed: 11)
        for _ in 0..<rounds(300) {
            var reader = JavaReportReader()
            var rest = bytes[...]
            var parts: [JavaReportReader.Part] = []
            while !rest.isEmpty {
                let count = Int.random(in: 1...12, using: &random)
                for part in reader.receive(rest.prefix(count)) {
                    // Text comes in pieces.
                    if case .text(let more) = part, case .text(let before)? = parts.last {
                        parts[parts.count - 1] = .text(before + more)
                    } else {
                        parts.append(part)
                    }
                }
                rest = rest.dropFirst(count)
            }
            #expect(parts == expected)
            #expect(reader.finish() == Array("\0\u{1D}".utf8))
        }
    }
}
