import CLinux
import Glibc
import Synchronization

/// The thread that the process began with: it does devtool's own work, and waits for children and signals while there
/// is none to do.
///
/// With a thread for each of the two, all that the end of a child sets off would pass from one to the other and back,
/// and one child alone would need three threads.
package final class MainThread: TaskExecutor, Watcher {
    /// The process' own.
    private static let shared = MainThread()

    private struct State {
        var jobs: [UnownedJob] = []
        /// Whether the thread is here to do jobs.
        var isRunning = false
        /// Whether it waits, and must be woken for a job.
        var isWaiting = false
    }

    private let state = Mutex(State())
    /// What wakes the thread; not there before it waits for the first time.
    private let alarm = Atomic<Int32>(-1)

    /// What does the work of tasks on the main thread; nil where that does none, as in tests.
    package static var executor: (any TaskExecutor)? {
        shared.state.withLock(\.isRunning) ? shared : nil
    }

    /// Does work on the calling thread, which must be the main one, until the work ends the process.
    package static func run(_ work: @escaping @Sendable () async -> Never) -> Never {
        shared.state.withLock { $0.isRunning = true }
        Task(executorPreference: shared) { await work() }
        shared.run()
    }

    /// Has the main thread, which must be the calling one, start the next child as soon as one has ended, though
    /// another has just come to its turn on the same processor.
    ///
    /// Without it, the next one waited for the end of that one, and a processor had nothing to do meanwhile: two jobs
    /// took 1.25 times as long.
    package static func takeShortTurns() {
        if executor != nil { thread_takes_short_turns() }
    }

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
        var events = EventLoop.Events()
        while true {
            let jobs = state.withLock { state in
                defer { state.jobs = [] }
                state.isWaiting = state.jobs.isEmpty && alarm.load(ordering: .relaxed) >= 0
                return state.jobs
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            if !jobs.isEmpty { continue }
            guard alarm.load(ordering: .relaxed) >= 0 || setAlarm() else { continue }
            EventLoop.shared.wait(for: &events) {
                state.withLock { $0.isWaiting = false }
            }
        }
    }

    /// Prepares to be woken: whether the thread is to wait now.
    private func setAlarm() -> Bool {
        let descriptor = loop_create_alarm()
        if descriptor >= 0, (try? EventLoop.shared.watch(descriptor, for: self)) != nil {
            alarm.store(descriptor, ordering: .releasing)
        } else {
            // No descriptor is left: until one is, it looks for jobs again and again.
            if descriptor >= 0 { close(descriptor) }
            usleep(1_000)
        }
        return false
    }
}
