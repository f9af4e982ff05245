import DevtoolKit
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// Runs a child a number of times: bench COUNT STYLE SECRET PROGRAM ARGUMENT...
///
/// STYLE is raw, prefixed or grouped; an empty SECRET hides nothing. Prints the mean time of a run in
/// microseconds on standard error.
@main
struct Bench {
    static func main() async throws {
        signal(SIGPIPE, SIG_IGN)
        let arguments = CommandLine.arguments
        let style: OutputStyle =
            switch arguments[2] {
            case "prefixed": .prefixed("bench")
            case "grouped": .grouped
            default: .raw
            }
        let console = Console()
        let runner = ProcessRunner(console: console)
        let invocation = Invocation(
            FilePath(arguments[4]), Array(arguments[5...]), secrets: [Secret(arguments[3])])
        let count = Int(arguments[1]) ?? 1
        let clock = ContinuousClock()
        let time = try await clock.measure {
            for _ in 0..<count {
                try await runner.run(invocation, showing: style).propagate()
            }
        }
        console.say("\(Int(time / .microseconds(count)))")
    }
}
