import CXML2

/// The root element of an XML document, parsed by libxml2.
///
/// ```swift
/// if case .found(let document) = XMLRootTag(in: bytes), let root = try XMLRoot(document) {
///     print(root.name, root.attributes["width"] ?? "")
/// }
/// ```
package struct XMLRoot: Sendable, Equatable {
    /// Without its prefix.
    package let name: String
    package let namespace: String?
    /// The values of the tag's attributes, by names with prefixes, without defaults from the document type.
    package let attributes: [String: String]

    /// Parses the element; `nil` if the document is not well-formed.
    ///
    /// libxml2 opens no files or connections, and expands entities within its limits. The document is read as UTF-8,
    /// whatever encoding it declares.
    ///
    /// - Parameter document: the document of an ``XMLRootTag``.
    /// - Throws: ``XMLError/noLibrary(_:)`` if libxml2 is not installed.
    package init?(_ document: [UInt8]) throws(XMLError) {
        try LibXML2.load()
        // Invalid UTF-8 becomes U+FFFD. In a declared encoding such as UTF-7, other bytes could become the markup that
        // `XMLRootTag` has checked for.
        let document = Array(String(decoding: document, as: UTF8.self).utf8)
        guard let tree = LibXML2.tree(of: document, options: Self.options) else { return nil }
        defer { cxml2_free_document(tree) }
        guard let reader = XMLNodeReader(walking: tree) else { return nil }
        repeat { guard (try? reader.next()) == true else { return nil } } while reader.type != CXML2_ELEMENT
        name = reader.localName
        namespace = reader.namespace
        var attributes: [String: String] = [:]
        while reader.nextAttribute() { attributes[reader.name] = reader.value }
        self.attributes = attributes
    }

    /// Entities are expanded because Illustrator writes the namespace as one.
    ///
    /// The only external entities that would be read are parameter entities, and ``XMLRootTag`` rejects documents with
    /// them.
    private static let options =
        CXML2_EXPAND_ENTITIES | CXML2_NO_ERROR_MESSAGES | CXML2_NO_WARNINGS | CXML2_NO_NETWORK | CXML2_IGNORE_ENCODING
        | CXML2_NO_EXTERNAL_ENTITIES
}
