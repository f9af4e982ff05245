import TestSupport
import Testing

@testable import DevtoolKit

/// Pieces of work whose output is shown at once, each line with a name.
@Suite struct ProcessPrefixedTests {
    @Test func namesStandInAColumn() async throws {
        let recording = try ProcessRecording()
        let output = PrefixedOutput(console: recording.console, names: ["db", "größe", "a"])
        for name in ["db", "größe", "a", "unforeseen"] {
            let channel = output.open(name: name)
            for word in ["x", "y"] {
                _ = try await recording.runner.run(
                    recording.script("echo \(word); printf \(word) >&2"), output: channel.output, error: channel.error)
            }
            channel.say("said")
            channel.close()
        }
        let prefixes = ["db    | ", "größe | ", "a     | ", "unforeseen | "]
        #expect(recording.output == prefixes.map { "\($0)x\n\($0)y\n" }.joined())
        #expect(recording.error == prefixes.map { "\($0)x\n\($0)y\n\($0)said\n" }.joined())
    }

    @Test func anUnfinishedLineIsBrokenForAnother() throws {
        let recording = try ProcessRecording()
        let output = PrefixedOutput(console: recording.console)
        var first = output.open(name: "a").error
        try Array("working".utf8).withUnsafeBytes { try first.receive($0) }
        try first.pause()
        output.open(name: "b").say("now")
        try Array(" done\n".utf8).withUnsafeBytes { try first.receive($0) }
        #expect(recording.error == "a | working\nb | now\na |  done\n")
    }
}
