import JSON

/// A part of an export as it was read, such as a card: its values lie one after the other, and texts are made of
/// them when they are asked for.
///
/// A board has hundreds of thousands of parts, so that a value for each member of each would take most of the time.
struct ExportPart: Sendable {
    /// What was read of a part.
    fileprivate final class Storage: Sendable {
        let nodes: [Node]
        let text: [UInt8]
        /// The last member of each name that the outermost object has; zero for none.
        private let members: [72 of Int32]
        /// Whether they are told: of an object with few members they are found sooner by a search.
        private let hasMembers: Bool

        init(_ nodes: [Node], _ text: [UInt8]) {
            (self.nodes, self.text) = (nodes, text)
            var members = [72 of Int32](repeating: 0)
            var next = 1
            hasMembers = nodes.count > 12 && nodes[0].kind == .object
            while hasMembers, next < nodes.count {
                if let name = nodes[next].name { members[name.number] = Int32(next) }
                next = nodes[next].end
            }
            self.members = members
        }

        /// Where a member of the value at a place is.
        @inline(__always) func member(_ name: ExportKey, of index: Int) -> Int? {
            if index == 0, hasMembers {
                let member = Int(members[name.number])
                return member == 0 ? nil : member
            }
            guard nodes[index].kind == .object else { return nil }
            var found: Int?
            var next = index + 1
            let end = nodes[index].end
            while next < end {
                if nodes[next].name == name { found = next }
                next = nodes[next].end
            }
            return found
        }
    }

    /// One value; what is in it follows.
    struct Node: Sendable {
        /// What can be a value.
        enum Kind: Sendable { case null, `true`, `false`, number, string, array, object }

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
        storage.member(name, of: index).map { ExportPart(storage, $0) }
    }

    /// The text of a member, if there is one; of the last of the name.
    func string(_ name: ExportKey) -> String? {
        storage.member(name, of: index).flatMap { member in
            storage.nodes[member].kind == .string ? storage.string(at: member) : nil
        }
    }

    /// The text of a member, if there is one that is not empty.
    func filled(_ name: ExportKey) -> String? {
        string(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The truth of a member, if it is one.
    func bool(_ name: ExportKey) -> Bool? {
        storage.member(name, of: index).flatMap { storage.nodes[$0].bool }
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

    /// The texts in a list.
    fileprivate var strings: [String] {
        var strings: [String] = []
        guard node.kind == .array else { return strings }
        var next = index + 1
        while next < node.end {
            if storage.nodes[next].kind == .string { strings.append(storage.string(at: next)) }
            next = storage.nodes[next].end
        }
        return strings
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
    var integer: Int? { digits ?? numberSpelling.flatMap { Int($0) } }

    /// The number, if this is one.
    var decimal: Double? {
        // Whole ones below this are exact.
        if let digits, digits < 1 << 53 { return Double(digits) }
        return numberSpelling.flatMap(Double.init)
    }

    /// The number, if it is a whole one of a usual size without a sign, which is not made a text first.
    private var digits: Int? {
        guard node.kind == .number, node.text.count <= 18 else { return nil }
        var number = 0
        for byte in storage.text[node.text] {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int(byte & 0x0F)
        }
        return number
    }

    /// Whether this is nothing.
    var isNull: Bool { node.kind == .null }

    /// Whether this is an object.
    var isObject: Bool { node.kind == .object }

    /// The truth, if this is one.
    var bool: Bool? { node.bool }
}

extension ExportPart.Node {
    fileprivate var bool: Bool? {
        switch kind {
        case .true: true
        case .false: false
        case .null, .number, .string, .array, .object: nil
        }
    }
}

extension ExportPart.Storage {
    func string(at index: Int) -> String {
        // Safety: the bytes are lent for the call.
        text[nodes[index].text].withUnsafeBufferPointer { text in
            if let valid = try? UTF8Span(validating: text.span) { return String(copying: valid) }
            return String(decoding: text, as: UTF8.self)
        }
    }
}

extension ExportPart? {
    /// The texts in a list; none if this is not one.
    var texts: [String] { self?.strings ?? [] }
}
