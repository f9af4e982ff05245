import JSON

/// A JSON value of an export, such as a card: a flat array of nodes, whose strings are decoded on access.
///
/// A board has hundreds of thousands of values, and allocating each of them would take most of the time.
struct ExportPart: Sendable {
    /// An array indexed by ``ExportKey/number``, which is below its length.
    private typealias Members = [72 of Int32]

    fileprivate final class Storage: Sendable {
        let nodes: [Node]
        let text: [UInt8]
        /// For each key the index of the outermost object's last member of that name; 0 if it has none.
        private let members: Members
        /// Whether `members` is filled: in an object with few members, a linear search is faster.
        private let hasMembers: Bool

        init(_ nodes: [Node], _ text: [UInt8]) {
            (self.nodes, self.text) = (nodes, text)
            var members = Members(repeating: 0)
            var next = 1
            hasMembers = nodes.count > 12 && nodes[0].kind == .object
            while hasMembers, next < nodes.count {
                if let name = nodes[next].name { members[name.number] = Int32(next) }
                next = nodes[next].end
            }
            self.members = members
        }

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

    /// A value, followed by the values inside it.
    struct Node: Sendable {
        enum Kind: Sendable { case null, `true`, `false`, number, string, array, object }

        let kind: Kind
        let name: ExportKey?
        let text: Range<Int>
        var end: Int
    }

    private let storage: Storage
    private let index: Int

    init(_ nodes: [Node], _ text: [UInt8]) { self.init(Storage(nodes, text), 0) }

    private init(_ storage: Storage, _ index: Int) { (self.storage, self.index) = (storage, index) }

    private var node: Node { storage.nodes[index] }

    /// A member, if this is an object; if a key is repeated, the last value wins.
    subscript(name: ExportKey) -> ExportPart? { storage.member(name, of: index).map { ExportPart(storage, $0) } }

    func string(_ name: ExportKey) -> String? {
        storage.member(name, of: index).flatMap { member in
            storage.nodes[member].kind == .string ? storage.string(at: member) : nil
        }
    }

    func filled(_ name: ExportKey) -> String? { string(name).flatMap { $0.isEmpty ? nil : $0 } }

    func bool(_ name: ExportKey) -> Bool? { storage.member(name, of: index).flatMap { storage.nodes[$0].bool } }

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

    var string: String? { node.kind == .string ? storage.string(at: index) : nil }

    var identifier: TrelloID? {
        guard node.kind == .string else { return nil }
        // Safety: the closure does not let the bytes escape.
        return storage.text[node.text].withUnsafeBufferPointer { TrelloID($0.span) }
    }

    var numberSpelling: String? { node.kind == .number ? storage.string(at: index) : nil }

    var integer: Int? { digits ?? numberSpelling.flatMap { Int($0) } }

    var decimal: Double? {
        // Integers below this are exact.
        if let digits, digits < 1 << 53 { return Double(digits) }
        return numberSpelling.flatMap(Double.init)
    }

    /// A fast path: the number, if it is an unsigned integer of at most 18 digits.
    private var digits: Int? {
        guard node.kind == .number, node.text.count <= 18 else { return nil }
        var number = 0
        for byte in storage.text[node.text] {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int(byte & 0x0F)
        }
        return number
    }

    var isNull: Bool { node.kind == .null }

    var isObject: Bool { node.kind == .object }

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
        // Safety: the closure does not let the bytes escape.
        text[nodes[index].text].withUnsafeBufferPointer { text in
            if let valid = try? UTF8Span(validating: text.span) { return String(copying: valid) }
            return String(decoding: text, as: UTF8.self)
        }
    }
}

extension ExportPart? { var texts: [String] { self?.strings ?? [] } }
