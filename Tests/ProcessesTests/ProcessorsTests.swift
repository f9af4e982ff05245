import Glibc
import Processes
import Testing

@Suite struct ProcessorsTests {
    /// As with `taskset -c 0`: the machine may have more of them online.
    @Test func onlyThoseThatMayBeUsedCount() {
        var before = cpu_set_t()
        #expect(sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &before) == 0)
        // Only for this thread, which does nothing else meanwhile.
        defer { sched_setaffinity(0, MemoryLayout<cpu_set_t>.size, &before) }
        var one = cpu_set_t()
        let first = withUnsafeBytes(of: before) { bytes in
            bytes.indices.first { bytes[$0] != 0 }.map { $0 * 8 + bytes[$0].trailingZeroBitCount }
        }
        withUnsafeMutableBytes(of: &one) { bytes in
            if let first { bytes[first / 8] = 1 << UInt8(first % 8) }
        }
        #expect(sched_setaffinity(0, MemoryLayout<cpu_set_t>.size, &one) == 0)
        #expect(Processors.count == 1)
    }
}
