import DevtoolKit
import Synchronization

final class OutputTail: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isCut = false
    }

    private static let limit = 1 << 16

    private let state = Mutex(State())

    func append(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            state.bytes += bytes.suffix(Self.limit)
            // Trim rarely, so that each byte is moved only once.
            guard state.bytes.count > 2 * Self.limit || bytes.count > Self.limit else { return }
            state.bytes.removeFirst(max(0, state.bytes.count - Self.limit))
            state.isCut = true
        }
    }

    func append(_ lines: [String]) { Array(lines.joined().utf8).withUnsafeBytes { append($0) } }

    /// The text without colours; starts with a whole line if the beginning was dropped.
    var text: String {
        let text = wholeText
        // Parsing the regular expression takes 1.3 million instructions.
        return text.contains("\u{1B}") ? text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") : text
    }

    private var wholeText: String {
        let state = state.withLock(\.self)
        var bytes = state.bytes.suffix(Self.limit)
        guard state.isCut || bytes.count < state.bytes.count else { return String(decoding: bytes, as: UTF8.self) }
        if let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) { bytes = bytes[(newline + 1)...] }
        return "…\n" + String(decoding: bytes, as: UTF8.self)
    }
}

struct TailSink: OutputSink {
    private var next: any OutputSink
    private let tail: OutputTail

    init(_ next: any OutputSink, _ tail: OutputTail) {
        self.next = next
        self.tail = tail
    }

    var holdsBytes: Bool { next.holdsBytes }
    var endsWithReader: Bool { next.endsWithReader }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws {
        tail.append(bytes)
        try next.receive(bytes)
    }

    mutating func pause() throws { try next.pause() }
    mutating func finish() throws { try next.finish() }
}
