import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Cards

/// Outputs that follow the scan of inputs of many chunks.
@Suite struct TransferTests {
    private let folder = TemporaryFolder()

    /// An output in memory.
    private final class Recording: Sendable {
        let bytes = Mutex<[UInt8]>([])
        let restarts = Atomic(0)

        /// The output; one that cannot be taken back if it is not `restartable`.
        func output(restartable: Bool = true) -> BoardOutput {
            let restart: @Sendable () -> Void = {
                self.restarts.add(1, ordering: .relaxed)
                self.bytes.withLock { $0 = [] }
            }
            return BoardOutput(
                write: { piece in self.bytes.withLock { $0 += piece } }, restart: restartable ? restart : nil)
        }

        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
    }

    /// A million bytes of cards, as they are or numbered.
    private static func cards(numbered: Bool) -> String {
        let text = String(repeating: "é\\n", count: 150)
        return (1...1500).map { number in
            let title = numbered ? "#\(number) a" : "a"
            return ##"{"desc":"\##(text)","idShort":\##(number),"name":"\##(title)"}"##
        }.joined(separator: ",")
    }

    private func transfer(_ text: String, restartable: Bool = true) async throws -> Recording {
        try folder.write(text, to: "board.json")
        var input = try BoardInput(folder.path.appending("board.json"), temporaryFolder: folder.path)
        let recording = Recording()
        _ = try input.transfer(by: NumberingRule(), to: recording.output(restartable: restartable))
        return recording
    }

    @Test(arguments: [true, false]) func theTitleComesFirst(_ isRestartable: Bool) async throws {
        let recording = try await transfer(
            ##"{"name":"#","cards":[\##(Self.cards(numbered: false))]}"##, restartable: isRestartable)
        let expected = ##"{"name":"#","cards":[\##(Self.cards(numbered: true))]}"##
        #expect(recording.text == expected)
        #expect(recording.restarts.load(ordering: .relaxed) == 0)
    }

    @Test func theTitleComesLast() async throws {
        let recording = try await transfer(##"{"cards":[\##(Self.cards(numbered: false))],"name":"#"}"##)
        let expected = ##"{"cards":[\##(Self.cards(numbered: true))],"name":"#"}"##
        #expect(recording.text == expected)
        #expect(recording.restarts.load(ordering: .relaxed) == 0)
    }

    @Test(arguments: [false, true]) func theTitleComesTwice(_ isNumbered: Bool) async throws {
        let (first, last) = isNumbered ? ("x", "#") : ("#", "x")
        func board(_ numbered: Bool) -> String {
            ##"{"name":"\##(first)","cards":[\##(Self.cards(numbered: numbered))],"name":"\##(last)"}"##
        }
        let recording = try await transfer(board(false))
        let expected = board(isNumbered)
        #expect(recording.text == expected)
        #expect(recording.restarts.load(ordering: .relaxed) == 1)
    }

    @Test(arguments: [true, false]) func nothingIsLeftOfMalformedInput(_ isRestartable: Bool) async throws {
        let text = ##"{"name":"#","cards":[\##(Self.cards(numbered: false))]}}"##
        try folder.write(text, to: "board.json")
        var input = try BoardInput(folder.path.appending("board.json"), temporaryFolder: folder.path)
        let recording = Recording()
        do {
            _ = try input.transfer(by: NumberingRule(), to: recording.output(restartable: isRestartable))
            Issue.record("it is malformed")
        } catch CardsError.malformed {}
        #expect(recording.text == "")
    }

    /// What comes through a pipe is not read ahead: nothing may come for long.
    @Test(.timeLimit(.minutes(1))) func malformedInputOfAPipeThatStaysOpen() throws {
        let pipe = try FileDescriptor.pipe()
        defer {
            try? pipe.readEnd.close()
            try? pipe.writeEnd.close()
        }
        try pipe.writeEnd.writeAll(Array(##"{"name":"#","cards":[}"##.utf8))
        var input = try BoardInput(FilePath("/proc/self/fd/\(pipe.readEnd.rawValue)"), temporaryFolder: folder.path)
        do {
            _ = try input.transfer(by: NumberingRule(), to: Recording().output())
            Issue.record("it is malformed")
        } catch CardsError.malformed {}
    }

    @Test func anOutputThatFails() async throws {
        // More than is held in memory.
        let cards = Array(repeating: Self.cards(numbered: false), count: 4).joined(separator: ",")
        try folder.write(##"{"name":"#","cards":[\##(cards)]}"##, to: "board.json")
        var input = try BoardInput(folder.path.appending("board.json"), temporaryFolder: folder.path)
        do {
            _ = try input.transfer(
                by: NumberingRule(), to: BoardOutput(write: { _ in throw Errno.noSpace }, restart: {}))
            Issue.record("it cannot be written")
        } catch Errno.noSpace {}
    }
}
