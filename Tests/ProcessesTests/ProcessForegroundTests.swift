import Dispatch
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Processes

/// Pieces of work whose output is shown one after another.
@Suite struct ProcessForegroundTests {
    /// A console whose two streams are one file, so that their order can be seen.
    private struct OneFile {
        let folder = TemporaryFolder()
        let console: Console
        let file: OwnedDescriptor

        init() throws {
            file = OwnedDescriptor(
                try FileDescriptor.open(
                    folder.path.appending("out"), .readWrite, options: [.create, .append], permissions: .ownerReadWrite)
            )
            console = Console(output: file.descriptor, error: file.descriptor)
        }

        var text: String { folder.text("out") ?? "" }
    }

    private static func write(_ text: String, to sink: any OutputSink) throws {
        var sink = sink
        try Array(text.utf8).withUnsafeBytes { try sink.receive($0) }
        try sink.finish()
    }

    @Test func theOldestIsLiveAndTheOthersWaitForTheirTurn() async throws {
        let file = try OneFile()
        let output = ForegroundOutput(console: file.console)
        let channels = ["a", "b", "c"].map { output.open("= \($0)") }
        try Self.write("b1\n", to: channels[1].output)
        try Self.write("c1\n", to: channels[2].output)
        #expect(file.text == "= a\n")
        try Self.write("a1\n", to: channels[0].output)
        #expect(file.text == "= a\na1\n")
        channels[2].close()
        try Self.write("a2\n", to: channels[0].error)
        #expect(file.text == "= a\na1\na2\n")
        channels[0].close()
        try await output.finish()
        #expect(file.text == "= a\na1\na2\n= b\nb1\n")
        // It has come to the foreground.
        try Self.write("b2\n", to: channels[1].output)
        #expect(file.text == "= a\na1\na2\n= b\nb1\nb2\n")
        channels[1].close()
        channels[1].close()
        try await output.finish()
        #expect(file.text == "= a\na1\na2\n= b\nb1\nb2\n= c\nc1\n")
        let late = output.open()
        try Self.write("d", to: late.output)
        #expect(file.text.hasSuffix("= c\nc1\nd"))
        late.close()
        try await output.finish()
        #expect(file.text.hasSuffix("= c\nc1\nd\n"))
    }

    @Test func whatSaysNothingShowsNothing() async throws {
        let file = try OneFile()
        let output = ForegroundOutput(console: file.console)
        let channels = (0..<3).map { _ in output.open() }
        try Self.write("", to: channels[0].output)
        try Self.write("x\n", to: channels[2].error)
        channels.forEach { $0.close() }
        try await output.finish()
        #expect(file.text == "x\n")
    }

