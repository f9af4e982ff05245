import CLinux
import Glibc
import Synchronization

/// The main thread, which runs devtool's own tasks and, when idle, waits for children and signals.
///
/// Separate threads for the two would pass each child's end back and forth, and one child alone would need three
/// threads.
package final class MainThread: TaskExecutor, Watcher {
    private static let shared = MainThread()

    private struct State {
        var jobs: [UnownedJob] = []
        var isRunning = false
        var isWaiting = false
    }

    private let state = Mutex(State())
    /// The descriptor that wakes the thread; -1 before the first wait.
    private let alarm = Atomic<Int32>(-1)

    /// `nil` if the main thread does not run tasks, as in tests.
    package static var executor: (any TaskExecutor)? { shared.state.withLock(\.isRunning) ? shared : nil }

    /// Runs work on the calling thread, which must be the main thread; the work ends the process.
    package static func run(_ work: @escaping @Sendable () async -> Never) -> Never {
        shared.state.withLock { $0.isRunning = true }
        Task(executorPreference: shared) { await work() }
        shared.run()
    }

    /// Makes the kernel schedule this thread, which must be the main thread, soon after a child's end, even if another
    /// child runs on the same processor.
    ///
    /// Otherwise a processor idles while the next child waits for that one's end: two jobs took 1.25 times as long.
    package static func takeShortTurns() { if executor != nil { thread_takes_short_turns() } }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let wasWaiting = state.withLock { state in
            state.jobs.append(job)
            defer { state.isWaiting = false }
            return state.isWaiting
        }
        if wasWaiting { loop_wake(alarm.load(ordering: .acquiring)) }
    }

    func isReady(_ descriptor: Int32) { loop_calm(descriptor) }

    private func run() -> Never {
        var buffer = EventLoop.buffer
        while true {
            let jobs = state.withLock { state in
                defer { state.jobs = [] }
                state.isWaiting = state.jobs.isEmpty && alarm.load(ordering: .relaxed) >= 0
                return state.jobs
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            if !jobs.isEmpty { continue }
            guard alarm.load(ordering: .relaxed) >= 0 || setAlarm() else { continue }
            EventLoop.shared.wait(through: &buffer) { state.withLock { $0.isWaiting = false } }
        }
    }

    private func setAlarm() -> Bool {
        let descriptor = loop_create_alarm()
        if descriptor >= 0, (try? EventLoop.shared.watch(descriptor, for: self)) != nil {
            alarm.store(descriptor, ordering: .releasing)
        } else {
            // Without a free descriptor, the thread polls for jobs.
            if descriptor >= 0 { close(descriptor) }
            usleep(1_000)
        }
        return false
    }
}
