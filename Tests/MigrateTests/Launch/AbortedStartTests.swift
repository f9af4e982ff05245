import DevtoolKit
import Synchronization
import Testing

@testable import Migrate

/// The report of a Java that aborts at its start, which is kept until it is known to be one.
@Suite struct AbortedStartTests {
    @Test(arguments: [(1000, 0), (1001, 1001), (1500, 1500)]) func nothingLongerThanAReportIsKept(
        count: Int, passed: Int
    ) throws {
        let lines = Mutex(0)
        let start = AbortedStart(passingTo: { _ in lines.withLock { $0 += 1 } })
        let beginning = "#\n# A fatal error has been detected by the Java Runtime Environment:\n"
        let report = beginning.split(separator: "\n").map { "\($0)\n" }
        for index in 0..<count {
            let line = index < report.count ? report[index] : "#\n"
            try start.receive(OutputLine(Array(line.utf8), on: .output))
        }
        #expect(lines.withLock(\.self) == passed)
        #expect(try start.finish(after: .exited(1)) == false)
        #expect(lines.withLock(\.self) == count)
    }
}
