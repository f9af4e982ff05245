import Glibc
import TestSupport
import Testing

/// How the kernel shares the processors among devtool and what its tasks start.
@Suite struct RunTurnScenarios {
    /// Whether the kernel lets a thread choose the length of its turns (6.12), and tells it.
    private static let hasTurns: Bool = {
        var system = utsname()
        uname(&system)
        let release = withUnsafeBytes(of: system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        return numbers.count == 2 && (numbers[0], numbers[1]) >= (6, 12) && access("/proc/self/sched", R_OK) == 0
    }()

    @Test(.enabled(if: hasTurns, "the kernel does not tell")) func onlyDevtoolItselfTakesShortTurns() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              all: {needs: [a, b]}
              a: grep -h slice /proc/$PPID/sched /proc/self/sched | tr -dc '0-9\\n' >turns
              b: "true"
            """)
        try await scenario.shell(
            """
            grep -h slice /proc/self/sched | tr -dc '0-9\\n' >usual
            "$devtool" -q run -j2 all && head -1 turns && tail -1 turns | cmp - usual
            """
        ).stdout("200000\n").stderr("").exits(0)
    }

    /// The kernel would take one below 0 from what devtool starts, too; without the right to set one, it stays 0.
    @Test func aTaskHasTheNicenessOfDevtool() async throws {
        let scenario = try Scenario().config("tasks: {all: {needs: [a, b]}, a: nice, b: 'true'}")
        for niceness in ["-1", "3"] {
            try await scenario.shell(
                """
                nice -n \(niceness) sh -c 'nice >usual; exec "$devtool" -q run -j2 all >found'
                cmp usual found
                """
            ).stdout("").exits(0)
        }
    }
}
