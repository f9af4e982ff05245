import CXML2

/// Iterates over the nodes of a document with libxml2's `xmlTextReader`.
struct XMLNodeReader: ~Copyable {
    private let reader: OpaquePointer

    /// Reads a tree, which must outlive the reader.
    init?(walking tree: OpaquePointer) {
        guard let reader = cxml2_walker(tree) else { return nil }
        self.reader = reader
    }

    /// Reads bytes, which must outlive the reader.
    init?(of bytes: UnsafeRawBufferPointer, options: CInt) {
        let (text, count) = bytes.characters
        guard let reader = cxml2_reader(text, count, options) else { return nil }
        self.reader = reader
    }

    deinit { cxml2_free_reader(reader) }

    /// Moves to the next node, and returns `false` at the end.
    ///
    /// - Throws: ``XMLError/notWellFormed(line:)``.
    func next() throws(XMLError) -> Bool {
        switch cxml2_reader_next(reader) {
        case 0: return false
        case 1: return true
        default: throw .notWellFormed(line: max(1, Int(cxml2_reader_line(reader))))
        }
    }

    func nextAttribute() -> Bool { cxml2_reader_next_attribute(reader) == 1 }

    /// `CXML2_ELEMENT`, or another kind of node.
    var type: CInt { cxml2_reader_node_type(reader) }

    /// The number of elements that contain the node.
    var depth: Int { max(0, Int(cxml2_reader_depth(reader))) }

    /// With its prefix.
    var name: String { Self.string(cxml2_reader_name(reader)) ?? "" }

    /// Without its prefix.
    var localName: String { Self.string(cxml2_reader_local_name(reader)) ?? name }
    var namespace: String? { Self.string(cxml2_reader_namespace(reader)) }

    /// The value of an attribute or a text node.
    var value: String { Self.string(cxml2_reader_value(reader)) ?? "" }

    /// The node, if the reader walks a tree.
    var node: OpaquePointer? { cxml2_reader_node(reader) }

    private static func string(_ text: UnsafePointer<CChar>?) -> String? {
        // Safety: the text is zero-terminated UTF-8, and lives until the reader moves.
        text.map { String(cString: $0) }
    }
}
