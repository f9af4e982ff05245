import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit

@Suite struct ProcessRunnerTests {
    /// Runs a shell script, and returns how it ended and what was relayed.
    private func run(
        _ script: String, input: Invocation.Input = .none, secrets: [String] = [], environment: [String: String?] = [:],
        directory: FilePath? = nil
    ) async throws -> (Termination, output: String, error: String) {
        let recording = try ProcessRecording()
        let termination = try await recording.runner.run(
            Invocation(
                "/bin/sh", ["-c", script], environment: environment, directory: directory, input: input,
                secrets: secrets.map { Secret($0) }))
        return (termination, recording.output, recording.error)
    }

    @Test func relaysBothStreams() async throws {
        let (termination, output, error) = try await run("echo out; echo err >&2; printf 'no newline'")
        #expect(termination == .exited(0))
        #expect(output == "out\nno newline")
        #expect(error == "err\n")
    }

    @Test(arguments: [0, 1, 3, 255]) func passesTheStatusOn(status: Int32) async throws {
        let (termination, _, _) = try await run("exit \(status)")
        #expect(termination == .exited(status))
    }

    /// Dispatch gives its threads others: as root, -2 for this one.
    @Test func theNiceValueIsThatOfTheProcess() async throws {
        let output = try await Task.detached(priority: .userInitiated) { try await run("nice").output }.value
        #expect(output == "\(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), UInt32(getpid())))\n")
    }

    @Test func tellsDeathBySignal() async throws {
        let (termination, _, _) = try await run("kill -TERM $$")
        #expect(termination == .signaled(SIGTERM))
        #expect(throws: Interrupted.self) { try termination.propagate() }
    }

