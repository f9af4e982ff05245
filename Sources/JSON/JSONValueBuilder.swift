/// Builds a value from a scanner's events: a whole document, or a part that a handler passes on.
///
/// ```swift
/// var scanner = JSONScanner(handler: JSONValueBuilder(depthLimit: 3))
/// try scanner.scan(manifest.span)
/// try scanner.finish()
/// scanner.handler.value["icons"]?.items
/// ```
///
/// Invalid Unicode becomes U+FFFD, and values nested too deeply become `null`; ``problem`` reports the first of them.
package struct JSONValueBuilder: JSONHandler {
    private struct Container {
        let isObject: Bool
        var items: [JSONValue] = []
        var members: [(name: String, value: JSONValue)] = []
        var key = ""
    }

    /// The value, once no container is open.
    package private(set) var value = JSONValue.null
    /// The first construct that the grammar allows, but a ``JSONValue`` cannot hold.
    package private(set) var problem: (message: String, offset: Int)?

    private let depthLimit: Int
    private var open: [Container] = []
    private var text: [UInt8] = []
    private var start = 0

    package init(depthLimit: Int) { self.depthLimit = depthLimit }

    package var depth: Int { open.count }

    package var key: String { open.last?.key ?? "" }

    package mutating func beginObject(at offset: Int) -> Bool { begin(isObject: true, at: offset) }
    package mutating func beginArray(at offset: Int) -> Bool { begin(isObject: false, at: offset) }

    private mutating func begin(isObject: Bool, at offset: Int) -> Bool {
        guard open.count < depthLimit else {
            report("the values are nested too deeply", at: offset)
            take(.null)
            return false
        }
        open.append(Container(isObject: isObject))
        return true
    }

    package mutating func endObject(at offset: Int) { end() }
    package mutating func endArray(at offset: Int) { end() }

    private mutating func end() {
        guard let last = open.popLast() else { return }
        take(last.isObject ? .object(last.members) : .array(last.items))
    }

    package mutating func beginKey(at offset: Int) -> Bool { beginText(at: offset) }
    package mutating func beginString(at offset: Int) -> Bool { beginText(at: offset) }
    package mutating func beginNumber(at offset: Int) -> Bool { beginText(at: offset) }

    private mutating func beginText(at offset: Int) -> Bool {
        text.removeAll(keepingCapacity: true)
        start = offset
        return true
    }

    package mutating func content(_ piece: Span<UInt8>) {
        // Safety: the closure copies the bytes.
        piece.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    }

    package mutating func endKey() {
        let key = takeString()
        if !open.isEmpty { open[open.count - 1].key = key }
    }

    package mutating func endString() { take(.string(takeString())) }

    package mutating func endNumber() { take(JSONValue(spelling: takeString())) }

    package mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        switch literal {
        case .true: take(.bool(true))
        case .false: take(.bool(false))
        case .null: take(.null)
        }
    }

    private mutating func takeString() -> String {
        if let valid = try? UTF8Span(validating: text.span) { return String(copying: valid) }
        report("a string is not well-formed Unicode", at: start)
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func take(_ value: JSONValue) {
        guard let last = open.indices.last else { return self.value = value }
        if open[last].isObject {
            open[last].members.append((open[last].key, value))
        } else {
            open[last].items.append(value)
        }
    }

    private mutating func report(_ message: String, at offset: Int) { problem = problem ?? (message, offset) }
}
