import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import TaskRunner

/// One task is run by one devtool at a time.
@Suite struct FileLockTests {
    @Test func theSecondWaitsAndTells() async throws {
        let project = FingerprintProject()
        let (store, inputs) = (project.store, project.inputs)
        let first = try await store.lock(inputs) { Issue.record("nobody has it") }
        let order = Mutex<[String]>([])
        let second = Task {
            let lock = try await store.lock(inputs) { order.withLock { $0.append("waits") } }
            order.withLock { $0.append("taken") }
            return lock
        }
        try await eventually { !order.withLock(\.isEmpty) }
        order.withLock { $0.append("released") }
        first.release()
        try await second.value.release()
        #expect(order.withLock { $0 } == ["waits", "released", "taken"])
    }

    @Test func onlyTheSameTaskWaits() async throws {
        let project = FingerprintProject()
        let first = try await project.store.lock(project.inputs) {}
        defer { first.release() }
        var inputs = project.inputs
        inputs.task = "other"
        try await project.store.lock(inputs) { Issue.record("it is another task") }.release()
    }

    @Test func waitingEndsWithTheTask() async throws {
        let project = FingerprintProject()
        let (store, inputs) = (project.store, project.inputs)
        let first = try await store.lock(inputs) {}
        defer { first.release() }
        let waits = Mutex(false)
        let second = Task { try await store.lock(inputs) { waits.withLock { $0 = true } } }
        try await eventually { waits.withLock { $0 } }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
    }

    /// Neither a killed devtool nor what it has started keeps others waiting.
    @Test func aKilledOwnerLeavesNothing() async throws {
        let project = FingerprintProject()
        try await project.store.lock(project.inputs) {}.release()
        let file = project.stateFile.string + "~lock"
        let (folder, program) = (
            TemporaryFolder(),
            """
            import fcntl, sys, time
            file = open(sys.argv[1])
            fcntl.flock(file, fcntl.LOCK_EX)
            print("locked", flush=True)
            time.sleep(3600)
            """
        )
        let owner = try #require(OtherProgram("python3")).start(
            ["-c", program, file], output: folder.path.appending("output"))
        try await eventually { folder.text("output") == "locked\n" }
        let waits = Mutex(false)
        let (store, inputs) = (project.store, project.inputs)
        let task = Task { try await store.lock(inputs) { waits.withLock { $0 = true } } }
        try await eventually { waits.withLock { $0 } }
        owner.end(by: SIGKILL)
        try await task.value.release()
    }

    @Test func whatATaskStartsDoesNotInheritIt() async throws {
        let project = FingerprintProject()
        // Foundation would close what is inherited.
        var child = pid_t()
        do {
            let lock = try FileLock(on: project.cache.path.appending("lock"))
            try await lock.take { Issue.record("nobody has it") }
            let arguments = [strdup("sleep"), strdup("3600"), nil]
            defer { arguments.forEach { free($0) } }
            #expect(posix_spawn(&child, "/bin/sleep", nil, nil, arguments, environ) == 0)
            // It goes without being released, as that of a process which ends.
        }
        let lock = try FileLock(on: project.cache.path.appending("lock"))
        // The system starts a program first, and closes what is not for it then: so it may have to wait, but
        // not for the child's end.
        try await lock.take {}
        #expect(waitpid(child, nil, WNOHANG) == 0)
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
    }
}
