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
    /// - Throws: ``XMLReadingError/noLibrary(_:)`` where libxml2 is not installed.
    package init?(_ document: [UInt8]) throws(XMLReadingError) {
        let library = try XMLReaderLibrary.shared.get()
        // What is no UTF-8 becomes U+FFFD. Were it read as it says, an encoding such as UTF-7 would make
        // of other bytes the markup for which `XMLRootTag` has looked.
        let document = Array(String(decoding: document, as: UTF8.self).utf8)
        // Safety: libxml2 copies what it keeps of the bytes.
        let tree = document.withUnsafeBytes { bytes in
            library.xmlReadMemory(
                bytes.assumingMemoryBound(to: CChar.self).baseAddress, CInt(clamping: bytes.count),
                nil, nil, Self.options)
        }
        guard let tree else { return nil }
        defer { library.xmlFreeDoc(tree) }
        guard let reader = library.xmlReaderWalker(tree) else { return nil }
        defer { library.xmlFreeTextReader(reader) }
        repeat {
            guard library.xmlTextReaderRead(reader) == 1 else { return nil }
        } while library.xmlTextReaderNodeType(reader) != Self.elementType
        guard let name = XMLReaderLibrary.string(library.xmlTextReaderConstLocalName(reader)) else {
            return nil
        }
        self.name = name
        namespace = XMLReaderLibrary.string(library.xmlTextReaderConstNamespaceUri(reader))
        var attributes: [String: String] = [:]
        while library.xmlTextReaderMoveToNextAttribute(reader) == 1 {
            guard let name = XMLReaderLibrary.string(library.xmlTextReaderConstName(reader)) else {
                continue
            }
            attributes[name] =
                XMLReaderLibrary.string(library.xmlTextReaderConstValue(reader)) ?? ""
        }
        self.attributes = attributes
    }

    /// `XML_READER_TYPE_ELEMENT` of `libxml/xmlreader.h`.
    private static let elementType: CInt = 1

    /// What libxml2 does and does not do.
    ///
    /// `XML_PARSE_NOENT`, without which a namespace that is written as an entity, as Illustrator
    /// does, is not known; `_NOERROR` and `_NOWARNING`, for standard error is ours; `_NONET`;
    /// `_IGNORE_ENC`; and `_NO_XXE`, which libxml2 has since 2.13. Of external entities only those
    /// with `%` would be read, and with them there is no ``XMLRootTag``.
    private static let options: CInt = 1 << 1 | 1 << 5 | 1 << 6 | 1 << 11 | 1 << 21 | 1 << 23
}
