import CXML2
import Scanning

/// A document with the places of its parts, for inspection and validation against a schema.
///
/// ```swift
/// let document = try XMLDocument(bytes)
/// for problem in document.problems(against: schema) { print(problem.place.line, problem.message) }
/// ```
///
/// It fetches nothing. Entities are expanded within libxml2's limits, unless the document type refers to other files.
package final class XMLDocument {
    package let root: XMLNode
    /// Whether the document type refers to other files, which are not read.
    package let namesOtherFiles: Bool

    let tree: OpaquePointer
    private let places: [OpaquePointer: TextPlace]
    private let attributePlaces: [OpaquePointer: [(name: String, place: TextPlace)]]

    /// The maximum length in bytes; libxml2 uses 32-bit sizes, and a tree takes many times as much memory.
    package static let byteLimit = 64 << 20
    /// The maximum number of attributes of an element, because libxml2 compares each with every other.
    static let attributeLimit = 1000
    /// The maximum length of the document type in bytes, because its entities may contain elements.
    static let documentTypeLimit = 1 << 16
    /// The maximum number of references in a document with a document type, because libxml2 measures the preceding text
    /// for each.
    static let referenceLimit = 10_000

    /// Parses a document.
    ///
    /// - Throws: ``XMLProblem`` if it is not well-formed; ``XMLError`` if libxml2 is not installed, or if it is too
    ///   long.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count <= Self.byteLimit else { throw XMLError.tooLong(limit: Self.byteLimit) }
        try LibXML2.load()
        let markup = Self.markup(of: bytes)
        let tags = XMLTags(of: markup)
        if let problem = Self.problem(with: markup, tags) { throw problem }
        namesOtherFiles =
            tags.documentType.map { type in type.contains("%") || type.contains("SYSTEM") || type.contains("PUBLIC") }
            ?? false
        let log = XMLErrorLog()
        // An undeclared entity may be that of another file, and is not expanded.
        let expands = tags.documentType != nil && !namesOtherFiles
        let options = expands ? Self.options | CXML2_EXPAND_ENTITIES : Self.options
        guard let tree = LibXML2.tree(of: bytes, options: options, log: log) else {
            throw log.entries.first.map { entry in
                XMLProblem(
                    message: Self.sentence(entry.message),
                    place: TextPlace(line: max(1, entry.line), column: max(1, entry.column)))
            } ?? XMLProblem(message: "it is empty", place: TextPlace())
        }
        // Elements from entities have no tags in the document.
        let walk = XMLTreeWalk(of: tree, tags: tags.documentType == nil ? tags.tags : [])
        guard let root = walk.root else {
            cxml2_free_document(tree)
            throw XMLProblem(message: "it has no root element", place: TextPlace())
        }
        self.tree = tree
        self.root = root
        places = walk.places
        attributePlaces = walk.attributePlaces
    }

    deinit { cxml2_free_document(tree) }

    /// One byte per UTF-16 unit, so that markup is ASCII.
    private static func markup(of bytes: [UInt8]) -> [UInt8] {
        let isLittle = [[0xFF, 0xFE], [0x3C, 0]].contains { bytes.starts(with: $0) }
        guard isLittle || [[0xFE, 0xFF], [0, 0x3C]].contains(where: { bytes.starts(with: $0) }) else { return bytes }
        return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (low, high) = (bytes[index + (isLittle ? 0 : 1)], bytes[index + (isLittle ? 1 : 0)])
            return high == 0 && low < 0x80 ? low : UInt8(ascii: "x")
        }
    }

    /// The problem with a document that would take libxml2 too long.
    private static func problem(with markup: [UInt8], _ tags: XMLTags) -> XMLProblem? {
        if let tag = tags.tags.first(where: { $0.attributes.count > attributeLimit }) {
            return XMLProblem(message: "the element has more than \(attributeLimit) attributes", place: tag.place)
        }
        let type = tags.documentType ?? ""
        let encoding = encoding(of: markup)
        let message: String
        if type.utf8.count > documentTypeLimit {
            message = "the document type is longer than \(documentTypeLimit) bytes"
        } else if type.contains("<!ATTLIST") {
            // They would be added to every element.
            message = "the document type declares attributes, which is not supported"
        } else if !type.isEmpty, markup.count(where: { $0 == UInt8(ascii: "&") }) > referenceLimit {
            message = "a document with a document type has more than \(referenceLimit) references"
        } else if !encodings.contains(where: encoding.hasPrefix) {
            message = "the encoding '\(encoding)' is not supported"
        } else {
            return nil
        }
        return XMLProblem(message: message, place: TextPlace())
    }

    /// Prefixes of the encodings that are ASCII-compatible, or UTF-16.
    private static let encodings = [
        "utf-8", "utf8", "utf-16", "us-ascii", "ascii", "iso-8859-", "iso8859", "latin", "windows-", "cp125", "koi8",
        "gb", "big5", "euc-", "shift", "sjis", "tis-620", "macintosh",
    ]

    /// The declared encoding, or UTF-8; EBCDIC is recognized by the first bytes of its declaration.
    private static func encoding(of markup: [UInt8]) -> String {
        if markup.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) { return "ebcdic" }
        let head = String(decoding: markup.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self).lowercased()
        guard head.contains("<?xml"), let key = head.ranges(of: "encoding").last else { return "utf-8" }
        let encoding = head[key.upperBound...].drop { $0.isWhitespace || "=\"'".contains($0) }
        return String(encoding.prefix { !$0.isWhitespace && !"\"'?".contains($0) })
    }

    /// The place of the node that an error is about, or of its line if the node is unknown.
    func place(of entry: XMLErrorLog.Entry) -> TextPlace {
        // For an attribute, libxml2 only reports the name.
        if let node = entry.node, let range = entry.message.firstRange(of: "', attribute '") {
            let rest = entry.message[range.upperBound...]
            let name = Self.sentence(String(rest.prefix { $0 != "'" }))
            if let attribute = attributePlaces[node]?.first(where: { $0.name == name }) { return attribute.place }
        }
        return entry.node.flatMap { places[$0] } ?? TextPlace(line: max(1, entry.line))
    }

    /// Cleans up a message of libxml2: removes namespaces and the full stop.
    static func sentence(_ message: String) -> String {
        var text = ""
        var rest = message[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}"),
            rest[open..<close].contains(":")
        {
            text += rest[..<open]
            rest = rest[rest.index(after: close)...]
        }
        text += rest
        while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
        return text
    }

    private static let options =
        CXML2_NO_NETWORK | CXML2_MERGE_CHARACTER_DATA | CXML2_LONG_LINE_NUMBERS | CXML2_NO_EXTERNAL_ENTITIES
}

