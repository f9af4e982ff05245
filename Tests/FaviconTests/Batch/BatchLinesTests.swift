import DevtoolKit
import Foundation
import SystemPackage
import TestSupport
import Testing
import URLs

@testable import Favicon

/// How a list is read, whatever it comes from.
@Suite(.timeLimit(.minutes(10))) struct BatchLinesTests {
    @Test(arguments: [
        ("a.test", ["1 a.test"]), ("a.test\nb.test\n", ["1 a.test", "2 b.test"]),
        ("a.test\r\nb.test\r\n", ["1 a.test", "2 b.test"]),
        ("\u{FEFF}a.test\n\u{FEFF}b.test", ["1 a.test", "2 \u{FEFF}b.test"]), (" \t a.test \t\r\n", ["1 a.test"]),
        ("\n\n# note\n  # note\n \t\na.test#b", ["6 a.test#b"]), ("", []), ("\n", []), ("\u{FEFF}", []),
        ("\u{FEFF}\n", []), ("#", []), ("a.test\n\n", ["1 a.test"]),
    ]) func passesOverWhatNamesNothing(list: String, expected: [String]) {
        #expect(Self.lines(Array(list.utf8)).map { "\($0.number) \($0.text)" } == expected)
    }

    /// Swift takes more characters for the end of a line.
    @Test(arguments: ["\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"]) func aLineEndsAtLineFeedsOnly(
        character: String
    ) { #expect(Self.lines(Array("# note\(character)a.test\nb.test".utf8)).map(\.text) == ["b.test"]) }

    @Test(arguments: [
        ("https://Ex.test/a?b#c", "https://ex.test/a?b#c", nil, "ex.test"),
        ("HTTP://ex.test:80", "http://ex.test/", nil, "ex.test"),
        ("http://ex.test:8080", "http://ex.test:8080/", nil, "ex.test:8080"),
        ("ex.test", "https://ex.test/", "http://ex.test/", "ex.test"),
        ("ex.test/a b", "https://ex.test/a%20b", "http://ex.test/a%20b", "ex.test"),
        ("localhost:81", "https://localhost:81/", "http://localhost:81/", "localhost:81"),
        ("[::1]", "https://[::1]/", "http://[::1]/", "[::1]"),
        ("intranet", "https://intranet/", "http://intranet/", "intranet"),
    ]) func readsPlaces(text: String, url: String, other: String?, host: String) throws {
        let line = try #require(Self.lines(Array(text.utf8)).first)
        let place = try line.place.get()
        #expect(place.url.description == url)
        #expect(place.other?.description == other)
        #expect(line.host == host)
        #expect(line.text == text)
    }

    @Test(arguments: [
        "ftp://ex.test", "mailto:a@ex.test", "javascript:alert(1)", "a b", "/etc/passwd", "https://", "data:,", "?",
        "http://[",
    ]) func tellsWhatIsNoURL(text: String) throws {
        let line = try #require(Self.lines(Array(text.utf8)).first)
        #expect(line.place == .failure(.notURL))
        #expect(line.host == text)
    }

    @Test func aLineThatIsNotUTF8IsOneAnswerAndNoEnd() throws {
        let lines = Self.lines([0x61, 0xFF, 0x62, 0x0A] + Array("ex.test".utf8))
        #expect(lines.map(\.text) == ["a\u{FFFD}b", "ex.test"])
        #expect(lines.map { $0.place == .failure(.notUTF8) } == [true, false])
    }

    @Test(arguments: [(0, false), (1, true), (1_000_000, true)]) func aLineThatIsTooLongIsCut(
        excess: Int, isTooLong: Bool
    ) throws {
        let start = "http://ex.test/"
        let count = BatchLine.lengthLimit + excess - start.utf8.count
        let list = "\u{FEFF}" + start + String(repeating: "a", count: count) + "\nb.test\n"
        for size in [1 << 16, 1_000, list.utf8.count] {
            let lines = Self.lines(Array(list.utf8), inPiecesOf: size)
            #expect(lines.count == 2 && lines.last?.text == "b.test")
            #expect((lines[0].place == .failure(.tooLong)) == isTooLong)
            #expect((lines[0].text.count < 300) == isTooLong && lines[0].text.hasPrefix(start))
        }
    }

    /// A list is the same however it is cut into pieces.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func piecesDoNotMatter(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let words: [[UInt8]] = [
            [0x0A], [0x0D, 0x0A], [0x20], [0x23], [0xEF, 0xBB, 0xBF], [0xFF], Array("a.test".utf8),
            Array("http://b.test/".utf8),
        ]
        let list = (0..<60).flatMap { _ in words.randomElement(using: &random) ?? [] }
        let whole = Self.lines(list)
        for size in 1...7 { #expect(Self.lines(list, inPiecesOf: size) == whole) }
        let model = list.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().compactMap {
            index, bytes in
            let hasMark = index == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
            return BatchLine(hasMark ? bytes.dropFirst(3) : bytes, number: index + 1)
        }
        #expect(whole == model)
    }

    @Test func readsAFileToItsEnd() async throws {
        let folder = TemporaryFolder()
        try folder.write((1...20_000).map { "a\($0).test\n" }.joined(), to: "list")
        let file = try FileDescriptor.open(folder.path.appending("list"), .readOnly)
        defer { try? file.close() }
        let lines = BatchLines(file, named: "list") { $0.number.isMultiple(of: 2) }
        var texts: [String] = []
        while case let some = try await lines.next(atMost: 7), !some.isEmpty {
            #expect(some.count <= 7)
            texts += some.map(\.text)
        }
        #expect(texts == (1...10_000).map { "a\($0 * 2).test" })
        #expect(try await lines.next(atMost: 1).isEmpty)
    }

    @Test func givesWhatIsThereAndWaitsForNoMore() async throws {
        let (reading, writing) = try FileDescriptor.pipe()
        defer { try? reading.close() }
        let lines = BatchLines(reading, named: "<stdin>")
        try writing.writeAll("a.test\nb.test\nc.t".utf8)
        #expect(try await lines.next(atMost: 10).map(\.text) == ["a.test", "b.test"])
        async let rest = lines.next(atMost: 10)
        try writing.writeAll("est".utf8)
        try writing.close()
        #expect(try await rest.map(\.text) == ["c.test"])
        #expect(try await lines.next(atMost: 10).isEmpty)
    }

    @Test func cancellingEndsTheWaiting() async throws {
        let (reading, writing) = try FileDescriptor.pipe()
        defer {
            try? reading.close()
            try? writing.close()
        }
        let lines = BatchLines(reading, named: "<stdin>")
        let task = Task { try await lines.next(atMost: 1) }
        // It waits for the end of this line once it has read it.
        try writing.writeAll("a.t".utf8)
        try await eventually {
            var unread: Int32 = 1
            return ioctl(reading.rawValue, UInt(FIONREAD), &unread) == 0 && unread == 0
        }
        task.cancel()
        #expect(try await task.value.isEmpty)
    }

    @Test func aFolderCannotBeRead() async throws {
        let folder = TemporaryFolder()
        let descriptor = try FileDescriptor.open(folder.path, .readOnly)
        defer { try? descriptor.close() }
        let lines = BatchLines(descriptor, named: "list")
        let error = await #expect(throws: FileError.self) { try await lines.next(atMost: 1) }
        #expect(error?.diagnostics.map(\.message) == ["cannot read 'list': Is a directory"])
    }

    private static func lines(_ bytes: [UInt8], inPiecesOf size: Int = .max) -> [BatchLine] {
        var cutter = ListCutter()
        var lines: [BatchLine] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            cutter.take(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            while let line = cutter.next() { lines.append(line) }
        }
        cutter.finish()
        while let line = cutter.next() { lines.append(line) }
        return lines
    }
}
