import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// What devtool does while a child runs: it streams, and it passes signals on.
@Suite struct InterruptionScenarios {
    /// The script says "ready" and waits, as does a grandchild; a signal is noted in a file.
    private static let patient = """
        trap 'echo INT >>signals; exit 130' INT
        trap 'echo TERM >>signals; exit 143' TERM
        trap 'echo HUP >>signals; exit 129' HUP
        sleep 600 & echo $! >grandchild
        echo ready
        wait
        """

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func passesTheSignalOnAndDiesByIt(signal: Int32) async throws {
        let scenario = try Scenario().project("{url: jdbc:x}").withScriptedJava(Self.patient)
        let status = try await scenario.start("migrate", "update") { process, _ in kill(process, signal) }
        #expect(status == .signaled(signal))
        let names = [SIGINT: "INT", SIGTERM: "TERM", SIGHUP: "HUP"]
        #expect(scenario.folder.text("signals") == names[signal].map { $0 + "\n" })
        try await expectGone(scenario.folder.text("grandchild"))
    }

    /// The child answers the first signal by sending devtool the second, and a grandchild that ignores
    /// signals notes every second in which it lives: so the test's own pace does not matter.
    @Test func theSecondSignalDoesNotWait() async throws {
        let scenario = try Scenario().project("{url: jdbc:x}").withScriptedJava(
            """
            trap 'date +%s >first; kill -INT $PPID' INT
            sh -c 'trap "" INT; echo $$ >grandchild; while :; do date +%s >now; mv now alive; sleep 0.2; done' &
            while [ ! -s grandchild ] || [ ! -s alive ]; do sleep 0.01; done
            echo ready
            while :; do wait; done
            """)
        let status = try await scenario.start("migrate", "update") { process, _ in kill(process, SIGINT) }
        #expect(status == .signaled(SIGINT))
        try await expectGone(scenario.folder.text("grandchild"))
        let times = ["first", "alive"].compactMap { name in scenario.folder.text(name).flatMap { Int($0.dropLast()) } }
        try #require(times.count == 2)
        #expect(times[1] - times[0] < 8, "the grace period is 10 s")
    }

    /// devtool was killed while it read the history of a run that had ended: no report, and no JSON.
    @Test func aSignalAfterTheEndDoesNotPreventTheReport() async throws {
        let scenario = try Scenario().project("{url: 'jdbc:postgresql://127.0.0.1/x'}").withScriptedJava(
            """
            case $* in
            *' Devtool session') kill -TERM $PPID; exit 1 ;;
            esac
            printf '\\000\\035DTlistening\\037false\\037\\n\\000\\035DTwill-run\\037a.sql\\0371\\037ada\\037NOT_RAN\\037\\n' >&2
            kill -KILL $$
            """, connects: true)
        let outcome = try await scenario.run("migrate", "--json", "update").exits(137)
        #expect(
            outcome.errorText.replacing(#/in \d.* m?s\n$/#, with: "in T") == """
                devtool: Liquibase was terminated by signal 9
                  hint: if the signal was not sent on purpose, the system probably ran out of memory
                devtool: warning: the result of changeset a.sql::1::ada is unknown: the history cannot be read
                  hint: 'devtool migrate --target dev history' lists what was applied
                1 changeset unknown in T
                """)
        #expect(outcome.outputText.contains("\"status\": 137,"))
    }

    /// The reader of devtool's output is there, and does not read, as a pager that shows its first page.
    ///
    /// So the second signal must do, which the test sends until it has worked.
    @Test func aPipeThatNobodyReadsDoesNotKeepItAlive() async throws {
        let scenario = try Scenario().project("{url: jdbc:x}").withScriptedJava("echo $$ >child; exec yes ready")
        let status = try await scenario.start("migrate", "update", closingOutput: true) { process, _ in
            try await eventually {
                kill(process, SIGINT)
                return RunningProcess(process) == nil
            }
        }
        #expect(status == .signaled(SIGINT))
        try await expectGone(scenario.folder.text("child"))
    }

    @Test func theGracePeriodIsASetting() async throws {
        let scenario = try Scenario().config("migrate: {grace-period: 200ms, targets: {dev: {url: jdbc:x}}}\n")
            .withScriptedJava(
                """
                trap '' INT
                date +%s >alive
                echo ready
                while :; do date +%s >now; mv now alive; sleep 0.2; done
                """)
        let status = try await scenario.start("migrate", "update") { process, _ in
            _ = try scenario.file("asked", "\(Int(Date().timeIntervalSince1970))\n")
            kill(process, SIGINT)
        }
        #expect(status == .signaled(SIGINT))
        let times = ["asked", "alive"].compactMap { name in scenario.folder.text(name).flatMap { Int($0.dropLast()) } }
        try #require(times.count == 2)
        #expect(times[1] - times[0] < 8, "the default is 10 s")
    }

    @Test func streamsWhatComes() async throws {
        let scenario = try Scenario().project("{url: jdbc:x}").withScriptedJava(
            """
            printf 'ready, no newline'
            tries=0
            while [ ! -e seen ]; do sleep 0.01; tries=$((tries + 1)); [ $tries -lt 50000 ] || exit 9; done
            """)
        let status = try await scenario.start("migrate", "update") { _, output in
            #expect(output == "ready, no newline")
            _ = try scenario.file("seen", "")
        }
        #expect(status == .exited(0))
    }

    @Test func aClosedPipeDoesNotCutTheChildShort() async throws {
        let scenario = try Scenario().project("{url: jdbc:x}").withScriptedJava(
            """
            echo ready
            while [ ! -e closed ]; do sleep 0.01; done
            echo more; \(Scenario.untilRead()); echo more && echo done >end
            """)
        try await scenario.shell(
            """
            { "$devtool" migrate update; echo $? >status; } | { read -r line; exec <&-; touch closed; }
            """
        ).exits(0).file("status", "0\n").file("end", "done\n")
    }

    private func expectGone(_ process: String?) async throws {
        let process = try #require(process.flatMap { pid_t($0.dropLast()) })
        try await eventually { RunningProcess(process) == nil }
    }
}

extension Scenario {
    /// Starts devtool, and runs `body` with its process and its first output once there is some; then the
    /// output is read to its end, or closed.
    fileprivate func start(
        _ arguments: String..., closingOutput: Bool = false, body: (pid_t, String) async throws -> Void
    ) async throws -> TerminationStatus {
        try await withinDeadline {
            try await Subprocess.run(configuration(arguments), input: .none, output: .sequence, error: .discarded) {
                execution in
                var output = execution.standardOutput.makeAsyncIterator()
                let first = try #require(try await output.next())
                let text = first.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                #expect(text.hasPrefix("ready"))
                try await body(execution.processIdentifier.value, text)
                while !closingOutput, try await output.next() != nil {}
            }.terminationStatus
        }
    }
}