private struct XMLTreeWalk {
    private(set) var root: XMLNode?
    private(set) var places: [OpaquePointer: TextPlace] = [:]
    private(set) var attributePlaces: [OpaquePointer: [(name: String, place: TextPlace)]] = [:]
    private let tags: [XMLTags.Tag]
    private var tagCount = 0
    /// The open elements, from the root.
    private var open: [XMLNode] = []

    init(of tree: OpaquePointer, tags: [XMLTags.Tag]) {
        self.tags = tags
        guard let reader = XMLNodeReader(walking: tree) else { return }
        while (try? reader.next()) == true {
            switch reader.type {
            case CXML2_ELEMENT:
                close(to: reader.depth)
                open.append(element(at: reader))
            case CXML2_TEXT, CXML2_CHARACTER_DATA, CXML2_SIGNIFICANT_WHITE_SPACE:
                close(to: reader.depth)
                guard let last = open.indices.last else { continue }
                open[last].text += reader.value
            default: break
            }
        }
        close(to: 0)
    }

    /// Closes the elements at this depth and below.
    private mutating func close(to depth: Int) {
        while open.count > depth, let element = open.popLast() {
            if let parent = open.indices.last { open[parent].children.append(element) } else { root = element }
        }
    }

    private mutating func element(at reader: borrowing XMLNodeReader) -> XMLNode {
        let tag = tags.indices.contains(tagCount) ? tags[tagCount] : nil
        tagCount += 1
        let (name, namespace, node) = (reader.localName, reader.namespace, reader.node)
        let place = tag?.place ?? TextPlace(line: max(1, node.map { Int(cxml2_node_line($0)) } ?? 1))
        if let node { places[node] = place }
        var attributes: [XMLAttribute] = []
        // Attributes are in the order of the document.
        var rest = tag?.attributes[...] ?? []
        while reader.nextAttribute() {
            let whole = reader.name
            guard whole != "xmlns", !whole.hasPrefix("xmlns:") else { continue }
            let index = rest.firstIndex { $0.name == whole }
            let attributePlace = index.map { rest[$0].place } ?? place
            if let index { rest = rest[(index + 1)...] }
            if let node = reader.node { places[node] = attributePlace }
            attributes.append(
                XMLAttribute(
                    name: reader.localName, namespace: reader.namespace, value: reader.value, place: attributePlace))
        }
        if let node { attributePlaces[node] = attributes.map { ($0.name, $0.place) } }
        return XMLNode(name: name, namespace: namespace, attributes: attributes, place: place)
    }
}
