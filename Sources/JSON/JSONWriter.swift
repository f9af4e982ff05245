import CByteSearch

/// Writes JSON (RFC 8259) part by part, so that what is long, or one of many, need not be built as a
/// ``JSONValue`` first.
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
    /// What has been written, in UTF-8.
    public private(set) var bytes: [UInt8] = []
    /// How many objects and lists are open; `nil` where all stands on one line.
    private var depth: Int?

    /// Begins a text.
    ///
    /// - Parameter isPretty: whether it has several lines, two blanks a level, without a final newline;
    ///   if not, it has one, without blanks.
    public init(isPretty: Bool = false) {
        depth = isPretty ? 0 : nil
        bytes.reserveCapacity(1024)
    }

    /// Appends what is written meanwhile, on one line, to other bytes.
    package static func append(to bytes: inout [UInt8], _ write: (inout JSONWriter) -> Void) {
        var json = JSONWriter(taking: &bytes)
        write(&json)
        swap(&json.bytes, &bytes)
    }

    /// Goes on after bytes, which are the writer's meanwhile, so that they are not copied.
    private init(taking bytes: inout [UInt8]) { swap(&self.bytes, &bytes) }

    /// What has been written.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes a text, or `null`.
    public mutating func value(_ text: String?) {
        guard let text else { return null() }
        bytes.append(UInt8(ascii: "\""))
        // Safety: the bytes are lent for the call. A text whose bytes do not lie in a row is copied.
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
        if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { appendEscaped($0) } }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard let text = utf8.baseAddress else { return }
        var (start, index) = (0, 0)
        while true {
            // Safety: what is looked through are the bytes that are left.
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

    /// Writes what is JSON already, such as the name of a member with what stands around it.
    package mutating func verbatim(_ json: StaticString) {
        // Safety: the bytes are copied within the closure.
        json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// The same for what was written before.
    package mutating func verbatim(_ json: [UInt8]) { bytes.append(contentsOf: json) }

    /// Writes a whole number, or `null`.
    public mutating func value(_ number: Int?) {
        guard let number else { return null() }
        guard number >= 0 else { return append(String(number)) }
        // A number without a sign is not made a text first.
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    /// Writes a number; infinity and "not a number", which JSON does not have, become `null`.
    public mutating func value(_ number: Double) {
        // Whole ones below this are exact, and have no exponent.
        if number >= 1, number < 0x1p53, let whole = Int(exactly: number) {
            value(whole)
            return append(".0")
        }
        JSONValue.number(number).write(to: &self)
    }

    /// Writes a number that is spelled as the grammar of JSON has it.
    package mutating func value(spelledNumber spelling: String) { append(spelling) }

    /// Writes `true` or `false`.
    public mutating func value(_ isTrue: Bool) {
        append(isTrue ? "true" : "false")
    }

    /// Writes `null`.
    public mutating func null() {
        append("null")
    }

    /// Writes an object with the members that are written meanwhile, whose names are the caller's to
    /// keep distinct.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        enclose("{", "}", members)
    }

    /// Writes a list of items.
    public mutating func list<Items: Sequence>(
        _ items: Items, _ write: (inout JSONWriter, Items.Element) -> Void
    ) {
        enclose("[", "]") { json in
            for item in items {
                json.beginPart()
                write(&json, item)
            }
        }
    }

    /// Writes a member of the object that is open: its name, and the value that is written meanwhile.
    public mutating func member(_ name: String, _ value: (inout JSONWriter) -> Void) {
        beginPart()
        self.value(name)
        append(depth == nil ? ":" : ": ")
        value(&self)
    }

    /// Writes a member with a text, or `null`.
    public mutating func member(_ name: String, _ text: String?) {
        member(name) { $0.value(text) }
    }

    /// Writes a member with a whole number, or `null`.
    public mutating func member(_ name: String, _ number: Int?) {
        member(name) { $0.value(number) }
    }

    /// Writes a member with `true` or `false`.
    public mutating func member(_ name: String, _ isTrue: Bool) {
        member(name) { $0.value(isTrue) }
    }

    /// Writes a member with a list of texts.
    public mutating func member(_ name: String, _ texts: [String]) {
        member(name) { json in
            json.list(texts) { $0.value($1) }
        }
    }

    /// Writes a member with a list of items.
    public mutating func member<Items: Sequence>(
        _ name: String, _ items: Items, _ write: (inout JSONWriter, Items.Element) -> Void
    ) {
        member(name) { $0.list(items, write) }
    }

    /// Writes a member with what is written of a value, or `null` where there is none.
    @inlinable public mutating func member<Value>(
        _ name: String, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        member(name) { json in
            if let value { write(&json, value) } else { json.null() }
        }
    }

    private mutating func enclose(
        _ begin: Unicode.Scalar, _ end: Unicode.Scalar, _ parts: (inout JSONWriter) -> Void
    ) {
        bytes.append(UInt8(ascii: begin))
        let start = bytes.count
        depth? += 1
        parts(&self)
        depth? -= 1
        if bytes.count > start { breakLine() }
        bytes.append(UInt8(ascii: end))
    }

    /// Separates a part of an object or a list from the one before it.
    private mutating func beginPart() {
        // Right after a bracket it is the first.
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
        // Appending the view would go the long way of any collection.
        append(text.utf8.span)
    }

    private mutating func append(_ piece: Span<UInt8>) {
        // Safety: the bytes are copied within the closure.
        piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// How many bytes the character at a place has, if it is written as an escape; zero for any other.
    ///
    /// These are the escapes that RFC 8259, section 7 demands, and those for the two line separators that
    /// JavaScript once took for line ends, and for what could disturb a terminal: C1 controls, and what
    /// turns the order of a line.
    private static func escapedLength(at index: Int, of utf8: Span<UInt8>) -> Int {
        let byte = utf8[index]
        switch byte {
        case 0x22, 0x5C, ..<0x20, 0x7F: return 1
        // U+0080 to U+009F.
        case 0xC2: return utf8[index + 1] < 0xA0 ? 2 : 0
        case 0xE2:
            let (second, third) = (utf8[index + 1], utf8[index + 2])
            // U+2028 to U+202E, and U+2066 to U+2069.
            let isEscaped =
                second == 0x80 && 0xA8...0xAE ~= third || second == 0x81 && 0xA6...0xA9 ~= third
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
