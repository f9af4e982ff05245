import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit

/// How a child ends that does not end by itself.
@Suite struct ProcessStoppingTests {
    /// Notes that it was asked to end, and ends; a grandchild would go on.
    private static let polite = """
        trap 'echo TERM >signals; exit 0' TERM
        # A shell that has not become 'sleep' yet would lose the signal.
        sh -c 'echo $$ >grandchild; exec sleep 600' &
        until [ -s grandchild ]; do sleep 0.02; done
        echo ready >ready
        wait
        """
    /// Does not let itself be asked, nor does its child.
    private static let stubborn = """
        trap '' TERM INT HUP QUIT
        sh -c 'echo $$ >grandchild; while :; do sleep 600; done' &
        echo $$ >child
        while :; do wait; done
        """

    /// A machine that is too busy to start the script in the time is given more.
    @Test func aTimeoutEndsTheWholeGroup() async throws {
        var (timeout, isReady) = (1, false)
        while !isReady {
            timeout *= 3
            try #require(timeout < 300, "the script is never ready")
            let recording = try ProcessRecording()
            var invocation = recording.script(Self.polite)
            invocation.timeout = .seconds(timeout)
            let error = await #expect(throws: ProcessError.self) { _ = try await recording.runner.run(invocation) }
            #expect(error?.exitStatus == .timedOut)
            #expect(error?.diagnostics.first?.message == "'/bin/sh' timed out after \(timeout) s")
            isReady = recording.folder.text("ready") != nil
            guard isReady else { continue }
            #expect(recording.folder.text("signals") == "TERM\n")
            try await recording.waitForEnd(of: "grandchild")
        }
    }

    @Test func whatDoesNotListenIsKilled() async throws {
        let recording = try ProcessRecording(gracePeriod: .milliseconds(100))
        let running = Task { try await recording.runner.run(recording.script(Self.stubborn)) }
        _ = try await recording.wait(for: "grandchild")
        _ = try await recording.wait(for: "child")
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        try await recording.waitForEnd(of: "child")
        try await recording.waitForEnd(of: "grandchild")
    }

    @Test func cancellationAsksFirst() async throws {
        let recording = try ProcessRecording()
        let running = Task { try await recording.runner.run(recording.script(Self.polite)) }
        _ = try await recording.wait(for: "ready")
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(recording.folder.text("signals") == "TERM\n")
        try await recording.waitForEnd(of: "grandchild")
    }

    /// Ends with a status of its own when the file `end` is there; notes every signal.
    private static let persuadable = """
        trap 'echo TERM >signals; exit 9' TERM
        trap 'echo INT >signals; exit 9' INT
        echo ready >ready
        until [ -e end ]; do sleep 0.02; done
        echo ended >ended
        """

