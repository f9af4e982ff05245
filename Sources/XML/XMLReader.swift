import CXML2
import Scanning

/// Reads the elements of a small, untrusted document with libxml2's `xmlTextReader`.
///
/// ```swift
/// try XMLReader.forEachElement(of: bytes) { element in
///     if element.path == ["urlset", "url"] { urls += 1 }
/// }
/// ```
///
/// It fetches nothing and knows only the five predefined entities: a document with a document type is rejected before
/// its first element.
package enum XMLReader {
    /// The maximum length of a document in bytes.
    ///
    /// libxml2 before 2.12 compares every attribute of an element with every other.
    package static let byteLimit = 1 << 16

    /// Calls a closure with each element in the order of the start tags.
    ///
    /// - Throws: ``XMLError`` if libxml2 is not installed, or if the document is too long, has a document type, or is
    ///   not well-formed. Some elements before the error may have been reported.
    package static func forEachElement(of document: [UInt8], _ body: (XMLElement) throws -> Void) throws {
        guard document.count <= byteLimit else { throw XMLError.tooLong(limit: byteLimit) }
        try LibXML2.load()
        try readElements(of: document, refusesType: true, body)
    }

    /// The maximum length of a page in bytes; anything after that counts as an error.
    package static let pageLimit = 1 << 17

    /// Calls a closure with each element of a page, in the order of the start tags, up to the first error.
    ///
    /// It fetches nothing. Entities declared in the document are expanded in attributes, within libxml2's limits.
    ///
    /// - Throws: ``XMLError/noLibrary(_:)``.
    package static func forEachElement(inPage document: [UInt8], _ body: (XMLElement) -> Void) throws(XMLError) {
        try LibXML2.load()
        let document = Array(document.prefix(pageLimit))
        // Elements are in the order of their tags.
        let tags = XMLTags(of: document).tags
        var known = 0
        do {
            try readElements(of: document, tags) { element in
                known += 1
                body(element)
            }
        } catch {
            // The reader reports nothing in the chunk that contains the error, which is a few hundred bytes long.
            let mistake = offsetOfFirstMistake(in: document)
            let end = tags.last { $0.range.upperBound <= mistake }?.range.upperBound ?? 0
            try? readElements(of: Array(document.prefix(end)), tags) { element in
                known -= 1
                if known < 0 { body(element) }
            }
        }
    }

    /// Whether a document is well-formed; `true` if it is longer than ``pageLimit``, and was not checked.
    ///
    /// - Throws: ``XMLError/noLibrary(_:)``.
    package static func mayBeWellFormed(_ document: [UInt8]) throws(XMLError) -> Bool {
        try LibXML2.load()
        return document.count > pageLimit || (try? readElements(of: document) { _ in }) != nil
    }

    /// Calls a closure with each element up to the first error; `tags` provides the offsets.
    private static func readElements(
        of document: [UInt8], _ tags: [XMLTags.Tag] = [], refusesType: Bool = false, _ body: (XMLElement) throws -> Void
    ) throws {
        // Safety: libxml2 reads the given number of bytes, only in this closure, in which the reader is freed.
        try document.withUnsafeBytes { bytes in
            guard let reader = XMLNodeReader(of: bytes, options: options) else { throw XMLError.notWellFormed(line: 1) }
            var (path, names): ([String], [String]) = ([], [])
            var tags = tags[...]
            while try reader.next() {
                if refusesType, reader.type == CXML2_DOCUMENT_TYPE { throw XMLError.documentType }
                guard reader.type == CXML2_ELEMENT else { continue }
                path.removeSubrange(min(reader.depth, path.count)...)
                names.removeSubrange(min(reader.depth, names.count)...)
                path.append(reader.name)
                let isXHTML = reader.namespace == XMLElement.xhtml
                names.append(isXHTML ? reader.localName : "{\(reader.namespace ?? "")}\(reader.localName)")
                var attributes: [(name: String, value: String)] = []
                while reader.nextAttribute() { attributes.append((reader.name, reader.value)) }
                try body(
                    XMLElement(
                        path: path, attributes: attributes, names: names, offset: tags.popFirst()?.range.lowerBound ?? 0
                    ))
            }
        }
    }

    private static func offsetOfFirstMistake(in document: [UInt8]) -> Int {
        let log = XMLErrorLog()
        if let tree = LibXML2.tree(of: document, options: options, log: log) { cxml2_free_document(tree) }
        guard let mistake = log.entries.first else { return 0 }
        var (offset, place) = (0, TextPlace())
        while offset < document.count, (place.line, place.column) < (mistake.line, mistake.column) {
            place.pass(document[offset])
            offset += 1
        }
        return offset
    }

    private static let options = CXML2_NO_ERROR_MESSAGES | CXML2_NO_WARNINGS | CXML2_NO_NETWORK
}

package struct XMLElement {
    /// The names of the enclosing elements from the root, and its own, with prefixes.
    package let path: [String]
    /// In the order of the document.
    package let attributes: [(name: String, value: String)]
    /// The path without prefixes; names outside of XHTML follow their namespace in braces.
    package var names: [String] = []
    /// The number of bytes before the tag's `<`, in a page.
    package var offset = 0

    fileprivate static let xhtml = "http://www.w3.org/1999/xhtml"

    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}
