import CTestSupport
import Processes
import Testing

@Suite struct ProcessorsTests {
    /// As with `taskset -c 0`, though the machine may have more of them online.
    @Test func onlyThoseThatMayBeUsedCount() { #expect(on_one_processor { Int32(Processors.count) } == 1) }
}
