import CYAML

/// Reads one YAML document with libyaml into nodes with positions.
///
/// Decoders drop the positions and pass over unknown keys; a configuration file that is to be checked
/// strictly needs both.
package enum YAMLParser {
    /// Why a text is not a YAML document, and where (line and column from 1).
    package struct Failure: Error {
        package let message: String
        package let line: Int
        package let column: Int
    }

    /// The most nodes of a document, aliases expanded: a few lines of YAML can otherwise stand for
    /// billions.
    package static let nodeLimit = 100_000

    /// How deep a value may lie in others: each level takes a part of the stack.
    private static let depthLimit = 200

    /// The document's root, or nil when there is none.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - limit: the most nodes that it may have, aliases expanded.
    /// - Returns: the root; nil for a text without any value.
    /// - Throws: ``Failure``.
    package static func parse(
        _ bytes: [UInt8], limit: Int = nodeLimit
    ) throws(Failure) -> YAMLNode? {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw Failure(message: "libyaml could not be started", line: 1, column: 1)
        }
        defer { yaml_parser_delete(&parser) }
        // Safety: libyaml keeps the pointer until it is deleted, which happens within the closure's
        // scope: `load` reads the whole document before it returns.
        let result = bytes.withUnsafeBufferPointer { buffer in
            yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            return Result { () throws(Failure) in try load(&parser, from: buffer, limit: limit) }
        }
        return try result.get()
    }

    private static func load(
        _ parser: inout yaml_parser_t, from text: UnsafeBufferPointer<UInt8>, limit: Int
    ) throws(Failure) -> YAMLNode? {
        var document = yaml_document_t()
        guard yaml_parser_load(&parser, &document) == 1 else { throw failure(of: parser, in: text) }
        defer { yaml_document_delete(&document) }
        guard let root = yaml_document_get_root_node(&document) else { return nil }
        var remaining = limit
        let node = try convert(root, of: &document, ancestors: [], remaining: &remaining)

        var next = yaml_document_t()
        guard yaml_parser_load(&parser, &next) == 1 else { throw failure(of: parser, in: text) }
        defer { yaml_document_delete(&next) }
        if let second = yaml_document_get_root_node(&next) {
            throw failure(
                "only one YAML document is expected in a file", at: second.pointee.start_mark)
        }
        return node
    }

    private static func convert(
        _ node: UnsafeMutablePointer<yaml_node_t>,
        of document: inout yaml_document_t,
        ancestors: [UnsafeMutablePointer<yaml_node_t>],
        remaining: inout Int
    ) throws(Failure) -> YAMLNode {
        let mark = node.pointee.start_mark
        remaining -= 1
        if remaining < 0 { throw failure("the document expands to too many values", at: mark) }
        if ancestors.count >= depthLimit {
            throw failure("the values are nested too deeply", at: mark)
        }
        if ancestors.contains(node) {
            throw failure("an alias stands inside its own anchor", at: mark)
        }
        let ancestors = ancestors + [node]

        let value: YAMLNode.Value
        switch node.pointee.type {
        case YAML_SCALAR_NODE:
            let scalar = node.pointee.data.scalar
            // Safety: libyaml owns `length` bytes at `value` until the document is deleted.
            let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            value = .scalar(
                String(decoding: text, as: UTF8.self),
                isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
        case YAML_SEQUENCE_NODE:
            let items = node.pointee.data.sequence.items
            var nodes: [YAMLNode] = []
            var item = items.start
            while let current = item, current != items.top {
                if let child = yaml_document_get_node(&document, current.pointee) {
                    nodes.append(
                        try convert(
                            child, of: &document, ancestors: ancestors, remaining: &remaining))
                }
                item = current + 1
            }
            value = .sequence(nodes)
        case YAML_MAPPING_NODE:
            let pairs = node.pointee.data.mapping.pairs
            var entries: [(key: YAMLNode, value: YAMLNode)] = []
            var pair = pairs.start
            while let current = pair, current != pairs.top {
                if let key = yaml_document_get_node(&document, current.pointee.key),
                    let child = yaml_document_get_node(&document, current.pointee.value)
                {
                    entries.append(
                        (
                            try convert(
                                key, of: &document, ancestors: ancestors, remaining: &remaining),
                            try convert(
                                child, of: &document, ancestors: ancestors, remaining: &remaining)
                        ))
                }
                pair = current + 1
            }
            value = .mapping(entries)
        default:
            value = .scalar("", isPlain: true)
        }
        return YAMLNode(
            value: value, line: Int(mark.line) + 1, column: Int(mark.column) + 1,
            isOnOneLine: node.pointee.end_mark.line == mark.line)
    }

    private static func failure(
        of parser: yaml_parser_t, in text: UnsafeBufferPointer<UInt8>
    ) -> Failure {
        let problem = parser.problem.map { String(cString: $0) } ?? "not enough memory"
        guard parser.error == YAML_READER_ERROR else {
            return failure(problem, at: parser.problem_mark)
        }
        // Bytes that are not text: libyaml reads ahead, so its mark is elsewhere; it knows the byte.
        let before = text.prefix(parser.problem_offset)
        let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let start = line.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let column = start.unicodeScalars.count + 1
        return Failure(message: problem, line: line.count, column: column)
    }

    private static func failure(_ message: String, at mark: yaml_mark_t) -> Failure {
        Failure(message: message, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}