    @Test func redactsSecretsInBothStreams() async throws {
        let script = "printf hun; \(Scenario.untilRead()); echo ter2; echo 'password hunter2' >&2"
        let (_, output, error) = try await run(script, secrets: ["hunter2"])
        #expect(output == "***\n")
        #expect(
            error == """
                password ***
                devtool: warning: the output of '/bin/sh' contained a secret, shown as ***

                """)
    }

    @Test func givesTheInput() async throws {
        let (_, output, _) = try await run("cat", input: .secret(Secret("from the pipe")))
        #expect(output == "from the pipe")
        let (_, nothing, _) = try await run("cat")
        #expect(nothing == "")
        let large = Secret(String(repeating: "x", count: 1 << 20))
        let (_, count, _) = try await run("wc -c", input: .secret(large))
        #expect(count == "1048576\n")
    }

    @Test func aChildMayIgnoreItsInput() async throws {
        let large = Secret(String(repeating: "x", count: 1 << 20))
        let (termination, output, _) = try await run("echo done", input: .secret(large))
        #expect(termination == .exited(0))
        #expect(output == "done\n")
    }

    @Test func relaysALotOfOutput() async throws {
        let (_, output, _) = try await run("head -c 8000000 /dev/zero | tr '\\0' x")
        #expect(output.utf8.count == 8_000_000)
    }

    @Test func setsAndUnsetsVariables() async throws {
        setenv("DEVTOOL_TEST_GONE", "1", 1)
        let (_, output, _) = try await run(
            "echo \"${ADDED-unset} ${DEVTOOL_TEST_GONE-unset}\"",
            environment: ["ADDED": "yes", "DEVTOOL_TEST_GONE": nil])
        #expect(output == "yes unset\n")
    }

    @Test func startsInTheFolderAndInAGroupOfItsOwn() async throws {
        let folder = TemporaryFolder()
        let (_, output, _) = try await run("pwd; cut -d ' ' -f 5 /proc/$$/stat; echo $$", directory: folder.path)
        let lines = output.split(separator: "\n")
        #expect(lines.first.map(String.init) == folder.path.string)
        #expect(lines.count == 3 && lines[1] == lines[2])
    }

    @Test func saysWhenAProgramCannotBeRun() async throws {
        let runner = ProcessRunner(console: Console())
        let error = await #expect(throws: ProcessError.self) {
            _ = try await runner.run(Invocation("/nonexistent/program"))
        }
        #expect(error?.exitStatus == .unavailable)
        #expect(error?.diagnostics.first?.message.contains("/nonexistent/program") == true)
    }

    @Test func collectsOutput() async throws {
        let runner = ProcessRunner(console: Console())
        let (termination, output) = try await runner.output(of: Invocation("/bin/echo", ["hello"]))
        #expect(termination == .exited(0))
        #expect(output == Array("hello\n".utf8))
    }

    @Test(arguments: [
        (["a", "b c", "it's", ""], "/bin/x a 'b c' 'it'\\''s' ''"),
        (["--url=jdbc:sqlite:app.db", "$HOME"], "/bin/x --url=jdbc:sqlite:app.db '$HOME'"),
        (["--password=hunter2"], "/bin/x --password=***"),
    ]) func describesACommandLine(arguments: [String], expected: String) {
        let invocation = Invocation("/bin/x", arguments, secrets: [Secret("hunter2")])
        #expect("\(invocation)" == expected)
    }

    @Test func theRunnersDefaultsLieUnderTheInvocations() async throws {
        let recording = try ProcessRecording()
        let folder = recording.folder.path
        try recording.folder.write("", to: "sub/deep/file")
        setenv("DEVTOOL_TEST_OWN", "own", 1)
        let runner = ProcessRunner(
            console: recording.console, environment: ["A": "1", "B": "1", "DEVTOOL_TEST_OWN": nil], directory: folder)
        let nested = runner.with(environment: ["B": "2", "C": "2", "D": "2"], directory: "sub")
        let script = "pwd; echo ${A-} ${B-} ${C-} ${D-} ${DEVTOOL_TEST_OWN-gone}"
        _ = try await runner.run(Invocation("/bin/sh", ["-c", script]))
        let own = Invocation("/bin/sh", ["-c", script], environment: ["C": "3", "D": nil], directory: "deep")
        _ = try await nested.run(own)
        #expect(
            recording.output == """
                \(folder)
                1 1 gone
                \(folder)/sub/deep
                1 2 3 gone

                """)
    }

    @Test func saysWhenThereIsNoFolderToStartIn() async throws {
        let recording = try ProcessRecording()
        let runner = recording.runner.with(directory: recording.folder.path)
        let error = await #expect(throws: ProcessError.self) {
            _ = try await runner.run(Invocation("/bin/true", directory: "none"))
        }
        #expect(
            error?.diagnostics.first?.message
                == "cannot run '/bin/true': the working directory '\(recording.folder.path)/none' " + "does not exist")
    }

    @Test func aZeroInAnArgumentIsNoEndOfIt() async throws {
        let recording = try ProcessRecording()
        let error = await #expect(throws: ProcessError.self) {
            _ = try await recording.runner.run(Invocation("/bin/echo", ["one\0two"]))
        }
        #expect(error?.diagnostics.first?.message == "cannot run '/bin/echo': Invalid argument")
    }

    /// Neither what devtool has open, nor signals that are blocked or that devtool ignores.
    @Test func theChildInheritsNothingButItsStreams() async throws {
        let recording = try ProcessRecording()
        let leak = open("/dev/null", O_RDONLY)
        defer { close(leak) }
        _ = try await recording.runner.run(
            recording.script("ls /proc/$$/fd; exec grep -E 'Sig(Blk|Ign)' /proc/self/status"))
        var lines = recording.output.split(separator: "\n")
        let ignored = lines.popLast().flatMap { UInt64($0.suffix(16), radix: 16) }
        #expect(lines == ["0", "1", "2", "SigBlk:\t0000000000000000"])
        // The tests may run in the background: with hang-ups, Ctrl-C and Ctrl-\ ignored. The C library has two signals of
        // its own behind 31.
        let background: UInt64 = 0b111
        #expect(try #require(ignored) & ~background & 0x7FFF_FFFF == 0)
    }

    /// As fast as they come: what one starts must not hold another's pipe.
    @Test func manyShortChildrenEndWithTheirOutput() async throws {
        let recording = try ProcessRecording()
        let runner = recording.runner
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<8 {
                group.addTask {
                    for number in 0..<20 {
                        let word = "\(lane)-\(number)"
                        let program = Invocation(number % 2 == 0 ? "/bin/echo" : "/bin/true", [word])
                        let (termination, output) = try await runner.output(of: program)
                        #expect(termination == .exited(0))
                        let expected = number % 2 == 0 ? word + "\n" : ""
                        #expect(String(decoding: output, as: UTF8.self) == expected)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
