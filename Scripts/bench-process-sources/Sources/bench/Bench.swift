import DevtoolKit
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// Runs a child a number of times: bench COUNT AT-ONCE STYLE SECRET PROGRAM ARGUMENT...
///
/// AT-ONCE children run at the same time; STYLE is raw, prefixed, grouped or inherited; an empty SECRET
/// hides nothing. Prints the mean time of a run in microseconds on standard error, and the time that all
/// took in microseconds where several run at once.
@main struct Bench {
    static func main() async throws {
        signal(SIGPIPE, SIG_IGN)
        let arguments = CommandLine.arguments
        let style: OutputStyle =
            switch arguments[3] {
            case "prefixed": .prefixed("bench")
            case "grouped": .grouped
            default: .raw
            }
        let console = Console()
        let runner = ProcessRunner(console: console)
        var invocation = Invocation(FilePath(arguments[5]), Array(arguments[6...]), secrets: [Secret(arguments[4])])
        if arguments[3] == "inherited" { invocation.output = .inherited }
        let count = Int(arguments[1]) ?? 1
        let atOnce = Int(arguments[2]) ?? 1
        let clock = ContinuousClock()
        let time = try await clock.measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lane in 0..<atOnce {
                    group.addTask { [invocation] in
                        for _ in stride(from: lane, to: count, by: atOnce) {
                            try await runner.run(invocation, showing: style).propagate()
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        console.say("\(Int(time / .microseconds(atOnce > 1 ? 1 : count)))")
    }
}
