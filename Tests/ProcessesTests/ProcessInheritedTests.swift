import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit

/// Children whose outputs are devtool's own, each in a process of its own, as the streams are the process'.
@Suite struct ProcessInheritedTests {
    /// Has the standard outputs lead elsewhere while `body` runs; the tests' own machinery uses them, too.
    private static func redirecting(output: Int32, error: Int32, _ body: () async throws -> Void) async throws {
        let before = (dup(STDOUT_FILENO), dup(STDERR_FILENO))
        dup2(output, STDOUT_FILENO)
        dup2(error, STDERR_FILENO)
        defer {
            dup2(before.0, STDOUT_FILENO)
            dup2(before.1, STDERR_FILENO)
        }
        try await body()
    }

    @Test func theChildWritesWhereDevtoolDoes() async throws {
        let folder = TemporaryFolder()
        let path: String = folder.path.string
        await #expect(processExitsWith: .success) { [path = path as String] in
            let files = ["out", "err"].map { name in open("\(path)/\(name)", O_WRONLY | O_CREAT | O_APPEND, 0o600) }
            let recording = try ProcessRecording()
            var invocation = recording.script(
                "echo out hunter2; echo err >&2; cut -d ' ' -f 5 /proc/$$/stat; echo $$; cat")
            invocation.secrets = [Secret("hunter2")]
            invocation.input = .secret(Secret("input"))
            invocation.output = .inherited
            try await Self.redirecting(output: files[0], error: files[1]) {
                _ = try await recording.runner.run(invocation)
                invocation = recording.script("echo combined >&2")
                invocation.output = .inherited
                invocation.combinesStreams = true
                _ = try await recording.runner.run(invocation)
            }
            #expect(recording.output == "")
        }
        let lines = folder.text("out")?.split(separator: "\n") ?? []
        try #require(lines.count == 4)
        #expect(lines[0] == "out hunter2")
        #expect(lines[1] == lines[2], "it leads a group of its own")
        #expect(lines[3] == "inputcombined")
        #expect(folder.text("err") == "err\n")
    }

    @Test func signalsReachItAndItsTimeRunsOut() async throws {
        await #expect(processExitsWith: .success) {
            let recording = try ProcessRecording()
            var invocation = recording.script(
                """
                trap 'echo INT >signal; exit 3' INT
                echo ready >ready
                while :; do sleep 0.02; done
                """)
            invocation.output = .inherited
            let child = Task { [invocation] in try await recording.runner.run(invocation) }
            _ = try await recording.wait(for: "ready")
            kill(getpid(), SIGINT)
            await #expect(throws: Interrupted.self) { try await child.value }
            #expect(recording.folder.text("signal") == "INT\n")
            invocation = recording.script("exec sleep 600")
            invocation.output = .inherited
            invocation.timeout = .milliseconds(50)
            await #expect(throws: ProcessError.self) { try await recording.runner.run(invocation) }
        }
    }

    /// Its group is in the background of the terminal, which need not let it write.
    @Test func aTerminalThatStopsTheBackgroundDoesNotStopIt() async throws {
        await #expect(processExitsWith: .success) {
            let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            // TIOCSPTLCK and TIOCGPTN, which Swift does not see: unlock it, and tell its number.
            var number: Int32 = 0
            try #require(ioctl(terminal, 0x4004_5431, &number) == 0)
            try #require(ioctl(terminal, 0x8004_5430, &number) == 0)
            // A session of its own, whose first terminal becomes the one that controls it.
            try #require(setsid() >= 0)
            let stream = open("/dev/pts/\(number)", O_RDWR)
            var attributes = termios()
            try #require(tcgetattr(stream, &attributes) == 0)
            attributes.c_lflag |= tcflag_t(TOSTOP)
            try #require(tcsetattr(stream, TCSANOW, &attributes) == 0)
            try #require(tcgetpgrp(stream) == getpgrp())
            let recording = try ProcessRecording()
            // It may also set the terminal, as what draws on it does.
            var invocation = recording.script("echo written; stty -echo <&1; echo set")
            invocation.output = .inherited
            invocation.timeout = .seconds(60)
            try await Self.redirecting(output: stream, error: stream) {
                let termination = try await recording.runner.run(invocation)
                #expect(termination == .exited(0))
            }
            // The kernel may deliver the output in parts; after the last one, a closed terminal is an error.
            close(stream)
            var text = ""
            var bytes = [UInt8](repeating: 0, count: 100)
            while case let count = read(terminal, &bytes, bytes.count), count > 0 {
                text += String(decoding: bytes.prefix(count), as: UTF8.self)
            }
            #expect(text == "written\r\nset\r\n")
        }
    }
}
