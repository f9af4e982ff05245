import CXML2

/// Reads the elements of a small document that comes from strangers, with libxml2's `xmlTextReader`.
///
/// ```swift
/// try XMLReader.forEachElement(of: bytes) { element in
///     if element.path == ["urlset", "url"] { urls += 1 }
/// }
/// ```
///
/// Nothing is fetched, and there are no entities but the five that XML has: a document that declares
/// its type is refused, before any of its elements is told.
package enum XMLReader {
    /// The longest document, in bytes.
    ///
    /// Before 2.12 libxml2 compares every attribute of an element with every other.
    package static let byteLimit = 1 << 16

    /// Calls a closure with each element in the order of the start tags.
    ///
    /// - Throws: ``XMLError`` where libxml2 is not installed, or for a document that is too long,
    ///   declares its type, or is not well-formed; some of the elements before a mistake may have been
    ///   told by then.
    package static func forEachElement(
        of document: [UInt8], _ body: (XMLElement) throws -> Void
    ) throws {
        guard document.count <= byteLimit else {
            throw XMLError.tooLong(limit: byteLimit)
        }
        try LibXML2.load()
        // Safety: libxml2 reads the bytes, as many as it is told, in this closure only, for the reader
        // is freed in it.
        try document.withUnsafeBytes { bytes in
            guard let reader = XMLNodeReader(of: bytes, options: options) else {
                throw XMLError.notWellFormed(line: 1)
            }
            try forEachElement(of: reader, body)
        }
    }

    private static let options = CXML2_NO_ERROR_MESSAGES | CXML2_NO_WARNINGS | CXML2_NO_NETWORK

    private static func forEachElement(
        of reader: borrowing XMLNodeReader, _ body: (XMLElement) throws -> Void
    ) throws {
        var path: [String] = []
        while try reader.next() {
            switch reader.type {
            case CXML2_DOCUMENT_TYPE:
                throw XMLError.documentType
            case CXML2_ELEMENT:
                path.removeSubrange(min(reader.depth, path.count)...)
                path.append(reader.name)
                var attributes: [(name: String, value: String)] = []
                while reader.nextAttribute() { attributes.append((reader.name, reader.value)) }
                try body(XMLElement(path: path, attributes: attributes))
            default:
                break
            }
        }
    }
}

/// A start tag of a document.
package struct XMLElement: Equatable {
    /// The names of the elements around it from the root on, and its own; of names with prefixes the
    /// whole.
    package let path: [String]
    /// Its attributes, in the order of the document.
    package let attributes: [(name: String, value: String)]

    /// The value of an attribute; `nil` if the element does not have it.
    package subscript(name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }

    /// Whether both have the same path and the same attributes in the same order.
    package static func == (left: Self, right: Self) -> Bool {
        left.path == right.path && left.attributes.elementsEqual(right.attributes, by: ==)
    }
}
