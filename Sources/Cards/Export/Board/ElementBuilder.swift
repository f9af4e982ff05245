import JSON

/// Builds an ``ExportPart`` for an element of a collection from the events of a scanner, skipping unwanted keys.
struct ElementBuilder: JSONHandler {
    /// No wanted value is nested more deeply, and deeper input must not exhaust memory or the stack.
    static let maximalDepth = 5

    private let keys: KeySet
    private let innerKeys: KeySet

    private var nodes: [ExportPart.Node] = []
    private var text: [UInt8] = []
    private var open: [Int] = []
    private var textStart = 0
    private var key: ExportKey?
    /// The next key, if ``wantsMember(_:)`` has identified it already.
    private var knownKey: ExportKey?

    private var isWanted = true

    init(keys: KeySet, innerKeys: KeySet) { (self.keys, self.innerKeys) = (keys, innerKeys) }

    init(of collection: BoardCollection, for sink: some BoardSink) {
        self.init(keys: KeySet(sink.keys(of: collection)), innerKeys: KeySet(sink.innerKeys(of: collection)))
    }

    var value: ExportPart { ExportPart(nodes, text) }

    var isComplete: Bool { open.isEmpty }

    mutating func beginObject(at offset: Int) -> Bool { (isWanted || isComplete) && begin(.object) }

    mutating func endObject(at offset: Int) { end() }

    /// Enters an array around the elements, but does not add it.
    mutating func beginArray(at offset: Int) -> Bool { isComplete || isWanted && begin(.array) }

    mutating func endArray(at offset: Int) { end() }

    private mutating func begin(_ kind: ExportPart.Node.Kind) -> Bool {
        if isComplete {
            nodes.removeAll(keepingCapacity: true)
            text.removeAll(keepingCapacity: true)
        }
        guard open.count < Self.maximalDepth else {
            add(.null)
            return false
        }
        open.append(nodes.count)
        add(kind)
        return true
    }

    private mutating func end() {
        if let last = open.popLast() { nodes[last].end = nodes.count }
        isWanted = true
    }

    private mutating func add(_ kind: ExportPart.Node.Kind) {
        let start = kind == .string || kind == .number ? textStart : text.count
        nodes.append(ExportPart.Node(kind: kind, name: key, text: start..<text.count, end: nodes.count + 1))
        key = nil
    }

    // Do not choose the set first: that would copy it.
    mutating func wantsMember(_ key: JSONKey) -> Bool {
        let wanted = isInside ? innerKeys.key(like: key) : keys.key(like: key)
        knownKey = key.isWhole ? wanted : nil
        return wanted != nil
    }

    mutating func beginKey(at offset: Int) -> Bool { knownKey == nil && beginText() }

    mutating func endKey() {
        if let knownKey {
            key = knownKey
            isWanted = true
            self.knownKey = nil
            return
        }
        key = spelledKey
        isWanted = key != nil
        text.removeLast(text.count - textStart)
    }

    mutating func beginString(at offset: Int) -> Bool { isWanted && beginText() }

    mutating func endString() { if isWanted { add(.string) } }

    mutating func beginNumber(at offset: Int) -> Bool { isWanted && beginText() }

    mutating func endNumber() { if isWanted { add(.number) } }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        guard isWanted else { return }
        switch literal {
        case .true: add(.true)
        case .false: add(.false)
        case .null: add(.null)
        }
    }

    private mutating func beginText() -> Bool {
        textStart = text.count
        return true
    }

    mutating func content(_ piece: Span<UInt8>) { text.append(piece) }

    private var spelledKey: ExportKey? {
        let spelling = text.span.extracting(textStart..<text.count)
        return isInside ? innerKeys.key(spelled: spelling) : keys.key(spelled: spelling)
    }

    private var isInside: Bool { open.count > 1 }
}
