import CYAML

/// Parses a YAML document with libyaml to nodes with positions.
///
/// Decoders drop positions and ignore unknown keys, but strict validation needs both. libyaml's document API is not
/// used because it searches all anchors for each alias and has no limits.
package enum YAMLParser {
    /// Such as `0.2.5`.
    package static var libraryVersion: String { String(cString: yaml_get_version_string()) }

    /// An error with its position; line and column count from 1.
    package struct Failure: Error {
        package let message: String
        package let line: Int
        package let column: Int
        package var hint: String?

        init(_ message: String, hint: String? = nil, at mark: yaml_mark_t) {
            self.message = message
            self.hint = hint
            line = Int(mark.line) + 1
            column = Int(mark.column) + 1
        }

        init(_ message: String, line: Int = 1, column: Int = 1) {
            self.message = message
            self.line = line
            self.column = column
        }
    }

    /// The maximum nesting, because each level uses stack space.
    static let depthLimit = 200

    /// The maximum size of all expanded aliases, in values and in units of 32 bytes of text.
    ///
    /// Otherwise a few lines of YAML could expand to billions of values. Large files, in which many tasks share a few
    /// lines, may exceed it: see ``aliasFactor``.
    static let aliasLimit = 100_000

    /// The limit per byte of the document if this is more than ``aliasLimit``.
    static let aliasFactor = 2

    /// The maximum number of directives, because libyaml compares each with all others.
    private static let directiveLimit = 100

    /// The document's root; `nil` for an empty document.
    package static func parse(_ bytes: [UInt8]) throws(Failure) -> YAMLNode? {
        let directives = bytes.leadingDirectives
        guard directives <= directiveLimit else { throw Failure("there are more than \(directiveLimit) directives") }
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { throw Failure("cannot initialize libyaml") }
        defer { yaml_parser_delete(&parser) }
        // Safety: libyaml keeps the pointer until the parser is deleted, which happens after the closure. It is used
        // only inside, where the whole document is read.
        let result = bytes.withUnsafeBufferPointer { buffer in
            yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            return Result { () throws(Failure) in
                var reader = YAMLEventReader(text: buffer)
                return try reader.document(of: &parser)
            }
        }
        return try result.get()
    }
}

private struct YAMLEventReader {
    /// A node with its size for the alias limit.
    private typealias Sized = (node: YAMLNode, size: Int)

    let text: UnsafeBufferPointer<UInt8>
    /// By anchor; the value is `nil` inside the anchored value.
    private var anchors: [String: (line: Int, value: Sized?)] = [:]
    private var remaining: Int

    init(text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        remaining = max(YAMLParser.aliasLimit, text.count * YAMLParser.aliasFactor)
    }

    mutating func document(of parser: inout yaml_parser_t) throws(YAMLParser.Failure) -> YAMLNode? {
        var root: YAMLNode?
        while true {
            var event = try next(of: &parser)
            defer { yaml_event_delete(&event) }
            switch event.type {
            case YAML_STREAM_END_EVENT: return root
            case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT, YAML_DOCUMENT_END_EVENT: break
            default:
                guard root == nil else {
                    throw .init("a file can contain only one YAML document", at: event.start_mark)
                }
                root = try value(event, of: &parser, depth: 0).node
            }
        }
    }

    private func next(of parser: inout yaml_parser_t) throws(YAMLParser.Failure) -> yaml_event_t {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else { throw failure(of: parser) }
        return event
    }

