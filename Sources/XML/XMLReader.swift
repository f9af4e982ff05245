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
        try readElements(of: document, refusesType: true, body)
    }

    /// The longest part of a page that is read, in bytes; what comes after it counts as a mistake.
    package static let pageLimit = 1 << 17

    /// Calls a closure with each element of a page, in the order of the start tags, up to the first mistake.
    ///
    /// Nothing is fetched; entities that the document itself declares are expanded in attributes, within libxml2's limits.
    ///
    /// - Throws: ``XMLError/noLibrary(_:)``.
    package static func forEachElement(
        inPage document: [UInt8], _ body: (XMLElement) -> Void
    ) throws(XMLError) {
        try LibXML2.load()
        let document = Array(document.prefix(pageLimit))
        // Elements have the order of their tags.
        let tags = XMLTags(of: document).tags
        var known = 0
        do {
            try readElements(of: document, tags) { element in
                known += 1
                body(element)
            }
        } catch {
            // The reader tells nothing of the piece of some hundred bytes in which a mistake is.
            let mistake = offsetOfFirstMistake(in: document)
            let end = tags.last { $0.range.upperBound <= mistake }?.range.upperBound ?? 0
            try? readElements(of: Array(document.prefix(end)), tags) { element in
                known -= 1
                if known < 0 { body(element) }
            }
        }
    }

    /// Whether a document has no mistake, as far as that costs little: one that is longer than pages are read is not
    /// looked at.
    ///
    /// - Throws: ``XMLError/noLibrary(_:)``.
    package static func mayBeWellFormed(_ document: [UInt8]) throws(XMLError) -> Bool {
        try LibXML2.load()
        return document.count > pageLimit || (try? readElements(of: document) { _ in }) != nil
    }

    /// Calls a closure with each element up to the first mistake, with the places of tags if they are given.
    private static func readElements(
        of document: [UInt8], _ tags: [XMLTags.Tag] = [], refusesType: Bool = false,
        _ body: (XMLElement) throws -> Void
    ) throws {
        // Safety: libxml2 reads the bytes, as many as it is told, in this closure only, for the reader
        // is freed in it.
        try document.withUnsafeBytes { bytes in
            guard let reader = XMLNodeReader(of: bytes, options: options) else {
                throw XMLError.notWellFormed(line: 1)
            }
            var (path, names): ([String], [String]) = ([], [])
            var tags = tags[...]
            while try reader.next() {
                if refusesType, reader.type == CXML2_DOCUMENT_TYPE { throw XMLError.documentType }
                guard reader.type == CXML2_ELEMENT else { continue }
                path.removeSubrange(min(reader.depth, path.count)...)
                names.removeSubrange(min(reader.depth, names.count)...)
                path.append(reader.name)
                let isXHTML = reader.namespace == XMLElement.xhtml
                names.append(
                    isXHTML ? reader.localName : "{\(reader.namespace ?? "")}\(reader.localName)")
                var attributes: [(name: String, value: String)] = []
                while reader.nextAttribute() { attributes.append((reader.name, reader.value)) }
                try body(
                    XMLElement(
                        path: path, attributes: attributes, names: names,
                        offset: tags.popFirst()?.range.lowerBound ?? 0))
            }
        }
    }

    /// Where the first mistake is found.
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
        return offset
    }

    private static let options = CXML2_NO_ERROR_MESSAGES | CXML2_NO_WARNINGS | CXML2_NO_NETWORK
}

/// A start tag of a document.
package struct XMLElement: Equatable {
    /// The names of the elements around it from the root on, and its own; of names with prefixes the
    /// whole.
    package let path: [String]
    /// Its attributes, in the order of the document.
    package let attributes: [(name: String, value: String)]
    /// The path without prefixes, each name after its namespace in braces if that is not XHTML.
    package var names: [String] = []
    /// Where the tag begins in a page: the number of bytes before its `<`.
    package var offset = 0

    /// The namespace of XHTML.
    fileprivate static let xhtml = "http://www.w3.org/1999/xhtml"

    /// The value of an attribute; `nil` if the element does not have it.
    package subscript(name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }

    /// Whether both have the same path and the same attributes in the same order.
    package static func == (left: Self, right: Self) -> Bool {
        left.path == right.path && left.attributes.elementsEqual(right.attributes, by: ==)
    }
}
