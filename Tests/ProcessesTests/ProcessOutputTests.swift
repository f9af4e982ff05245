import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit

/// How a child's output looks, whatever it writes.
@Suite struct ProcessOutputTests {
    @Test(arguments: [
        ("echo one; echo two", "a | one\na | two\n"), ("printf 'one\\n\\ntwo'", "a | one\na | \na | two\n"),
        ("printf on; \(Scenario.untilRead()); printf 'e\\ntw'; \(Scenario.untilRead()); echo o", "a | one\na | two\n"),
        ("printf 'prompt? '; \(Scenario.untilRead()); echo answer", "a | prompt? answer\n"),
        ("printf '\\033[31mred\\033[0m\\r\\n'", "a | \u{1B}[31mred\u{1B}[0m\r\n"), (":", ""),
    ]) func prefixesLines(script: String, expected: String) async throws {
        let recording = try ProcessRecording()
        let termination = try await recording.runner.run(recording.script(script), showing: .prefixed("a"))
        #expect(termination == .exited(0))
        #expect(recording.output == expected)
    }

    @Test func combinedStreamsKeepTheirOrder() async throws {
        let recording = try ProcessRecording()
        var invocation = recording.script(
            "i=0; while [ $i -lt 500 ]; do echo out $i; echo err $i >&2; i=$((i + 1)); done")
        invocation.combinesStreams = true
        _ = try await recording.runner.run(invocation, showing: .prefixed("a"))
        let expected = (0..<500).map { "a | out \($0)\na | err \($0)\n" }.joined()
        #expect(recording.output == expected)
        #expect(recording.error == "")
    }

    @Test func separateStreamsStaySeparate() async throws {
        let recording = try ProcessRecording()
        _ = try await recording.runner.run(recording.script("echo out; echo err >&2"), showing: .prefixed("a"))
        #expect(recording.output == "a | out\n")
        #expect(recording.error == "a | err\n")
    }

    @Test(arguments: [OutputStyle.raw, .grouped]) func passesAnyBytesOn(style: OutputStyle) async throws {
        let recording = try ProcessRecording()
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        try recording.folder.write(bytes: bytes, to: "bytes")
        _ = try await recording.runner.run(recording.script("cat bytes"), showing: style)
        let output = try Data(contentsOf: URL(filePath: recording.folder.path.string + "/out"))
        #expect(output.elementsEqual(bytes))
    }

    @Test func aLineMayHaveAnyLength() async throws {
        let recording = try ProcessRecording()
        let script = "head -c 5000000 /dev/zero | tr '\\0' x; echo; echo short"
        _ = try await recording.runner.run(recording.script(script), showing: .prefixed("a"))
        let expected = "a | " + String(repeating: "x", count: 5_000_000) + "\na | short\n"
        // Not '#expect(a == b)': a failure would print both.
        let isExpected = recording.output == expected
        #expect(isExpected)
    }

    @Test func groupsStayTogether() async throws {
        let recording = try ProcessRecording()
        // Each waits for the other to have written, so that both write at the same time.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, other) in [("a", "b"), ("b", "a")] {
                group.addTask {
                    let script = """
                        echo \(name) 1; touch \(name)
                        while [ ! -e \(other) ]; do sleep 0.01; done
                        printf '\(name) 2'
                        """
                    _ = try await recording.runner.run(recording.script(script), showing: .grouped)
                }
            }
            try await group.waitForAll()
        }
        #expect(["a 1\na 2\nb 1\nb 2", "b 1\nb 2\na 1\na 2"].contains(recording.output))
    }

    @Test func anUnfinishedLineIsBrokenForAnother() async throws {
        let recording = try ProcessRecording()
        async let first = recording.runner.run(
            recording.script("printf 'working '; while [ ! -e seen ]; do sleep 0.01; done; echo done"),
            showing: .prefixed("a"))
        try await eventually { !recording.output.isEmpty }
        _ = try await recording.runner.run(recording.script("echo now"), showing: .prefixed("b"))
        _ = try await recording.runner.run(recording.script("touch seen"))
        _ = try await first
        #expect(recording.output == "a | working \nb | now\na | done\n")
    }

    @Test(arguments: [OutputStyle.raw, .prefixed("a"), .grouped]) func hidesSecretsInEveryStyle(style: OutputStyle)
        async throws
    {
        let recording = try ProcessRecording()
        var invocation = recording.script("printf 'x hun'; \(Scenario.untilRead()); echo ter2 y; echo one; echo line")
        invocation.secrets = [Secret("hunter2"), Secret("one\nline")]
        _ = try await recording.runner.run(invocation, showing: style)
        let lines = ["x *** y", "***"].map { style == .prefixed("a") ? "a | " + $0 : $0 }
        #expect(recording.output == lines.joined(separator: "\n") + "\n")
    }
}
