/// A whole document with the places of its parts, to be looked at and checked against a schema.
///
/// ```swift
/// let document = try XMLDocument(bytes)
/// for problem in document.problems(against: schema) { print(problem.place.line, problem.message) }
/// ```
///
/// Nothing is fetched. Entities are expanded, within libxml2's limits, where the document declares them
/// all itself; one that declares external ones keeps them unexpanded.
package final class XMLDocument {
    /// The first element.
    package let root: XMLNode
    /// Whether the document type names other files, which are not read.
    package let namesOtherFiles: Bool

    let tree: XMLDocumentLibrary.Pointer
    let library: XMLDocumentLibrary
    private let places: [XMLDocumentLibrary.Pointer: XMLPlace]
    private let attributePlaces: [XMLDocumentLibrary.Pointer: [(name: String, place: XMLPlace)]]

    /// The longest document, in bytes; libxml2 counts with 32 bits, and a tree takes many times as much.
    package static let byteLimit = 64 << 20

    /// Reads a document.
    ///
    /// - Throws: ``XMLProblem`` for one that is not well-formed; ``XMLReadingError`` where libxml2 is not
    ///   installed, or for one that is too long.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count <= Self.byteLimit else {
            throw XMLReadingError.tooLong(limit: Self.byteLimit)
        }
        library = try XMLDocumentLibrary.shared.get()
        let tags = XMLTags(of: bytes)
        namesOtherFiles =
            tags.documentType.map { type in
                type.contains("%") || type.contains("SYSTEM") || type.contains("PUBLIC")
            } ?? false
        let log = XMLErrorLog()
        // What the tags do not tell is not expanded: it may be of another file.
        let expands = tags.documentType != nil && !namesOtherFiles && Self.isPlain(bytes)
        let options = expands ? Option.all | Option.expandEntities : Option.all
        library.xmlSetStructuredErrorFunc(log.pointer, XMLErrorLog.handler)
        // Safety: libxml2 copies what it keeps of the bytes.
        let tree = bytes.withUnsafeBytes { [library] bytes in
            library.reading.xmlReadMemory(
                bytes.assumingMemoryBound(to: CChar.self).baseAddress, CInt(bytes.count), nil, nil,
                options)
        }
        library.xmlSetStructuredErrorFunc(nil, nil)
        withExtendedLifetime(log) {}
        guard let tree else {
            throw log.entries.first.map { entry in
                XMLProblem(
                    message: Self.sentence(entry.message),
                    place: XMLPlace(line: max(1, entry.line), column: max(1, entry.column)))
            } ?? XMLProblem(message: "it is empty", place: XMLPlace(line: 1, column: 1))
        }
        // Elements that come out of entities have no tags of their own.
        let walk = XMLTreeWalk(
            of: tree, tags: tags.documentType == nil ? tags.tags : [], library: library)
        guard let root = walk.root else {
            library.reading.xmlFreeDoc(tree)
            throw XMLProblem(message: "it has no element", place: XMLPlace(line: 1, column: 1))
        }
        self.tree = tree
        self.root = root
        places = walk.places
        attributePlaces = walk.attributePlaces
    }

    deinit {
        library.reading.xmlFreeDoc(tree)
    }

    /// Whether ASCII in the bytes is what it seems to be, as it is not in UTF-7.
    private static func isPlain(_ bytes: [UInt8]) -> Bool {
        let head = String(decoding: bytes.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
            .lowercased()
        guard head.contains("<?xml"), let key = head.ranges(of: "encoding").last else {
            return true
        }
        let encoding = head[key.upperBound...].drop { $0.isWhitespace || "=\"'".contains($0) }
        return ["utf-8", "us-ascii", "iso-8859-", "windows-125"].contains(where: encoding.hasPrefix)
    }

    /// The place of the node that an error is about, or of a line where the node is not known.
    func place(of entry: XMLErrorLog.Entry) -> XMLPlace {
        // Of an attribute libxml2 tells the name only.
        if let node = entry.node, let range = entry.message.firstRange(of: "', attribute '") {
            let rest = entry.message[range.upperBound...]
            let name = Self.sentence(String(rest.prefix { $0 != "'" }))
            if let attribute = attributePlaces[node]?.first(where: { $0.name == name }) {
                return attribute.place
            }
        }
        return entry.node.flatMap { places[$0] } ?? XMLPlace(line: max(1, entry.line), column: 1)
    }

    /// A message of libxml2 as part of a sentence of ours: without the names of namespaces and the full
    /// stop.
    static func sentence(_ message: String) -> String {
        var text = ""
        var rest = message[...]
        while let open = rest.firstIndex(of: "{"),
            let close = rest[open...].firstIndex(of: "}"), rest[open..<close].contains(":")
        {
            text += rest[..<open]
            rest = rest[rest.index(after: close)...]
        }
        text += rest
        while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
        return text
    }

    /// The reader's options (`xmlParserOption` of `libxml/parser.h`).
    private enum Option {
        static let expandEntities: CInt = 1 << 1
        static let noNetwork: CInt = 1 << 11
        static let noCharacterData: CInt = 1 << 14
        static let longLineNumbers: CInt = 1 << 22
        /// No external entities at all; libxml2 has it since 2.13.
        static let noExternalEntities: CInt = 1 << 23
        static let all = noNetwork | noCharacterData | longLineNumbers | noExternalEntities
    }
}

