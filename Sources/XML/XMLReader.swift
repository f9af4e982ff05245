import CXML2
import Scanning

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

    /// The longest part of a page that is read, in bytes; what comes after it counts as a mistake.
    package static let pageLimit = 1 << 17

    /// Calls a closure with each element of a page, or of an SVG, in the order of the start tags, up to the first mistake.
    ///
    /// Nothing is fetched; entities that the document itself declares are expanded, within libxml2's limits.
    ///
    /// - Returns: whether the document is well-formed.
    /// - Throws: ``XMLError/noLibrary(_:)``.
    package static func forEachElement(
        inPage document: [UInt8], _ body: (XMLPageElement) -> Void
    ) throws(XMLError) -> Bool {
        try LibXML2.load()
        let document = Array(document.prefix(pageLimit))
        var count = 0
        if readElements(
            of: document,
            { element in
                count += 1
                body(element)
            })
        {
            return true
        }
        // The reader tells nothing of the piece of some hundred bytes in which a mistake is.
        let known = count
        count = 0
        _ = readElements(of: Array(document.prefix(offsetOfFirstMistake(in: document)))) {
            element in
            count += 1
            if count > known { body(element) }
        }
        return false
    }

    /// Reads elements up to a mistake; whether there is none.
    private static func readElements(of document: [UInt8], _ body: (XMLPageElement) -> Void) -> Bool
    {
        // Safety: libxml2 reads the bytes, as many as it is told, in this closure only, for the reader
        // is freed in it.
        document.withUnsafeBytes { bytes in
            guard let reader = XMLNodeReader(of: bytes, options: options) else { return false }
            var path: [String] = []
            do throws(XMLError) {
                while try reader.next() {
                    guard reader.type == CXML2_ELEMENT else { continue }
                    path.removeSubrange(min(reader.depth, path.count)...)
                    let isXHTML = reader.namespace == XMLPageElement.xhtml
                    let name =
                        isXHTML
                        ? reader.localName : "{\(reader.namespace ?? "")}\(reader.localName)"
                    let parents = path
                    path.append(name)
                    var attributes: [String: String] = [:]
                    while reader.nextAttribute() { attributes[reader.name] = reader.value }
                    body(XMLPageElement(name: name, parents: parents, attributes: attributes))
                }
                return true
            } catch {
                return false
            }
        }
    }

    /// Where the tag begins that has the first mistake, or that is before it.
    private static func offsetOfFirstMistake(in document: [UInt8]) -> Int {
        let log = XMLErrorLog()
        // Safety: libxml2 copies what it keeps of the bytes.
        let tree = document.withUnsafeBytes { bytes in
            let (text, count) = bytes.characters
            return log.listen { cxml2_read(text, count, options, $0) }
        }
        if let tree { cxml2_free_document(tree) }
        guard let mistake = log.entries.first else { return 0 }
        var (offset, line, column) = (0, 1, 1)
        while offset < document.count, (line, column) < (mistake.line, mistake.column) {
            let byte = document[offset]
            // Columns are counted in letters, of which UTF-8 has bytes that go on.
            if byte == ASCII.lineFeed {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            offset += 1
        }
        return document[..<offset].lastIndex(of: ASCII.lessThan) ?? 0
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

/// A start tag of a page.
package struct XMLPageElement {
    /// The namespace of XHTML.
    static let xhtml = "http://www.w3.org/1999/xhtml"

    /// The name without a prefix, after its namespace in braces if that is not XHTML.
    package let name: String
    /// The names of the elements around it, from the root on.
    package let parents: [String]
    /// The values of its attributes, by names with prefixes.
    package let attributes: [String: String]
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
