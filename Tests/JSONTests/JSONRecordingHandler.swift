import CJSONBlocks
import JSON

/// Writes down what a scanner tells, the pieces of a content put together.
struct JSONRecordingHandler: JSONHandler {
    /// One line an event.
    private(set) var events: [String] = []
    /// Where the containers begin whose content it does not want.
    private let unwanted: Set<Int>
    private var bytes: [UInt8] = []

    init(unwanted: Set<Int> = []) { self.unwanted = unwanted }

    mutating func beginObject(at offset: Int) -> Bool { open("{", offset) }
    mutating func endObject(at offset: Int) { events.append("} \(offset)") }
    mutating func beginArray(at offset: Int) -> Bool { open("[", offset) }
    mutating func endArray(at offset: Int) { events.append("] \(offset)") }
    mutating func beginKey(at offset: Int) -> Bool { begin("key", offset) }
    mutating func endKey() { end() }
    mutating func beginString(at offset: Int) -> Bool { begin("string", offset) }
    mutating func endString() { end() }
    mutating func beginNumber(at offset: Int) -> Bool { begin("number", offset) }
    mutating func endNumber() { end() }

    mutating func content(_ piece: Span<UInt8>) { for index in piece.indices { bytes.append(piece[index]) } }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) { events.append("\(literal) \(offset)") }

    private mutating func open(_ bracket: String, _ offset: Int) -> Bool {
        events.append("\(bracket) \(offset)")
        return !unwanted.contains(offset)
    }

    private mutating func begin(_ kind: String, _ offset: Int) -> Bool {
        events.append("\(kind) \(offset) ")
        bytes = []
        return true
    }

    private mutating func end() {
        events[events.count - 1] += bytes.isPlainASCII ? String(decoding: bytes, as: UTF8.self) : "\(bytes)"
    }
}

extension [UInt8] { fileprivate var isPlainASCII: Bool { allSatisfy { (0x20..<0x7F).contains($0) } } }

/// What a scan came to: the events, and the error if there was one.
struct JSONOutcome: Equatable {
    var events: [String]
    var error: JSONSyntaxError?

    /// Whether the input is JSON.
    var isAccepted: Bool { error == nil }

    /// Scans an input cut at the given offsets; of the containers at `unwanted` nothing is told.
    init(
        of input: [UInt8], cutAt cuts: [Int] = [], unwanted: Set<Int> = [],
        blockReader: JSONBlockReader? = JSONInstructions.bestReader
    ) {
        var scanner = JSONScanner(handler: JSONRecordingHandler(unwanted: unwanted), blockReader: blockReader)
        do throws(JSONSyntaxError) {
            var start = 0
            for end in cuts + [input.count] {
                try scanner.scan(input.span.extracting(start..<end))
                start = end
            }
            try scanner.finish()
        } catch { self.error = error }
        events = scanner.handler.events
    }

    /// Scans a text in one piece.
    init(of text: String) { self.init(of: Array(text.utf8)) }
}
