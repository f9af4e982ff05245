import JSON

/// Puts together the element of a collection that a scanner tells of, as far as it is of use.
struct ElementBuilder: JSONHandler {
    /// Nothing of use is deeper inside a card; what is must not fill memory, or the stack.
    static let maximalDepth = 5

    private let keys: KeySet
    /// The keys that are wanted of what is within the element.
    private let innerKeys: KeySet

    private var nodes: [ExportPart.Node] = []
    private var text: [UInt8] = []
    /// The objects and arrays that are open.
    private var open: [Int] = []
    /// Where the text that is being read begins.
    private var textStart = 0
    /// The last key, until its value comes.
    private var key: ExportKey?
    /// The key that comes next, where it is known already.
    private var knownKey: ExportKey?

    /// Whether the value that comes is of use, by its key.
    private var isWanted = true

    /// A builder of elements that have these members.
    init(keys: KeySet, innerKeys: KeySet) {
        (self.keys, self.innerKeys) = (keys, innerKeys)
    }

    /// A builder of elements of which a sink wants something.
    init(of collection: BoardCollection, for sink: some BoardSink) {
        self.init(
            keys: KeySet(sink.keys(of: collection)),
            innerKeys: KeySet(sink.innerKeys(of: collection)))
    }

    /// The element, once it is complete.
    var value: ExportPart { ExportPart(nodes, text) }

    /// Whether it is.
    var isComplete: Bool { open.isEmpty }

    mutating func beginObject(at offset: Int) -> Bool {
        (isWanted || isComplete) && begin(.object)
    }

    mutating func endObject(at offset: Int) { end() }

    /// An array around the elements is no part of them.
    mutating func beginArray(at offset: Int) -> Bool {
        isComplete || isWanted && begin(.array)
    }

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
        nodes.append(
            ExportPart.Node(
                kind: kind, name: key, text: start..<text.count, end: nodes.count + 1))
        key = nil
    }

    // Either set would be copied by a choice between them.
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

    mutating func endString() {
        if isWanted { add(.string) }
    }

    mutating func beginNumber(at offset: Int) -> Bool { isWanted && beginText() }

    mutating func endNumber() {
        if isWanted { add(.number) }
    }

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

    mutating func content(_ piece: Span<UInt8>) {
        // Safety: the bytes are copied within the closure.
        piece.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    }

    /// The key that has been read, if it is wanted.
    private var spelledKey: ExportKey? {
        let spelling = text.span.extracting(textStart..<text.count)
        return isInside ? innerKeys.key(spelled: spelling) : keys.key(spelled: spelling)
    }

    /// Whether the object that is being read is one within the element.
    private var isInside: Bool { open.count > 1 }
}