    @Test func whatEndsByItselfIsSentNoSignal() async {
        // In a process of its own: what is tried first has some seconds, which other tests could take away.
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            let folder = recording.folder
            var invocation = recording.script(Self.persuadable)
            invocation.beforeStop = {
                try? folder.write("", to: "end")
                // Nothing is left to be tried when the child has ended.
                try? await Task.sleep(for: .seconds(600))
                try? folder.write("\(Task.isCancelled)\n", to: "cancelled")
                return false
            }
            let running = Task { [invocation] in try await recording.runner.run(invocation) }
            _ = try await recording.wait(for: "ready")
            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
            #expect(recording.folder.text("ended") == "ended\n")
            #expect(recording.folder.text("signals") == nil)
            #expect(try await recording.wait(for: "cancelled") == "true")
        }
    }

    /// It may not know a way, or the way may lead nowhere.
    @Test(arguments: [false, true]) func whatDoesNotEndByItselfIsSentTheSignal(isPromised: Bool) async {
        await #expect(processExitsWith: .success) { [isPromised = isPromised as Bool] in
            let recording = try ProcessRecording()
            let folder = recording.folder
            var invocation = recording.script(Self.polite)
            invocation.beforeStop = {
                let isEarly = folder.text("signals") == nil
                try? folder.write("\(isEarly)\n", to: "asked")
                return isPromised
            }
            let running = Task { [invocation] in try await recording.runner.run(invocation) }
            _ = try await recording.wait(for: "ready")
            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
            #expect(recording.folder.text("asked") == "true\n")
            #expect(recording.folder.text("signals") == "TERM\n")
            try await recording.waitForEnd(of: "grandchild")
        }
    }

    /// A way that leads nowhere takes half of the grace period; then there is time for the signal.
    @Test func theGracePeriodCountsFromTheFirstRequest() async throws {
        let recording = try ProcessRecording(gracePeriod: .milliseconds(200))
        var invocation = recording.script(Self.stubborn)
        invocation.beforeStop = {
            try? await Task.sleep(for: .seconds(600))
            return true
        }
        let running = Task { [invocation] in try await recording.runner.run(invocation) }
        _ = try await recording.wait(for: "grandchild")
        _ = try await recording.wait(for: "child")
        let begin = ContinuousClock.now
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(.now - begin < .seconds(60))
        try await recording.waitForEnd(of: "child")
        try await recording.waitForEnd(of: "grandchild")
    }

    @Test func grandchildrenHaveTheGracePeriodToo() async throws {
        let recording = try ProcessRecording()
        let script = """
            sh -c '
                end() {
                    # Until the parent is gone, or a zombie.
                    while grep -q "(sh) [^Z]" /proc/$PPID/stat 2>/dev/null; do sleep 0.02; done
                    echo cleaned | tee end
                    exit
                }
                trap end TERM
                echo ready >ready
                while :; do sleep 0.02; done
            ' &
            wait
            """
        let running = Task { try await recording.runner.run(recording.script(script)) }
        _ = try await recording.wait(for: "ready")
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(recording.folder.text("end") == "cleaned\n")
        #expect(recording.output == "cleaned\n")
    }

    @Test func aCancelledTaskStartsNothing() async throws {
        let recording = try ProcessRecording()
        let running = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await recording.runner.run(recording.script("touch started"))
        }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(recording.folder.text("started") == nil)
    }

    @Test func endingInTimeIsNoTimeout() async throws {
        let recording = try ProcessRecording()
        var invocation = recording.script("exit 3")
        invocation.timeout = .seconds(600)
        #expect(try await recording.runner.run(invocation) == .exited(3))
    }

    /// The reader of the output is there, and does not read: a pager that shows its first page.
    @Test func aPipeThatNobodyReadsHoldsNobodyUp() async throws {
        let pipe = try OwnedDescriptor.pipe()
        let runner = ProcessRunner(console: Console(output: pipe.writing.descriptor), gracePeriod: .milliseconds(100))
        let recording = try ProcessRecording()
        let running = Task { try await runner.run(recording.script("echo >begun; exec yes")) }
        _ = try await recording.wait(for: "begun")
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        // Lets the thread go that is still writing.
        pipe.reading.close()
    }

    @Test func aChildMayCloseItsOutputAndLiveOn() async throws {
        let recording = try ProcessRecording()
        let termination = try await recording.runner.run(
            recording.script("echo out; \(Scenario.untilRead()); exec >&- 2>&-; echo done >end; exit 4"))
        #expect(termination == .exited(4))
        #expect(recording.output == "out\n")
        #expect(recording.folder.text("end") == "done\n")
    }

    @Test(arguments: [OutputStyle.raw, .prefixed("a"), .grouped]) func aGrandchildThatHoldsTheOutputIsNotWaitedFor(
        style: OutputStyle
    ) async throws {
        let recording = try ProcessRecording()
        let termination = try await recording.runner.run(
            recording.script("sleep 600 & echo $! >grandchild; seq 20000; exit 5"), showing: style)
        #expect(termination == .exited(5))
        let prefix = style == .prefixed("a") ? "a | " : ""
        let isWhole = recording.output == (1...20000).map { "\(prefix)\($0)\n" }.joined()
        #expect(isWhole)
        // It was not stopped: a child may well leave a server running.
        let grandchild = try await #require(pid_t(recording.wait(for: "grandchild")))
        #expect(kill(grandchild, SIGKILL) == 0)
    }

    @Test func aGrandchildThatFloodsTheOutputIsNotWaitedFor() async throws {
        let recording = try ProcessRecording()
        let nowhere = try FileDescriptor.open("/dev/null", .writeOnly)
        defer { try? nowhere.close() }
        let termination = try await ProcessRunner(console: Console(output: nowhere)).run(
            recording.script("yes & echo $! >grandchild; exit 6"))
        #expect(termination == .exited(6))
        // With nobody reading any more, it ends by itself.
        try await recording.waitForEnd(of: "grandchild")
    }

    @Test func manyChildrenRunAtOnce() async throws {
        let recording = try ProcessRecording()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...40 {
                group.addTask {
                    // All of them wait for the last one.
                    let script = "echo \(number) >>here; until [ -e last ]; do sleep 0.05; done"
                    _ = try await recording.runner.run(recording.script(script))
                }
            }
            try await eventually { recording.folder.text("here")?.split(separator: "\n").count == 40 }
            _ = try await recording.runner.run(recording.script("touch last"))
            try await group.waitForAll()
        }
    }

    @Test func anInteractiveChildStaysInTheGroup() async throws {
        let recording = try ProcessRecording()
        var invocation = recording.script("cut -d ' ' -f 5 /proc/$$/stat >group")
        invocation.isInteractive = true
        #expect(try await recording.runner.run(invocation) == .exited(0))
        #expect(recording.folder.text("group") == "\(getpgrp())\n")
    }

    @Test func anInteractiveChildRunsAlone() async throws {
        let recording = try ProcessRecording()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                group.addTask {
                    let isAlone = number % 3 == 0
                    // A folder is made by one only; those that are not alone may meet each other.
                    var invocation = recording.script(
                        isAlone
                            ? "mkdir alone && sleep 0.02 && [ -z \"$(ls with 2>&-)\" ] && rmdir alone"
                            : "mkdir -p with/\(number); [ ! -e alone ] && sleep 0.01; "
                                + "s=$?; rmdir with/\(number); exit $s")
                    invocation.isInteractive = isAlone
                    let termination = try await recording.runner.run(invocation)
                    #expect(termination == .exited(0))
                }
            }
            try await group.waitForAll()
        }
    }
}