    private mutating func value(_ event: yaml_event_t, of parser: inout yaml_parser_t, depth: Int) throws(YAMLParser
        .Failure) -> Sized
    {
        if depth >= YAMLParser.depthLimit { throw .init("the values are nested too deeply", at: event.start_mark) }
        switch event.type {
        case YAML_ALIAS_EVENT: return try meaning(ofAlias: event)
        case YAML_SEQUENCE_START_EVENT:
            return try anchored(event.data.sequence_start.anchor, at: event.start_mark) {
                (reader) throws(YAMLParser.Failure) in
                var items: [YAMLNode] = []
                var size = 1
                let end = try reader.items(of: &parser, depth: depth + 1) { item in
                    items.append(item.node)
                    size += item.size
                }
                return (YAMLNode(.sequence(items), from: event.start_mark, to: end), size)
            }
        case YAML_MAPPING_START_EVENT:
            return try anchored(event.data.mapping_start.anchor, at: event.start_mark) {
                (reader) throws(YAMLParser.Failure) in
                var pairs: [(key: YAMLNode, value: YAMLNode)] = []
                var size = 1
                var key: YAMLNode?
                let end = try reader.items(of: &parser, depth: depth + 1) { item in
                    size += item.size
                    if let name = key {
                        pairs.append((name, item.node))
                        key = nil
                    } else {
                        key = item.node
                    }
                }
                let merged = try YAMLNode.merged(pairs)
                return (YAMLNode(.mapping(merged), from: event.start_mark, to: end), size)
            }
        default:
            return try anchored(event.data.scalar.anchor, at: event.start_mark) { _ in
                let scalar = event.data.scalar
                // Safety: libyaml owns `length` bytes at `value` until the event is deleted.
                let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
                let value = YAMLNode.Value.scalar(
                    String(decoding: text, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
                return (YAMLNode(value, from: event.start_mark, to: event.end_mark), 1 + scalar.length / 32)
            }
        }
    }

    /// Reads values up to the end of their collection, and returns its position.
    private mutating func items(of parser: inout yaml_parser_t, depth: Int, _ take: (Sized) -> Void) throws(YAMLParser
        .Failure) -> yaml_mark_t
    {
        while true {
            var event = try next(of: &parser)
            defer { yaml_event_delete(&event) }
            if event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT { return event.end_mark }
            take(try value(event, of: &parser, depth: depth))
        }
    }

    private mutating func anchored(
        _ anchor: UnsafeMutablePointer<yaml_char_t>?, at mark: yaml_mark_t,
        _ read: (inout YAMLEventReader) throws(YAMLParser.Failure) -> Sized
    ) throws(YAMLParser.Failure) -> Sized {
        guard let anchor else { return try read(&self) }
        let name = String(cString: anchor)
        if let first = anchors[name] {
            throw .init("the anchor '\(name)' is already defined on line \(first.line)", at: mark)
        }
        let line = Int(mark.line) + 1
        anchors[name] = (line, nil)
        let value = try read(&self)
        anchors[name] = (line, value)
        return value
    }

    private mutating func meaning(ofAlias event: yaml_event_t) throws(YAMLParser.Failure) -> Sized {
        let name = event.data.alias.anchor.map { String(cString: $0) } ?? ""
        guard let anchor = anchors[name] else { throw .init(problem: "found undefined alias", at: event.start_mark) }
        guard let value = anchor.value else {
            throw .init("an alias refers to the value that contains it", at: event.start_mark)
        }
        remaining -= value.size
        guard remaining >= 0 else { throw .init("the document expands to too many values", at: event.start_mark) }
        return value
    }

    private func failure(_ problem: String, of parser: yaml_parser_t) -> YAMLParser.Failure {
        let mark = parser.problem_mark
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.dropFirst(Int(mark.line)).first.map { String(decoding: $0, as: UTF8.self) }
        let character = line?.unicodeScalars.dropFirst(Int(mark.column)).first
        let opening = parser.context.map { (String(cString: $0), parser.context_mark) }
        return .init(problem: problem, at: mark, before: character, reading: opening)
    }

    private func failure(of parser: yaml_parser_t) -> YAMLParser.Failure {
        let problem = parser.problem.map { String(cString: $0) } ?? "not enough memory"
        guard parser.error == YAML_READER_ERROR else { return failure(problem, of: parser) }
        // For invalid UTF-8, libyaml's mark is wrong because it reads ahead, but it provides the offset.
        let before = text.prefix(parser.problem_offset)
        let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let start = line.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let column = start.unicodeScalars.count + 1
        return .init(problem, line: line.count, column: column)
    }
}

extension YAMLNode {
    fileprivate init(_ value: Value, from start: yaml_mark_t, to end: yaml_mark_t) {
        self.init(
            value: value, line: Int(start.line) + 1, column: Int(start.column) + 1, isOnOneLine: end.line == start.line)
    }
}

extension [UInt8] {
    /// The number of lines with '%' before the first line that is neither a directive nor a comment.
    fileprivate var leadingDirectives: Int {
        var count = 0
        var start = startIndex
        while start < endIndex {
            switch self[start] {
            case UInt8(ascii: "%"): count += 1
            case UInt8(ascii: "#"), UInt8(ascii: "\n"): break
            default: return count
            }
            guard let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) else { break }
            start = end + 1
        }
        return count
    }
}
