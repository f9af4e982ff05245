import CXML2

/// The first element of an XML document, as libxml2 reads it.
///
/// ```swift
/// if case .found(let document) = XMLRootTag(in: bytes), let root = try XMLRoot(document) {
///     print(root.name, root.attributes["width"] ?? "")
/// }
/// ```
package struct XMLRoot: Sendable, Equatable {
    /// The name without its prefix.
    package let name: String
    /// The namespace, if it is in one.
    package let namespace: String?
    /// The values of its attributes, by names with prefixes; those that stand in the tag, not those
    /// that the document type gives every element.
    package let attributes: [String: String]

    /// Reads the element; `nil` if the document is not well-formed.
    ///
    /// libxml2 opens no file and no connection for it, and expands entities within its limits. Letters
    /// beyond ASCII are read as UTF-8, whatever encoding the document names.
    ///
    /// - Parameter document: the document of a ``XMLRootTag``.
    /// - Throws: ``XMLError/noLibrary(_:)`` where libxml2 is not installed.
    package init?(_ document: [UInt8]) throws(XMLError) {
        try LibXML2.load()
        // What is no UTF-8 becomes U+FFFD. Were it read as it says, an encoding such as UTF-7 would make
        // of other bytes the markup for which `XMLRootTag` has looked.
        let document = Array(String(decoding: document, as: UTF8.self).utf8)
        // Safety: libxml2 copies what it keeps of the bytes.
        let tree = document.withUnsafeBytes { bytes in
            let (text, count) = bytes.characters
            return cxml2_read(text, count, Self.options, nil)
        }
        guard let tree else { return nil }
        defer { cxml2_free_document(tree) }
        guard let reader = XMLNodeReader(walking: tree) else { return nil }
        repeat {
            guard (try? reader.next()) == true else { return nil }
        } while reader.type != CXML2_ELEMENT
        name = reader.localName
        namespace = reader.namespace
        var attributes: [String: String] = [:]
        while reader.nextAttribute() { attributes[reader.name] = reader.value }
        self.attributes = attributes
    }

    /// What libxml2 does and does not do.
    ///
    /// Entities are expanded, for without that a namespace that is written as one, as Illustrator does,
    /// is not known. Of external entities only those with `%` would be read, and with them there is no
    /// ``XMLRootTag``.
    private static let options =
        CXML2_EXPAND_ENTITIES | CXML2_NO_ERROR_MESSAGES | CXML2_NO_WARNINGS | CXML2_NO_NETWORK
        | CXML2_IGNORE_ENCODING | CXML2_NO_EXTERNAL_ENTITIES
}
