import TestSupport
import Testing

@testable import DevtoolKit

@Suite struct ExternalEventTests {
    @Test(
        arguments: [
            (#"{"event": "diagnostic", "message": "m"}"#, .diagnostic(Diagnostic("m"))),
            (
                #"{"event":"diagnostic","severity":"note","message":"m","file":"a","line":2,"column":3,"hint":"h"}"#,
                .diagnostic(
                    Diagnostic("m", severity: .note, at: SourceLocation(file: "a", line: 2, column: 3), hint: "h"))
            ),
            (
                #"{"event": "diagnostic", "severity": "warning", "message": "m", "file": "a"}"#,
                .diagnostic(Diagnostic("m", severity: .warning, at: SourceLocation(file: "a", line: 1, column: 1)))
            ),
            (
                #"{"event": "diagnostic", "message": "m", "file": "a", "line": 0, "column": -4}"#,
                .diagnostic(Diagnostic("m", at: SourceLocation(file: "a", line: 1, column: 1)))
            ), (#"{"event": "diagnostic", "message": "m", "file": "", "line": 3}"#, .diagnostic(Diagnostic("m"))),
            (#"{"event": "progress", "message": "m"}"#, .progress(message: "m", completed: nil, total: nil)),
            (
                #"{"event": "progress", "message": "m", "completed": 1, "total": 2}"#,
                .progress(message: "m", completed: 1, total: 2)
            ), (#"{"event": "result", "summary": "s", "later": {}}"#, .result(summary: "s")),
        ] as [(String, PluginEvent)]) func reads(line: String, event: PluginEvent) throws
    { #expect(try PluginEvent(line: Array(line.utf8)) == event) }

    @Test func ofAFloodMostAreLeftOut() {
        var lines = PluginEventLines()
        let line = Array("{\"event\": \"result\", \"summary\": \"s\"}\n\n".utf8)
        var told = 0
        for _ in 0..<PluginEventLines.mostEvents + 3 { told += lines.append(line).count }
        #expect(told == PluginEventLines.mostEvents)
        #expect(lines.isOver)
        #expect(lines.finish().isEmpty)
    }

    /// Each was a warning.
    @Test func ofManyMalformedOnesFewAreReported() {
        var lines = PluginEventLines()
        let told = (0..<15).flatMap { _ in
            lines.append(Array("nonsense\n{\"event\": \"result\", \"summary\": \"s\"}\n".utf8))
        }
        #expect(told.map(\.line).filter { !$0.isMultiple(of: 2) } == Array(stride(from: 1, to: 20, by: 2)))
        #expect(told.count == 10 + 15)
        #expect(lines.unreportedMalformed == 5)
    }

    @Test func asManyAsAreToldAreNotTooMany() {
        var lines = PluginEventLines()
        let line = Array("{\"event\": \"result\", \"summary\": \"s\"}\n\n".utf8)
        for _ in 0..<PluginEventLines.mostEvents { _ = lines.append(line) }
        #expect(!lines.isOver)
        #expect(lines.count == 2 * PluginEventLines.mostEvents)
    }

    /// Lines without an event, or one without an end, are read to a limit, too.
    @Test(arguments: [UInt8(ascii: "\n"), UInt8(ascii: "x")]) func bytesWithoutEndAreNotRead(byte: UInt8) {
        #expect(PluginEventLines().bytesLeft == PluginEventLines.byteLimit)
        var lines = PluginEventLines(byteLimit: 1 << 18)
        let bytes = [UInt8](repeating: byte, count: 1 << 17)
        for _ in 0..<2 { #expect(lines.append(bytes).isEmpty) }
        #expect(!lines.isOver)
        #expect(lines.append(bytes).isEmpty)
        #expect(lines.isOver)
        #expect(lines.finish().isEmpty)
    }

    @Test(arguments: [
        ("[]", "not an object"), ("{}", "'event' is missing"), (#"{"event": 1}"#, "'event' is not a string"),
        (#"{"event": "x"}"#, "unknown event 'x'"), (#"{"event": "diagnostic"}"#, "'message' is missing"),
        (#"{"event": "progress", "message": []}"#, "'message' is not a string"),
        (#"{"event": "result"}"#, "'summary' is missing"),
        (#"{"event": "diagnostic", "severity": 1, "message": ""}"#, "'severity' is not a string"),
        (#"{"event": "diagnostic", "severity": "x", "message": ""}"#, "unknown severity 'x'"),
    ]) func refuses(line: String, reason: String) {
        #expect(throws: PluginEvent.Malformed(reason: reason)) { try PluginEvent(line: Array(line.utf8)) }
    }

    /// However the bytes arrive, the same lines come out.
    @Test func linesMayArriveInPieces() {
        let text = """
            {"event": "result", "summary": "\u{1F600}"}\r
            \t
            nonsense
            {"event": "result", "summary": "b"}
            """
        var random = SplitMix64(seed: 9)
        for _ in 0..<200 {
            var lines = PluginEventLines()
            var events: [(line: Int, outcome: PluginEventLines.Outcome)] = []
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...30, using: &random))
                events += lines.append(piece)
                rest = rest.dropFirst(piece.count)
            }
            events += lines.finish()
            #expect(events.map(\.line) == [1, 3, 4])
            #expect(
                events.map { try? $0.outcome.get() } == [.result(summary: "\u{1F600}"), nil, .result(summary: "b")])
        }
    }

    @Test func aLineWithoutEndTakesNoMemory() throws {
        var lines = PluginEventLines()
        for _ in 0..<20 { #expect(lines.append([UInt8](repeating: 32, count: 10_000)).isEmpty) }
        let events = lines.append(Array("\n{\"event\": \"result\", \"summary\": \"s\"}\n".utf8))
        #expect(events.map(\.line) == [1, 2])
        #expect(throws: PluginEvent.Malformed(reason: "longer than 65536 bytes")) { try events.first?.outcome.get() }
        #expect(try events.last?.outcome.get() == .result(summary: "s"))
    }
}
