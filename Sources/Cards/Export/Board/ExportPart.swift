/// A part of an export as it was read, such as a card: its values lie one after the other, and texts are made of
/// them when they are asked for.
///
/// A board has hundreds of thousands of parts, so that a value for each member of each would take most of the time.
struct ExportPart: Sendable {
    /// What was read of a part.
    fileprivate final class Storage: Sendable {
        let nodes: [Node]
        let text: [UInt8]

        init(_ nodes: [Node], _ text: [UInt8]) { (self.nodes, self.text) = (nodes, text) }
    }

    /// One value; what is in it follows.
    struct Node: Sendable {
        /// What can be a value.
        enum Kind: Sendable { case null, `true`, `false`, number, string, array, object }

        /// What it is.
        let kind: Kind
        /// Its name, as a member of an object.
        let name: ExportKey?
        /// Where its text is; of a number, the spelling.
        let text: Range<Int>
        /// The place after all that is in it.
        var end: Int
    }

    private let storage: Storage
    private let index: Int

    /// The value that begins some values, whose texts are in `text`.
    init(_ nodes: [Node], _ text: [UInt8]) { self.init(Storage(nodes, text), 0) }

    private init(_ storage: Storage, _ index: Int) {
        (self.storage, self.index) = (storage, index)
    }

    private var node: Node { storage.nodes[index] }

    /// The member of an object, if this is an object and has it; the last one of the name.
    subscript(name: ExportKey) -> ExportPart? {
        guard node.kind == .object else { return nil }
        var found: Int?
        var next = index + 1
        while next < node.end {
            if storage.nodes[next].name == name { found = next }
            next = storage.nodes[next].end
        }
        return found.map { ExportPart(storage, $0) }
    }

    /// The items, if this is a list.
    var items: [ExportPart]? {
        guard node.kind == .array else { return nil }
        var items: [ExportPart] = []
        var next = index + 1
        while next < node.end {
            items.append(ExportPart(storage, next))
            next = storage.nodes[next].end
        }
        return items
    }

    /// The text, if this is one; ill-formed UTF-8 becomes U+FFFD.
    var string: String? { node.kind == .string ? storage.string(at: index) : nil }

    /// Trello's name for something, if this is a text.
    var identifier: TrelloID? {
        guard node.kind == .string else { return nil }
        // Safety: the bytes are lent for the call.
        return storage.text[node.text].withUnsafeBufferPointer { TrelloID($0.span) }
    }

    /// The digits and signs of a number, if this is one.
    var numberSpelling: String? { node.kind == .number ? storage.string(at: index) : nil }

    /// The number, if this is a whole one.
    var integer: Int? { numberSpelling.flatMap { Int($0) } }

    /// The truth, if this is one.
    var bool: Bool? {
        switch node.kind {
        case .true: true
        case .false: false
        case .null, .number, .string, .array, .object: nil
        }
    }
}

extension ExportPart.Storage {
    func string(at index: Int) -> String {
        let place = nodes[index].text
        // Safety: the bytes are lent for the call.
        return text[place].withUnsafeBufferPointer { bytes in
            if let valid = try? UTF8Span(validating: bytes.span) { return String(copying: valid) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension ExportPart? {
    /// The texts in a list; none if this is not one.
    var texts: [String] { self?.items?.compactMap(\.string) ?? [] }
}
