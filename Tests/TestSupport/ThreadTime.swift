import Glibc

/// The seconds of processor time that a thread spends on something, which other tests do not disturb:
/// the least of three tries.
package func threadSeconds(of work: () -> Void) -> Double {
    (0..<3).map { _ in
        let start = threadTime()
        work()
        return threadTime() - start
    }.min() ?? 0
}

/// Whether eight times as much takes about eight times as long; quadratic time would be sixty-four.
///
/// `seconds` measures an amount of work. Of what takes hardly any time, nothing is said.
package func growsLinearly(to amount: Int, _ seconds: (Int) throws -> Double) rethrows -> Bool {
    try seconds(amount) < seconds(amount / 8) * 24 + 0.01
}

private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
