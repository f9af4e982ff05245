import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Processes

/// What signals do while children run, each in a process of its own, as the signals are the process'.
@Suite struct ProcessSignalTests {
    /// Answers a signal by noting it and ending.
    private static func attentive(_ name: String) -> String {
        """
        for signal in INT TERM HUP QUIT; do
            trap "echo $signal >\(name).signal; exit 0" $signal
        done
        echo ready >\(name)
        while :; do sleep 0.02; done
        """
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) func aSignalStopsAllChildren(number: Int32) async {
        await #expect(processExitsWith: .success) { [number] in
            let recording = try ProcessRecording()
            let names = ["a", "b", "c"]
            let children = names.map { name in
                Task { try await recording.runner.run(recording.script(Self.attentive(name))) }
            }
            for name in names { _ = try await recording.wait(for: name) }
            kill(getpid(), number)
            for child in children {
                let error = await #expect(throws: Interrupted.self) { try await child.value }
                #expect(error?.signal == number)
            }
            let signals = Set(names.map { recording.folder.text("\($0).signal") })
            let expected = [SIGINT: "INT", SIGTERM: "TERM", SIGHUP: "HUP", SIGQUIT: "QUIT"]
            #expect(signals == [expected[number].map { $0 + "\n" }])
        }
    }

    @Test func theEndOfOneChildLeavesTheOthersWatched() async {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            let child = Task { try await recording.runner.run(recording.script(Self.attentive("a"))) }
            _ = try await recording.wait(for: "a")
            _ = try await recording.runner.run(recording.script(":"))
            kill(getpid(), SIGINT)
            await #expect(throws: Interrupted.self) { try await child.value }
        }
    }

    @Test func theSecondSignalKills() async {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            let script = """
                trap 'echo INT >first' INT
                echo $$ >child
                while :; do sleep 0.02; done
                """
            let child = Task { try await recording.runner.run(recording.script(script)) }
            _ = try await recording.wait(for: "child")
            kill(getpid(), SIGINT)
            _ = try await recording.wait(for: "first")
            kill(getpid(), SIGINT)
            await #expect(throws: Interrupted.self) { try await child.value }
            try await recording.waitForEnd(of: "child")
        }
    }

    @Test func theSecondSignalDoesNotWaitForAnotherWayToEnd() async {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            let folder = recording.folder
            let script = """
                trap 'echo INT >signals' INT
                echo $$ >child
                while :; do sleep 0.02; done
                """
            var invocation = recording.script(script)
            invocation.beforeStop = {
                try? folder.write("begun\n", to: "asking")
                try? await Task.sleep(for: .seconds(600))
                return true
            }
            let child = Task { [invocation] in try await recording.runner.run(invocation) }
            _ = try await recording.wait(for: "child")
            kill(getpid(), SIGINT)
            _ = try await recording.wait(for: "asking")
            kill(getpid(), SIGINT)
            await #expect(throws: Interrupted.self) { try await child.value }
            try await recording.waitForEnd(of: "child")
            #expect(folder.text("signals") == nil)
        }
    }

    /// As a scheduler does that cancels the rest when one fails.
    @Test func cancellingAfterASignalTakesNoTimeAway() async {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            let script = """
                trap 'echo INT >first; until [ -e go ]; do sleep 0.02; done; echo end >end; exit' INT
                echo ready >ready
                while :; do sleep 0.02; done
                """
            let child = Task { try await recording.runner.run(recording.script(script)) }
            _ = try await recording.wait(for: "ready")
            kill(getpid(), SIGINT)
            _ = try await recording.wait(for: "first")
            child.cancel()
            try recording.folder.write("", to: "go")
            await #expect(throws: Interrupted.self) { try await child.value }
            #expect(recording.folder.text("end") == "end\n")
        }
    }

    @Test func whatIgnoresTheSignalIsAskedOnceMore() async {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            // A shell lets what it starts in the background ignore SIGINT.
            let script = "sleep 600 & echo $! >grandchild; wait"
            let child = Task { try await recording.runner.run(recording.script(script)) }
            _ = try await recording.wait(for: "grandchild")
            kill(getpid(), SIGINT)
            await #expect(throws: Interrupted.self) { try await child.value }
            try await recording.waitForEnd(of: "grandchild")
        }
    }

    @Test func withoutChildrenSignalsDoWhatTheyDid() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let recording = try ProcessRecording()
            _ = try await recording.runner.run(recording.script(":"))
            kill(getpid(), SIGTERM)
            try await Task.sleep(for: .seconds(600))
        }
    }

    @Test func aSignalThatIsIgnoredStaysIgnored() async {
        await #expect(processExitsWith: .success) {
            signal(SIGHUP, SIG_IGN)
            let recording = try ProcessRecording()
            let script = """
                echo ready >ready
                until [ -e go ]; do sleep 0.02; done
                """
            let child = Task { try await recording.runner.run(recording.script(script)) }
            _ = try await recording.wait(for: "ready")
            kill(getpid(), SIGHUP)
            _ = try await recording.runner.run(recording.script("touch go"))
            #expect(try await child.value == .exited(0))
            kill(getpid(), SIGHUP)
        }
    }

    /// The terminal sends its signals to the child as well, and the child decides: a database shell takes
    /// Ctrl-C for the end of a query.
    ///
    /// What runs the child is not asked to stop either, as long as that has not ended.
    @Test func anInteractiveChildHasItsSignalsFromTheTerminal() async {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            var invocation = recording.script(
                """
                trap 'echo INT >signal' INT
                echo ready >ready
                until [ -e go ]; do sleep 0.02; done
                exit 3
                """)
            invocation.isInteractive = true
            let context = Context(
                console: Console(), processes: recording.runner, environment: [:], workingDirectory: "/", plugins: [])
            let child = Task { [invocation] in
                try await context.cancellingOnSignals { try await context.processes.run(invocation) }
            }
            _ = try await recording.wait(for: "ready")
            // As the handler does for what the terminal sends.
            SignalPipe.shared.note(SIGINT, isFromProcess: false)
            SignalDispatcher.shared.catchUp()
            try recording.folder.write("", to: "go")
            #expect(try await child.value == .exited(3))
            #expect(recording.folder.text("signal") == nil)
        }
    }

    @Test func anInteractiveChildIsAskedToEnd() async {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            var invocation = recording.script(Self.attentive("a"))
            invocation.isInteractive = true
            let child = Task { [invocation] in try await recording.runner.run(invocation) }
            _ = try await recording.wait(for: "a")
            kill(getpid(), SIGTERM)
            let error = await #expect(throws: Interrupted.self) { try await child.value }
            #expect(error?.signal == SIGTERM)
            #expect(recording.folder.text("a.signal") == "TERM\n")
        }
    }
}
