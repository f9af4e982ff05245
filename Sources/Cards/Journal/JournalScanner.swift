import DevtoolKit
import JSON

/// Reads a journal as a stream.
///
/// The format has to precede the insertions; unknown members are skipped.
struct JournalScanner: ExportHandler {
    static let mark = "cards-journal"

    /// Larger than any file, and small enough for sums not to overflow.
    private static let largestOffset = 1 << 48

    let isExport = false

    private(set) var kind: String?
    private(set) var schema: Int?

    private var input = Part()
    private var output = Part()
    private var spelling: NumberSpelling?
    private var insertions: TitleEdits?
    /// The total size of the insertions, and the end of the last one.
    private var total = 0
    private var end = 0
    private var isDamaged = false

    private struct Part {
        var size: Int?
        var sha256: SHA256?
        var fingerprint: ExportFingerprint? {
            guard let size, size >= 0, let sha256 else { return nil }
            return ExportFingerprint(size: size, sha256: sha256)
        }
    }

    private enum Place { case outside, journal, input, output, insertions, insertion }
    private var place = Place.outside
    private var key = ""
    private var innerKey = ""
    private var content: [UInt8] = []
    private var offset: Int?
    private var text: [UInt8]?

    var journal: Journal? {
        guard !isDamaged, let before = input.fingerprint, let after = output.fingerprint, let spelling, let insertions,
            end <= after.size, after.size - before.size == total
        else { return nil }
        return Journal(input: before, output: after, spelling: spelling, insertions: insertions)
    }

    mutating func beginObject(at offset: Int) -> Bool {
        switch (place, key) {
        case (.outside, _): place = .journal
        case (.journal, "input"): place = .input
        case (.journal, "output"): place = .output
        default:
            refuseInsertion()
            return false
        }
        return true
    }

    mutating func endObject(at offset: Int) { place = place == .journal ? .outside : .journal }

    mutating func beginArray(at offset: Int) -> Bool {
        switch (place, key) {
        case (.journal, "insertions") where insertions == nil && spelling != nil:
            insertions = TitleEdits(spelling: spelling ?? .standard)
            place = .insertions
        case (.insertions, _):
            (self.offset, text) = (nil, nil)
            place = .insertion
        default:
            refuseInsertion()
            return false
        }
        return true
    }

    mutating func endArray(at offset: Int) {
        if place == .insertion { takeInsertion() }
        place = place == .insertion ? .insertions : .journal
    }

    mutating func beginKey(at offset: Int) -> Bool { beginContent() }

    mutating func endKey() { if place == .journal { key = contentText } else { innerKey = contentText } }

    mutating func beginString(at offset: Int) -> Bool { beginContent() }

    mutating func endString() {
        switch (place, key, innerKey) {
        case (.journal, "devtool", _): kind = contentText
        case (.journal, "format", _) where insertions == nil: spelling = NumberSpelling(format: contentText)
        case (.input, _, "sha256"): input.sha256 = SHA256(argument: contentText)
        case (.output, _, "sha256"): output.sha256 = SHA256(argument: contentText)
        case (.insertion, _, _) where text == nil: text = content
        default: refuseInsertion()
        }
    }

    mutating func beginNumber(at offset: Int) -> Bool { beginContent() }

    mutating func endNumber() {
        let number = Int(contentText)
        switch (place, key, innerKey) {
        case (.journal, "schema", _): schema = number
        case (.input, _, "size"): input.size = number
        case (.output, _, "size"): output.size = number
        case (.insertion, _, _) where offset == nil: offset = number
        default: refuseInsertion()
        }
    }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) { refuseInsertion() }

    mutating func content(_ piece: Span<UInt8>) { content.append(piece) }

    private var contentText: String { String(decoding: content, as: UTF8.self) }

    private mutating func beginContent() -> Bool {
        content.removeAll(keepingCapacity: true)
        return true
    }

    /// Rejects a value in the list of insertions; elsewhere, it may be from a later version of devtool.
    private mutating func refuseInsertion() { if place == .insertion || place == .insertions { isDamaged = true } }

    private mutating func takeInsertion() {
        guard let offset, offset >= end, offset <= Self.largestOffset, let text, let digits = spelling?.digits(of: text)
        else {
            isDamaged = true
            return
        }
        insertions?.append(number: Array(digits), at: offset)
        end = offset + text.count
        total += text.count
    }
}
