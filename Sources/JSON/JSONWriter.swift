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

    /// What has been written.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes a text, or `null`.
    public mutating func value(_ text: String?) {
        guard let text else { return null() }
        bytes.append(UInt8(ascii: "\""))
        if Self.isPlain(text.utf8.span) {
            append(text)
        } else {
            for scalar in text.unicodeScalars { append(scalar) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a whole number, or `null`.
    public mutating func value(_ number: Int?) {
        guard let number else { return null() }
        append(String(number))
    }

    /// Writes a number; infinity and "not a number", which JSON does not have, become `null`.
    public mutating func value(_ number: Double) {
        JSONValue.number(number).write(to: &self)
    }

    /// Writes a number that is spelled as the grammar of JSON has it.
    mutating func value(spelledNumber spelling: String) { append(spelling) }

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
        // Safety: the bytes are copied within the call. Appending the view would go the long way of any collection.
        text.utf8.span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// Whether a text needs no escape, as nearly all do.
    private static func isPlain(_ utf8: Span<UInt8>) -> Bool {
        // Safety: the bytes are looked at within the closure. Without a way out, and without checks of the bounds,
        // the compiler looks at many at once.
        utf8.withUnsafeBufferPointer { bytes in
            var special: UInt8 = 0
            for byte in bytes {
                special |= byte &- 0x20 > 0x5E ? 1 : 0
                special |= byte == 0x22 || byte == 0x5C ? 1 : 0
            }
            return special == 0
        }
    }

    /// Appends a character with the escapes that RFC 8259, section 7 demands, and with those for the two
    /// line separators that JavaScript once took for line ends, and for what could disturb a terminal:
    /// C1 controls, and what turns the order of a line.
    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}",
            "\u{2066}"..."\u{2069}":
            append("\\u" + scalar.value.hexadecimal(width: 4))
        default: append(String(scalar))
        }
    }
}
