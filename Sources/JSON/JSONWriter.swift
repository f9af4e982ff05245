import CByteSearch
import Scanning

/// Writes JSON (RFC 8259) piece by piece, without a ``JSONValue`` for large or numerous parts.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in
///     json.member("schema", 1)
///     json.member("kinds", [Kind.icon]) { json, kind in json.value(kind.rawValue) }
/// }
/// json.text  // {"schema":1,"kinds":["icon"]}
/// ```
public struct JSONWriter {
    /// The output so far, in UTF-8.
    public private(set) var bytes: [UInt8] = []
    /// The number of open containers; `nil` for output on one line.
    private var depth: Int?

    /// Creates a writer; pretty output has several lines, indented by two spaces per level.
    public init(isPretty: Bool = false) {
        depth = isPretty ? 0 : nil
        bytes.reserveCapacity(1024)
    }

    /// Lets `write` append compact JSON to existing bytes.
    package static func append(to bytes: inout [UInt8], _ write: (inout JSONWriter) -> Void) {
        var json = JSONWriter(taking: &bytes)
        write(&json)
        swap(&json.bytes, &bytes)
    }

    /// Swaps the bytes in, so that they are not copied.
    private init(taking bytes: inout [UInt8]) { swap(&self.bytes, &bytes) }

    /// The output so far.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes a string, or `null`.
    public mutating func value(_ text: String?) {
        guard let text else { return null() }
        bytes.append(UInt8(ascii: "\""))
        // Safety: the closure does not let the bytes escape. A string without contiguous UTF-8 is copied.
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
        if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { appendEscaped($0) } }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard let text = utf8.baseAddress else { return }
        var (start, index) = (0, 0)
        while true {
            // Safety: the search is limited to the remaining bytes.
            index += byte_search_json_plain(text + index, utf8.count - index)
            if index == utf8.count { break }
            let length = Self.escapedLength(at: index, of: utf8.span)
            if length > 0 {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                append(escapeOf: utf8.span.extracting(index..<index + length))
                start = index + length
            }
            index += max(1, length)
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }

    /// Writes bytes that are JSON already, such as a member's name with the punctuation around it.
    package mutating func verbatim(_ json: StaticString) {
        // Safety: the closure copies the bytes.
        json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    package mutating func verbatim(_ json: [UInt8]) { bytes.append(contentsOf: json) }

    /// Writes an integer, or `null`.
    public mutating func value(_ number: Int?) {
        guard let number else { return null() }
        guard number >= 0 else { return append(String(number)) }
        // Avoids a string for the common case.
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    /// Writes a number; infinity and NaN, which JSON does not have, become `null`.
    public mutating func value(_ number: Double) {
        // These are exact, and printed without an exponent.
        if number >= 1, number < 0x1p53, let whole = Int(exactly: number) {
            value(whole)
            return append(".0")
        }
        JSONValue.number(number).write(to: &self)
    }

    /// Writes a number that is spelled in JSON's grammar.
    package mutating func value(spelledNumber spelling: String) { append(spelling) }

    /// Writes `true` or `false`.
    public mutating func value(_ isTrue: Bool) { append(isTrue ? "true" : "false") }

    /// Writes `null`.
    public mutating func null() { append("null") }

    /// Writes an object, whose members the closure writes under distinct names.
    public mutating func object(_ members: (inout JSONWriter) -> Void) { enclose("{", "}", members) }

    /// Writes an array.
    public mutating func list<Items: Sequence>(_ items: Items, _ write: (inout JSONWriter, Items.Element) -> Void) {
        enclose("[", "]") { json in
            for item in items {
                json.beginPart()
                write(&json, item)
            }
        }
    }

    /// Writes a member of the open object, whose value the closure writes.
    public mutating func member(_ name: String, _ value: (inout JSONWriter) -> Void) {
        beginPart()
        self.value(name)
        append(depth == nil ? ":" : ": ")
        value(&self)
    }

    /// Writes a member with a string, or `null`.
    public mutating func member(_ name: String, _ text: String?) { member(name) { $0.value(text) } }

    /// Writes a member with an integer, or `null`.
    public mutating func member(_ name: String, _ number: Int?) { member(name) { $0.value(number) } }

    /// Writes a member with `true` or `false`.
    public mutating func member(_ name: String, _ isTrue: Bool) { member(name) { $0.value(isTrue) } }

    /// Writes a member with an array of strings.
    public mutating func member(_ name: String, _ texts: [String]) {
        member(name) { json in json.list(texts) { $0.value($1) } }
    }

    /// Writes a member with an array.
    public mutating func member<Items: Sequence>(
        _ name: String, _ items: Items, _ write: (inout JSONWriter, Items.Element) -> Void
    ) { member(name) { $0.list(items, write) } }

    /// Writes a member with a value, or `null`.
    @inlinable public mutating func member<Value>(
        _ name: String, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) { member(name) { json in if let value { write(&json, value) } else { json.null() } } }

    private mutating func enclose(_ begin: Unicode.Scalar, _ end: Unicode.Scalar, _ parts: (inout JSONWriter) -> Void) {
        bytes.append(UInt8(ascii: begin))
        let start = bytes.count
        depth? += 1
        parts(&self)
        depth? -= 1
        if bytes.count > start { breakLine() }
        bytes.append(UInt8(ascii: end))
    }

    private mutating func beginPart() {
        // After an opening bracket, it is the first.
        if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
            bytes.append(UInt8(ascii: ","))
        }
        breakLine()
    }

    private mutating func breakLine() {
        guard let depth else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }

    private mutating func append(_ text: String) {
        // Appending the UTF-8 view would take the slow path for collections.
        append(text.utf8.span)
    }

    private mutating func append(_ piece: Span<UInt8>) {
        // Safety: the closure copies the bytes.
        piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// The length of the character at `index` if it has to be escaped, otherwise 0.
    ///
    /// RFC 8259, section 7 requires some escapes. The others are for U+2028 and U+2029, which old JavaScript takes for
    /// line breaks, and for what could disturb a terminal: C1 controls and bidirectional controls.
    private static func escapedLength(at index: Int, of utf8: Span<UInt8>) -> Int {
        let byte = utf8[index]
        switch byte {
        case 0x22, 0x5C, ..<0x20, 0x7F: return 1
        // U+0080 to U+009F.
        case 0xC2: return utf8[index + 1] < 0xA0 ? 2 : 0
        case 0xE2:
            let (second, third) = (utf8[index + 1], utf8[index + 2])
            // U+2028 to U+202E, and U+2066 to U+2069.
            let isEscaped = second == 0x80 && 0xA8...0xAE ~= third || second == 0x81 && 0xA6...0xA9 ~= third
            return isEscaped ? 3 : 0
        default: return 0
        }
    }

    private mutating func append(escapeOf character: Span<UInt8>) {
        switch character[0] {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case UInt8(ascii: "\n"): append("\\n")
        case UInt8(ascii: "\r"): append("\\r")
        case UInt8(ascii: "\t"): append("\\t")
        default:
            var value = 0
            for index in character.indices {
                let lead = character.count == 2 ? 0x1F : 0x0F
                let mask = character.count == 1 ? 0x7F : index == 0 ? lead : 0x3F
                value = value << 6 | Int(character[index]) & mask
            }
            append("\\u" + value.hexadecimal(width: 4))
        }
    }
}
