import Dispatch
import Testing

@testable import Migrate

/// Work that may never end, as a question to a database that does not answer.
@Suite struct BlockingWorkTests {
    @Test func whatDoesNotEndIsNotWaitedFor() async {
        let end = DispatchSemaphore(value: 0)
        defer { end.signal() }
        let answer = await runBlocking(within: .milliseconds(20), else: "none") {
            end.wait()
            return "late"
        }
        #expect(answer == "none")
    }

    @Test func whatEndsIsTheAnswer() async {
        #expect(await runBlocking(within: .seconds(60), else: "none") { "soon" } == "soon")
    }
}
