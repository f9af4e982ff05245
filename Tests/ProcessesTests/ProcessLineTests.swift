import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Processes

/// A child's lines as they are handed to who runs it.
@Suite struct ProcessLineTests {
    /// What has been handed over.
    private final class Lines: Sendable {
        private let storage = Mutex<[OutputLine]>([])

        func append(_ line: OutputLine) { storage.withLock { $0.append(line) } }
        func of(_ stream: OutputLine.Stream) -> [OutputLine] { storage.withLock { $0 }.filter { $0.stream == stream } }
    }

    @Test(arguments: [
        ("echo one; echo two", ["one\n", "two\n"]), ("printf 'one\\n\\ntwo'", ["one\n", "\n", "two"]),
        ("printf 'one\\r\\n'", ["one\r\n"]), ("printf '\\377\\n'", ["\u{FFFD}\n"]), (":", []),
    ]) func handsLinesOver(script: String, expected: [String]) async throws {
        let recording = try ProcessRecording()
        let lines = Lines()
        let termination = try await recording.runner.run(recording.script(script)) { lines.append($0) }
        #expect(termination == .exited(0))
        #expect(lines.of(.output).map { String(decoding: $0.bytes, as: UTF8.self) } == expected)
        #expect(recording.output == "")
    }

    /// A prompt is to be seen; a complaint is to be understood.
    @Test func anUnfinishedLineOfOutputIsNotWaitedFor() async throws {
        let recording = try ProcessRecording()
        let lines = Lines()
        let script = """
            printf 'prompt? '; printf 'on' >&2
            while [ ! -e seen ]; do sleep 0.01; done
            echo answer; echo e >&2
            """
        async let end = recording.runner.run(recording.script(script)) { lines.append($0) }
        try await eventually { !lines.of(.output).isEmpty }
        #expect(lines.of(.error) == [])
        try recording.folder.write("", to: "seen")
        _ = try await end
        #expect(
            lines.of(.output) == [
                OutputLine(Array("prompt? ".utf8), on: .output),
                OutputLine(Array("answer\n".utf8), on: .output, isContinued: true),
            ])
        #expect(lines.of(.error).map(\.text) == ["one"])
    }

    @Test func tellsTheStreamsApart() async throws {
        let recording = try ProcessRecording()
        let lines = Lines()
        _ = try await recording.runner.run(recording.script("echo out; echo err >&2; exit 3")) { lines.append($0) }
        #expect(lines.of(.output).map(\.text) == ["out"])
        #expect(lines.of(.error).map(\.text) == ["err"])
        #expect(recording.error == "")
    }

    @Test func hidesSecretsThatComeInPieces() async throws {
        let recording = try ProcessRecording()
        let lines = Lines()
        var invocation = recording.script("printf 'x hun' >&2; \(Scenario.untilRead(2)); echo ter2 y >&2")
        invocation.secrets = [Secret("hunter2")]
        _ = try await recording.runner.run(invocation) { lines.append($0) }
        #expect(lines.of(.error).map(\.text) == ["x *** y"])
    }

    @Test func aLongLineComesInPieces() async throws {
        let recording = try ProcessRecording()
        let lines = Lines()
        _ = try await recording.runner.run(recording.script("head -c 5000000 /dev/zero | tr '\\0' x; echo; echo short"))
        { lines.append($0) }
        let pieces = lines.of(.output)
        let bytes = pieces.flatMap(\.bytes)
        let isExpected = bytes == [UInt8](repeating: UInt8(ascii: "x"), count: 5_000_000) + Array("\nshort\n".utf8)
        #expect(isExpected)
        #expect(pieces.map(\.isContinued).first == false)
        #expect(pieces.filter { !$0.isContinued }.count == 2)
        #expect(pieces.allSatisfy { $0.bytes.count <= LineCutter.limit + StreamPump.bufferSize })
        #expect(pieces.last?.text == "short")
    }

    @Test func theChildRunsOnWhenNobodyListens() async throws {
        struct Enough: Error {}
        let recording = try ProcessRecording()
        await #expect(throws: Enough.self) {
            _ = try await recording.runner.run(
                recording.script("echo one; \(Scenario.untilRead()); echo two; touch done; echo x > said")
            ) { _ in throw Enough() }
        }
        #expect(recording.folder.text("said") == "x\n")
    }
}
