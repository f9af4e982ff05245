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

private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