    @Test func unfinishedLinesAreEnded() async throws {
        let file = try OneFile()
        let output = ForegroundOutput(console: file.console)
        let channels = (0..<3).map { output.open("= \($0)") }
        try Self.write("one", to: channels[0].output)
        channels[0].say("said")
        try Self.write("two", to: channels[1].error)
        channels[1].say("said")
        channels[1].say("and said")
        try Self.write("three", to: channels[2].error)
        try Self.write(" four", to: channels[2].output)
        channels.forEach { $0.close() }
        try await output.finish()
        #expect(
            file.text == """
                = 0
                one
                said
                = 1
                two
                said
                and said
                = 2
                three four

                """)
    }

    @Test func theHeaderAndTheLineHideSecrets() async throws {
        let file = try OneFile()
        file.console.hide([Secret("hunter2")])
        let output = ForegroundOutput(console: file.console)
        let channel = output.open("run hunter2")
        channel.say("hunter2!")
        #expect(file.text == "run ***\n***!\n")
    }

    @Test func severalChildrenUseOneChannel() async throws {
        let recording = try ProcessRecording()
        let file = try OneFile()
        let output = ForegroundOutput(console: file.console)
        let first = output.open()
        let second = output.open()
        for word in ["x", "y"] {
            for channel in [second, first] {
                for line in ["out", "err >&2"] {
                    let termination = try await recording.runner.run(
                        recording.script("echo \(word) \(line)"), output: channel.output, error: channel.error)
                    #expect(termination == .exited(0))
                }
            }
        }
        first.close()
        second.close()
        try await output.finish()
        let once = "x out\nx err\ny out\ny err\n"
        #expect(file.text == once + once)
    }

    @Test func keepsMoreThanMemoryShallHold() async throws {
        // Each stream has a file: between the two, lines may be broken where a pipe was read.
        let (results, messages) = (try OneFile(), try OneFile())
        let output = ForegroundOutput(
            console: Console(output: results.file.descriptor, error: messages.file.descriptor))
        let first = output.open()
        let second = output.open()
        let recording = try ProcessRecording()
        // Both streams, and pieces of every size.
        let script = "seq 1 200000; seq 200001 400000 >&2; seq 400001 450000"
        _ = try await recording.runner.run(
            recording.script(script + " & wait"), output: second.output, error: second.error)
        try Self.write("first\n", to: first.output)
        first.close()
        second.close()
        try await output.finish()
        func lines(_ numbers: [ClosedRange<Int>]) -> String { numbers.joined().map { "\($0)\n" }.joined() }
        // Not '#expect(a == b)': a failure would print both.
        let areExpected =
            results.text == "first\n" + lines([1...200_000, 400_001...450_000])
            && messages.text == lines([200_001...400_000])
        #expect(areExpected)
    }

    /// A terminal that is stopped must not keep the others' children from writing.
    @Test func theOthersGoOnWhileTheConsoleBlocks() async throws {
        let pipe = try OwnedDescriptor.pipe()
        let console = Console(output: pipe.writing.descriptor, error: pipe.writing.descriptor)
        let output = ForegroundOutput(console: console)
        let first = output.open()
        let second = output.open()
        let recording = try ProcessRecording()
        let runner = recording.runner
        let flood = Task {
            try await runner.run(recording.script("seq 100000"), output: first.output, error: first.error)
        }
        let termination = try await runner.run(
            recording.script("seq 100000"), output: second.output, error: second.error)
        #expect(termination == .exited(0))
        second.close()
        let ending = Task { try await output.finish() }
        ending.cancel()
        try await ending.value
        let read = OneShot<Int>()
        DispatchQueue(label: "reader").async {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var total = 0
            while case let count = try? buffer.withUnsafeMutableBytes({ try pipe.reading.descriptor.read(into: $0) }),
                let count, count > 0
            { total += count }
            read.complete(with: total)
        }
        #expect(try await flood.value == .exited(0))
        first.close()
        try await output.finish()
        pipe.writing.close()
        #expect(await read.value() == 2 * 588_895)
    }

    @Test func tellsWhatCouldNotBeShown() async throws {
        let full = try FileDescriptor.open("/dev/full", .writeOnly)
        defer { try? full.close() }
        let output = ForegroundOutput(console: Console(output: full, error: full))
        let first = output.open()
        let second = output.open()
        #expect(throws: ConsoleError.self) { try Self.write("x", to: first.output) }
        try Self.write("y", to: second.output)
        first.close()
        second.close()
        await #expect(throws: ConsoleError.self) { try await output.finish() }
    }

    /// Nothing is lost, nothing mixed, and the order of a channel kept, whoever comes first.
    @Test(arguments: 0..<6) func anyInterleavingKeepsChannelsWhole(seed: UInt64) async throws {
        let file = try OneFile()
        let output = ForegroundOutput(console: file.console)
        var random = SplitMix64(seed: seed)
        let expected = await withTaskGroup(of: (Int, String).self) { group in
            for number in 0..<12 {
                let header = "= \(number)"
                let channel = output.open(header)
                let ownSeed = random.next()
                group.addTask {
                    var own = SplitMix64(seed: ownSeed)
                    var text = ""
                    for step in 0..<Int.random(in: 0..<20, using: &own) {
                        let length = Int.random(in: 1..<(step % 9 == 0 ? 30_000 : 50), using: &own)
                        let piece =
                            "\(number):\(step) " + String(repeating: "x", count: length)
                            + (Bool.random(using: &own) ? "\n" : "")
                        let sink = Bool.random(using: &own) ? channel.output : channel.error
                        try? Self.write(piece, to: sink)
                        text += piece
                        if Bool.random(using: &own) { await Task.yield() }
                    }
                    channel.close()
                    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
                    return (number, "\(header)\n\(text)")
                }
            }
            return await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        try await output.finish()
        let whole = expected.sorted { $0.key < $1.key }.map(\.value).joined()
        // Not '#expect(a == b)': a failure would print both.
        let isExpected = file.text == whole
        #expect(isExpected)
    }

    /// A fold and a command for the runner need the end of the output.
    @Test func closedChannelsAreShownWithTheirEndings() async throws {
        let file = try OneFile()
        let output = ForegroundOutput(console: file.console, patience: .seconds(3600))
        let channels = ["a", "b", "c", "d"].map { output.open("= \($0)") }
        try Self.write("b1", to: channels[1].output)
        channels[1].command("!b")
        channels[0].close(("<a", ">"), isLast: true)
        channels[1].close(("<b", ">"), isLast: false)
        channels[2].close()
        try await output.finish()
        #expect(file.text == "<b\n= b\nb1\n!b\n>\n= c\n<a\n= a\n>\n")
        channels[3].close()
        let silent = output.open()
        silent.close(("<e", ">"), isLast: false)
        try await output.finish()
        #expect(file.text.hasSuffix(">\n= d\n"))
    }

    /// What hangs until the CI system kills devtool would never be seen.
    @Test func aChannelThatStaysOpenIsShown() async throws {
        let file = try OneFile()
        let output = ForegroundOutput(console: file.console, patience: .milliseconds(1))
        let channel = output.open("= a")
        try await eventually { file.text == "= a\n" }
        try Self.write("live", to: channel.output)
        #expect(file.text == "= a\nlive")
        channel.command("!")
        channel.close(("<", ">"), isLast: true)
        try await output.finish()
        #expect(file.text == "= a\nlive\n!\n")
    }
}

extension ForegroundOutput {
    fileprivate func open(_ line: String) -> any OutputChannel {
        let channel = open()
        channel.say(line)
        return channel
    }
}

extension OutputChannel { func close() { close(nil, isLast: false) } }
