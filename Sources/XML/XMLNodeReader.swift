import CXML2

/// Steps through the nodes of a document with libxml2's `xmlTextReader`.
struct XMLNodeReader: ~Copyable {
    private let reader: OpaquePointer

    /// A reader of a tree, which must live as long.
    init?(walking tree: OpaquePointer) {
        guard let reader = cxml2_walker(tree) else { return nil }
        self.reader = reader
    }

    /// A reader of bytes, which must stay where they are as long as it lives.
    init?(of bytes: UnsafeRawBufferPointer, options: CInt) {
        let (text, count) = bytes.characters
        guard let reader = cxml2_reader(text, count, options) else { return nil }
        self.reader = reader
    }

    deinit { cxml2_free_reader(reader) }

    /// Steps to the next node.
    ///
    /// - Returns: false at the end.
    /// - Throws: ``XMLError/notWellFormed(line:)``.
    func next() throws(XMLError) -> Bool {
        switch cxml2_reader_next(reader) {
        case 0: return false
        case 1: return true
        default: throw .notWellFormed(line: max(1, Int(cxml2_reader_line(reader))))
        }
    }

    /// Steps to the next attribute of the element; false after the last.
    func nextAttribute() -> Bool { cxml2_reader_next_attribute(reader) == 1 }

    /// The kind of the node: `CXML2_ELEMENT`, or another.
    var type: CInt { cxml2_reader_node_type(reader) }

    /// How many elements the node lies in.
    var depth: Int { max(0, Int(cxml2_reader_depth(reader))) }

    /// The name with its prefix.
    var name: String { Self.string(cxml2_reader_name(reader)) ?? "" }

    /// The name without its prefix.
    var localName: String { Self.string(cxml2_reader_local_name(reader)) ?? name }

    /// The namespace, if it is in one.
    var namespace: String? { Self.string(cxml2_reader_namespace(reader)) }

    /// The text of an attribute or of a text.
    var value: String { Self.string(cxml2_reader_value(reader)) ?? "" }

    /// The node of a tree.
    var node: OpaquePointer? { cxml2_reader_node(reader) }

    private static func string(_ text: UnsafePointer<CChar>?) -> String? {
        // Safety: it is in UTF-8, ends with a NUL, and lives until the reader steps on.
        text.map { String(cString: $0) }
    }
}
