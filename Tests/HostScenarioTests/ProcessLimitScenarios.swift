import DevtoolKit
import Foundation
import TestSupport
import Testing

/// Few threads, little memory, few descriptors: devtool works, or says so at once (69).
///
/// It waited for ever, and no signal but SIGKILL ended it.
@Suite struct ProcessLimitScenarios {
    private static let tooFewThreads = """
        devtool: the limit on threads is too low
          hint: raise the limits on processes and memory, for example with 'ulimit -u 1024' and \
        'ulimit -v unlimited'

        """
    private static let tooFewFiles = """
        devtool: the limit on open files is too low
          hint: raise it, for example with 'ulimit -n 1024'

        """

    private func project() throws -> Scenario {
        try Scenario().file("board.json", "{}").config(
            """
            tasks:
              one: {run: echo one}
              a: {run: echo a >&2; sleep 0.1}
              b: {run: echo b >&2; sleep 0.1}
              c: {run: echo c >&2; sleep 0.1}
              d: {run: echo d >&2; sleep 0.1}
              all: {needs: [a, b, c, d], run: echo all}

            """)
    }

    private static let commands = [
        "config", "run one", "run -p -j 4 a b c d", "run -j 4 all", "cards board.json", "cards board.json ./board.json",
        "doctor",
    ]

    /// Root's threads are not counted, so this is somebody else's project.
    @Test(.enabled(if: canLimitThreads, "no root, or no setpriv and prlimit"), arguments: [1, 2, 3, 5, 8])
    func fewThreads(count: Int) async throws {
        let user = 61_000 + count
        let limited = "\(Scenario.asUser) \(user) timeout -s KILL 60" + " prlimit --nproc=\(count) ./program"
        let scenario = try project()
        try await scenario.shell("chmod 755 .; cp \"$devtool\" program; chown -R \(user) .").exits(0)
        for command in Self.commands {
            try await scenario.shell("exec \(limited) \(command)").stdout("").stderr(Self.tooFewThreads).exits(69)
        }
        try await scenario.shell("exec \(limited) --version").stderr("").exits(0)
        try await scenario.shell("exec \(limited) nosuch").stdout("").exits(64)
    }

    /// With as many as it asks for it does not lack one later.
    @Test(.enabled(if: canLimitThreads, "no root, or no setpriv and prlimit")) func asManyThreadsAsAreNeeded()
        async throws
    {
        let user = 61_100
        let scenario = try project()
        try await scenario.shell("chmod 755 .; cp \"$devtool\" program; chown -R \(user) .").exits(0)
        let count = ProcessInfo.processInfo.activeProcessorCount + 8 + 2
        for extra in [0, 1, 3, 8] {
            let outcome = try await scenario.shell(
                "exec \(Scenario.asUser) \(user) timeout -s KILL 60"
                    + " prlimit --nproc=\(count + extra) ./program -q run -j 100 all")
            outcome.stdout("all\n").exits(0)
        }
    }

    @Test(
        .enabled(if: isOrdinary, "AddressSanitizer takes all addresses"),
        arguments: [100_000, 150_000, 200_000, 300_000, 500_000, 2_000_000]) func littleMemory(kibibytes: Int)
        async throws
    {
        let scenario = try project()
        for command in ["run one", "run -j 4 all"] {
            let outcome = try await scenario.shell(
                "ulimit -v \(kibibytes); exec timeout -s KILL 60 $devtool -q \(command)")
            if outcome.status == 69, kibibytes < 2_000_000 {
                outcome.stdout("").stderr(Self.tooFewThreads)
            } else {
                outcome.stdout(command == "run one" ? "one\n" : "all\n").exits(0)
            }
        }
    }

    /// Whatever keeps devtool from taking notice of a signal, it ends for it.
    @Test func aSignalThatNobodyTakes() async throws {
        let library = try PreloadedLibrary(
            "#include <unistd.h>\nint epoll_wait(int a, void *b, int c, int d) { for (;;) pause(); }\n")
        try await Scenario().config("tasks: {a: {run: 'echo begun; exec sleep 20'}}\n").variable(
            "LIBRARY", library.path
        ).shell(
            """
            LD_PRELOAD=$LIBRARY $devtool -q run a >out & process=$!
            until [ -s out ]; do sleep 0.1; done
            kill -TERM $process; wait $process; echo $?
            """
        ).stdout("143\n").exits(0)
    }

    /// None of these ends devtool with SIGILL, as Swift's runtime would.
    @Test(arguments: [4, 5, 6, 7, 8, 12, 18]) func fewDescriptors(count: Int) async throws {
        for command in ["--version", "--help", "config", "run one", "run -p a b c d", "cards board.json"] {
            let outcome = try await project().shell("exec 3<&- 4<&- 5<&-; ulimit -n \(count); exec $devtool \(command)")
            outcome.stdout("").stderr(Self.tooFewFiles).exits(69)
        }
    }

    @Test(arguments: [19, 20, 24, 32]) func nearlyTooFewDescriptors(count: Int) async throws {
        let scenario = try project()
        func run(_ command: String) async throws -> Outcome {
            try await scenario.shell("ulimit -n \(count); exec $devtool \(command)")
        }
        let version = try await run("--version").stderr("").exits(0)
        #expect(version.outputText == "\(devtoolFullVersion)\n")
        try await run("-q run one").stderr("").stdout("one\n").exits(0)
        try await run("-q run -j 4 all").stdout("all\n").exits(0)
    }

    /// Fewer run at once.
    @Test(arguments: ["-n 64", "-n 40"]) func manyTasksWithFewDescriptors(limit: String) async throws {
        let names = (0..<100).map { "t\($0)" }
        let tasks = names.map { "  \($0): {run: 'echo \($0); sleep 0.01'}\n" }.joined()
        let outcome = try await Scenario().config("tasks:\n\(tasks)").shell(
            "ulimit \(limit); exec $devtool -q run -p -j 100 \(names.joined(separator: " "))"
        ).exits(0)
        #expect(Set(outcome.outputText.split(separator: "\n").map(String.init)) == Set(names))
    }

    private static var isOrdinary: Bool { ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil }

    private static var canLimitThreads: Bool {
        geteuid() == 0
            && ["setpriv", "prlimit", "timeout"].allSatisfy { program in
                FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
            }
    }
}
