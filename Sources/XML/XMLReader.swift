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
    /// - Throws: ``XMLReadingError`` where libxml2 is not installed, or for a document that is too long,
    ///   declares its type, or is not well-formed; some of the elements before a mistake may have been
    ///   told by then.
    package static func forEachElement(
        of document: [UInt8], _ body: (XMLElement) throws -> Void
    ) throws {
        guard document.count <= byteLimit else {
            throw XMLReadingError.tooLong(limit: byteLimit)
        }
        let library = try XMLReaderLibrary.shared.get()
        library.silenceErrors()
        // Safety: libxml2 reads the bytes, as many as it is told, in this closure only, for the reader
        // is freed in it.
        try document.withUnsafeBytes { bytes in
            let text = bytes.assumingMemoryBound(to: CChar.self).baseAddress
            guard
                let reader = library.xmlReaderForMemory(
                    text, CInt(bytes.count), nil, nil, Option.all)
            else { throw XMLReadingError.notWellFormed(line: 1) }
            defer { library.xmlFreeTextReader(reader) }
            try Elements(reader: reader, library: library).forEach(body)
        }
    }

    /// The reader's options (`xmlParserOption` of `libxml/parser.h`).
    private enum Option {
        static let noErrorMessages: CInt = 1 << 5
        static let noWarnings: CInt = 1 << 6
        static let noNetwork: CInt = 1 << 11
        static let all = noErrorMessages | noWarnings | noNetwork
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

/// Goes through the elements that a reader of libxml2 finds.
private struct Elements {
    let reader: XMLReaderLibrary.Reader
    let library: XMLReaderLibrary

    /// The node types of `xmlReaderTypes` that matter.
    private static let element: CInt = 1
    private static let documentType: CInt = 10

    func forEach(_ body: (XMLElement) throws -> Void) throws {
        var path: [String] = []
        while true {
            switch library.xmlTextReaderRead(reader) {
            case 0: return
            case 1: break
            default:
                let line = library.xmlTextReaderGetParserLineNumber(reader)
                throw XMLReadingError.notWellFormed(line: max(1, Int(line)))
            }
            switch library.xmlTextReaderNodeType(reader) {
            case Self.documentType:
                throw XMLReadingError.documentType
            case Self.element:
                let depth = max(0, Int(library.xmlTextReaderDepth(reader)))
                path.removeSubrange(min(depth, path.count)...)
                path.append(name)
                try body(XMLElement(path: path, attributes: attributes()))
            default:
                break
            }
        }
    }

    private func attributes() -> [(name: String, value: String)] {
        var attributes: [(name: String, value: String)] = []
        while library.xmlTextReaderMoveToNextAttribute(reader) == 1 {
            attributes.append(
                (name, XMLReaderLibrary.string(library.xmlTextReaderConstValue(reader)) ?? ""))
        }
        return attributes
    }

    private var name: String {
        XMLReaderLibrary.string(library.xmlTextReaderConstName(reader)) ?? ""
    }
}
