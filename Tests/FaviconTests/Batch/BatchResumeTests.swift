import DevtoolKit
import URLs
import JSON
import SystemPackage
import TestSupport
import Testing

@testable import Favicon

/// How a run goes on where an earlier one ended, however it ended.
@Suite(.timeLimit(.minutes(10)), .tags(.slow)) struct BatchResumeTests {
    private let folder = TemporaryFolder()

    private var path: FilePath { folder.path.appending("out.ndjson") }

    private static func line(_ text: String) throws -> BatchLine {
        try #require(BatchLine(Array(text.utf8)[...], number: 1))
    }

    private static func answer(_ text: String) -> String {
        let object: JSONValue = [
            "schema": 1, "icons": [["url": "no"], ["url": "no"]], "url": .string(text),
            "icon": ["url": "no", "bytes": 70], "size": .number(-1.5),
        ]
        return object.compactText + "\n"
    }

    @Test func createsTheFileThatIsMissing() throws {
        let file = try ResumeFile(path)
        #expect(file.earlier.done == 0)
        #expect(try !file.isDone(Self.line("a.test")))
        #expect(folder.text("out.ndjson") == "")
    }

    @Test func tellsWhatIsDoneAsOftenAsItIs() throws {
        let texts = ["a.test", "b.test/\u{E4}\"\\", "a.test", "c\u{2028}\u{1F600}"]
        try folder.write(texts.map(Self.answer).joined(), to: "out.ndjson")
        let file = try ResumeFile(path)
        #expect(file.earlier.done == 4)
        for (text, expected) in [
            ("a.test", true), ("a.test", true), ("a.test", false), (" b.test/\u{E4}\"\\ ", true),
            ("c\u{2028}\u{1F600}", true), ("c\u{2028}\u{1F600}", false), ("https://a.test", false), ("no", false),
        ] { #expect(try file.isDone(Self.line(text)) == expected, "\(text)") }
    }

    @Test(arguments: [
        (#""error":null"#, OutcomeTally(withIcon: 1)),
        (#""error":{"message":"none","exit":1}"#, OutcomeTally(withoutIcon: 1)),
        (#""error":{"exit":69,"message":"\"exit\":1"}"#, OutcomeTally(failed: 1)),
        (#""error":{"exit":1,"exit":69}"#, OutcomeTally(withoutIcon: 1)),
        (#""error":{"message":"a","exit":11}"#, OutcomeTally(failed: 1)), (#""error":{}"#, OutcomeTally(failed: 1)),
        (#""icons":[{"error":{"exit":69}}],"icon":{"error":{"exit":69}}"#, OutcomeTally(withIcon: 1)),
    ]) func tellsHowItWent(members: String, earlier: OutcomeTally) throws {
        try folder.write("{\(members),\"url\":\"a.test\",\"bytes\":7}\n", to: "out.ndjson")
        let file = try ResumeFile(path)
        #expect(file.earlier == earlier)
        #expect(try file.isDone(Self.line("a.test")))
    }

    /// Where the end of a run that was killed may be: anywhere in the last line.
    @Test func aLineCutAnywhereIsDoneAgain() throws {
        let whole = Self.answer("a.test")
        let last = Array(Self.answer("b.test/\u{E4}").utf8)
        for count in 0...last.count {
            try folder.write(bytes: Array(whole.utf8) + last.prefix(count), to: "out.ndjson")
            do {
                let file = try ResumeFile(path)
                let isWhole = count == last.count
                #expect(file.earlier.done == (isWhole ? 2 : 1))
                #expect(try file.isDone(Self.line("a.test")))
                #expect(try file.isDone(Self.line("b.test/\u{E4}")) == isWhole)
                if !isWhole {
                    try Self.answer("b.test/\u{E4}").utf8.withContiguousStorageIfAvailable {
                        try file.append(UnsafeRawBufferPointer($0))
                    }
                }
            }
            #expect(folder.text("out.ndjson") == whole + Self.answer("b.test/\u{E4}"))
        }
    }

    @Test(arguments: [
        "{\"url\":\n", "{\"url\":\"a.test\"\n", "{]\n", "\0\0\0", "\0\0\n", "{", "{\"url\":\"a.test\"} {}\n",
    ]) func aLastLineThatIsNoJSONIsCutOff(last: String) throws {
        try folder.write(Self.answer("a.test") + last, to: "out.ndjson")
        #expect(try ResumeFile(path).earlier.done == 1)
        #expect(folder.text("out.ndjson") == Self.answer("a.test"))
    }

    @Test(arguments: [
        ("{\"url\":\n{\"url\":\"a.test\"}\n", 1), ("{\"url\":\n{", 1), ("{\"url\":\n\n", 1),
        ("{\"url\":\"a.test\"}\n\n", 2), ("\n", 1), ("[\"url\"]\n", 1), ("7\n", 1), ("\"url\"\n", 1), ("{}\n", 1),
        ("{\"url\":1}\n", 1), ("{\"a\":{\"url\":\"b\"}}\n", 1), ("{\"urls\":\"b\"}\n", 1),
        // Somebody's notes, or somebody's JSON, whose last line has no end.
        ("notes", 1), ("notes\n", 1), ("{\"name\":\"x\"}", 1), ("[{", 1), ("a\nb", 1),
    ]) func aFileOfAnotherKindStaysAsItIs(text: String, line: Int) throws {
        for (start, offset) in [("", 0), (Self.answer("a.test"), 1)] {
            try folder.write(start + text, to: "out.ndjson")
            let error = #expect(throws: Problem.self) { try ResumeFile(path) }
            #expect(error?.diagnostics.map(\.location?.line) == [line + offset])
            #expect(folder.text("out.ndjson") == start + text)
        }
    }

    @Test func theErrorNamesTheLine() throws {
        try folder.write(Self.answer("a.test") + "{}\n", to: "out.ndjson")
        let error = #expect(throws: Problem.self) { try ResumeFile(path) }
        let diagnostic = try #require(error?.diagnostics.first)
        #expect(
            diagnostic.rendered(program: "devtool") == """
                \(path):2:1: not a JSON object with the member "url"
                  hint: --resume requires a file written by an earlier run; this file was not changed
                """)
    }

    @Test func twoRunsDoNotWriteAtOnce() throws {
        let first = try ResumeFile(path)
        #expect(throws: Problem(.cannotCreate, "another run is writing to '\(path)'")) { try ResumeFile(path) }
        withExtendedLifetime(first) {}
    }

    @Test func theEndOfARunLetsTheNextIn() throws { for _ in 0..<3 { #expect(try ResumeFile(path).earlier.done == 0) } }

    @Test func aClosedFileLetsTheNextInAndTakesNothing() throws {
        let first = try ResumeFile(path)
        first.close()
        let second = try ResumeFile(path)
        #expect(throws: FileError.self) {
            try Array(Self.answer("a.test").utf8).withUnsafeBytes { try first.append($0) }
        }
        withExtendedLifetime(second) {}
        #expect(folder.text("out.ndjson") == "")
    }

    @Test func aFolderIsNoFile() throws { #expect(throws: FileError.self) { try ResumeFile(folder.path) } }

    /// Lines longer and shorter than the pieces in which the file is read.
    @Test func readsLongFiles() throws {
        let texts = (0..<3_000).map { number in
            "h\(number).test/" + String(repeating: "a", count: number.isMultiple(of: 500) ? 300_000 : 9)
        }
        try folder.write(texts.map(Self.answer).joined(), to: "out.ndjson")
        let file = try ResumeFile(path)
        #expect(file.earlier.done == 3_000)
        for text in texts where text.utf8.count < BatchLine.lengthLimit { #expect(try file.isDone(Self.line(text))) }
    }

    /// Runs that are killed again and again, at any byte, come to one line for each of the list.
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func inTheEndEveryLineHasItsAnswer(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let list = (0..<80).map { _ in "h\(Int.random(in: 0..<40, using: &random)).test" }
        for attempt in 0..<100 {
            let file = try ResumeFile(path)
            if file.earlier.done == list.count { break }
            let room = Int.random(in: 0...1_500, using: &random)
            try? await Self.run(list, into: file, dyingAfter: attempt < 99 ? room : .max)
            // Tasks that have ended may keep it a while.
            file.close()
        }
        let lines = try #require(folder.text("out.ndjson")).split(separator: "\n")
        #expect(lines.map { String($0) + "\n" }.sorted() == list.map(Self.answer).sorted())
    }

    /// Answers what is not done, until so many bytes are written.
    private static func run(_ list: [String], into file: ResumeFile, dyingAfter limit: Int) async throws {
        let (reading, writing) = try FileDescriptor.pipe()
        defer { try? reading.close() }
        try writing.writeAll(list.joined(separator: "\n").utf8)
        try writing.close()
        let lines = BatchLines(reading, named: "list") { !file.isDone($0) }
        let budget = WriteBudget(limit)
        var run = BatchRun()
        run.isOrdered = false
        try await run.run(
            reading: { try await lines.next(atMost: $0) },
            answering: { line in
                var answer = BatchAnswer(.null, outcome: .icon)
                answer.line = Array(Self.answer(line.text).utf8.dropLast())
                return answer
            },
            writing: { bytes in
                let count = budget.take(bytes.count)
                try file.append(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                if count < bytes.count { throw OutputClosed() }
            })
    }
}