/// Goes through a tree of libxml2 and copies it.
private struct XMLTreeWalk {
    private(set) var root: XMLNode?
    private(set) var places: [XMLDocumentLibrary.Pointer: XMLPlace] = [:]
    private(set) var attributePlaces:
        [XMLDocumentLibrary.Pointer: [(name: String, place: XMLPlace)]] = [:]
    private let tags: [XMLTags.Tag]
    private let library: XMLDocumentLibrary
    private var tagCount = 0
    /// The elements that have begun and not ended, from the root on.
    private var open: [XMLNode] = []

    /// The node types of `xmlReaderTypes` that matter.
    private enum NodeType {
        static let element: CInt = 1
        static let text: CInt = 3
        static let characterData: CInt = 4
        static let significantWhiteSpace: CInt = 14
    }

    init(
        of tree: XMLDocumentLibrary.Pointer, tags: [XMLTags.Tag], library: XMLDocumentLibrary
    ) {
        self.tags = tags
        self.library = library
        let reading = library.reading
        guard let reader = reading.xmlReaderWalker(tree) else { return }
        defer { reading.xmlFreeTextReader(reader) }
        while reading.xmlTextReaderRead(reader) == 1 {
            switch reading.xmlTextReaderNodeType(reader) {
            case NodeType.element:
                close(to: max(0, Int(reading.xmlTextReaderDepth(reader))))
                open.append(element(at: reader))
            case NodeType.text, NodeType.characterData, NodeType.significantWhiteSpace:
                close(to: max(0, Int(reading.xmlTextReaderDepth(reader))))
                guard let last = open.indices.last else { continue }
                open[last].text +=
                    XMLReaderLibrary.string(reading.xmlTextReaderConstValue(reader)) ?? ""
            default: break
            }
        }
        close(to: 0)
    }

    /// Ends the elements that lie as deep as that or deeper.
    private mutating func close(to depth: Int) {
        while open.count > depth, let element = open.popLast() {
            if let parent = open.indices.last {
                open[parent].children.append(element)
            } else {
                root = element
            }
        }
    }

    private mutating func element(at reader: XMLReaderLibrary.Reader) -> XMLNode {
        let reading = library.reading
        let tag = tags.indices.contains(tagCount) ? tags[tagCount] : nil
        tagCount += 1
        let name = XMLReaderLibrary.string(reading.xmlTextReaderConstLocalName(reader)) ?? ""
        let namespace = XMLReaderLibrary.string(reading.xmlTextReaderConstNamespaceUri(reader))
        let node = library.xmlTextReaderCurrentNode(reader)
        let place =
            tag?.place
            ?? XMLPlace(line: max(1, node.map { Int(library.xmlGetLineNo($0)) } ?? 1), column: 1)
        if let node { places[node] = place }
        var attributes: [XMLAttribute] = []
        while reading.xmlTextReaderMoveToNextAttribute(reader) == 1 {
            let whole = XMLReaderLibrary.string(reading.xmlTextReaderConstName(reader)) ?? ""
            guard whole != "xmlns", !whole.hasPrefix("xmlns:") else { continue }
            let attributePlace = tag?.attributes.first { $0.name == whole }?.place ?? place
            if let node = library.xmlTextReaderCurrentNode(reader) { places[node] = attributePlace }
            attributes.append(
                XMLAttribute(
                    name: XMLReaderLibrary.string(reading.xmlTextReaderConstLocalName(reader))
                        ?? whole,
                    namespace: XMLReaderLibrary.string(
                        reading.xmlTextReaderConstNamespaceUri(reader)),
                    value: XMLReaderLibrary.string(reading.xmlTextReaderConstValue(reader)) ?? "",
                    place: attributePlace))
        }
        if let node { attributePlaces[node] = attributes.map { ($0.name, $0.place) } }
        return XMLNode(name: name, namespace: namespace, attributes: attributes, place: place)
    }
}
