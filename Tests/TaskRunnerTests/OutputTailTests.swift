import Testing

@testable import TaskRunner

/// What a report has of a task's output: its end, in whole lines.
@Suite struct OutputTailTests {
    @Test(arguments: [1, 100, 20_000]) func hasTheLastLines(linesAtOnce: Int) {
        let tail = OutputTail()
        for start in stride(from: 10_000, to: 30_000, by: linesAtOnce) {
            let lines = (start..<start + linesAtOnce).map { "line \($0)\n" }.joined()
            Array(lines.utf8).withUnsafeBytes(tail.append)
        }
        // 5,957 lines of 11 bytes are the most of 64 KiB.
        let expected = (24_043..<30_000).map { "line \($0)\n" }.joined()
        let isExpected = tail.text == "…\n" + expected
        #expect(isExpected, "\(tail.text.prefix(100))")
    }
}
