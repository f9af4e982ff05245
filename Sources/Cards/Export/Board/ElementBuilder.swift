import JSON

/// Puts together the element of a collection that a scanner tells of, as far as it is of use.
struct ElementBuilder: JSONHandler {
    /// Nothing of use is deeper inside a card; what is must not fill memory, or the stack.
    static let maximalDepth = 5

    private let keys: KeySet
    /// The keys that are wanted of what is within the element; nil for all.
    private let innerKeys: KeySet?
    private var builder = JSONValueBuilder(depthLimit: Self.maximalDepth)

    /// Whether the value that comes is of use, by its key.
    private var isWanted = true

    /// A builder of elements that have these members.
    init(keys: Set<String>, innerKeys: Set<String>?) {
        self.keys = KeySet(keys)
        self.innerKeys = innerKeys.map(KeySet.init)
    }

    /// A builder of elements of which a sink wants something.
    init<Sink: BoardSink>(of collection: BoardCollection, for sink: Sink.Type) {
        self.init(keys: sink.keys(of: collection), innerKeys: sink.innerKeys(of: collection))
    }

    /// The element, once it is complete.
    var value: JSONValue { builder.value }

    /// Whether it is.
    var isComplete: Bool { builder.depth == 0 }

    mutating func beginObject(at offset: Int) -> Bool {
        (isWanted || isComplete) && builder.beginObject(at: offset)
    }

    mutating func endObject(at offset: Int) {
        builder.endObject(at: offset)
        isWanted = true
    }

    /// An array around the elements is no part of them.
    mutating func beginArray(at offset: Int) -> Bool {
        isComplete || isWanted && builder.beginArray(at: offset)
    }

    mutating func endArray(at offset: Int) {
        builder.endArray(at: offset)
        isWanted = true
    }

    mutating func wantsMember(_ key: JSONKey) -> Bool { wantedKeys?.mayContain(key) ?? true }

    mutating func beginKey(at offset: Int) -> Bool {
        isWanted = true
        return builder.beginKey(at: offset)
    }

    mutating func endKey() {
        builder.endKey()
        isWanted = wantedKeys?.contains(builder.key) ?? true
    }

    mutating func beginString(at offset: Int) -> Bool {
        isWanted && builder.beginString(at: offset)
    }

    mutating func endString() {
        if isWanted { builder.endString() }
    }

    mutating func beginNumber(at offset: Int) -> Bool {
        isWanted && builder.beginNumber(at: offset)
    }

    mutating func endNumber() {
        if isWanted { builder.endNumber() }
    }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        if isWanted { builder.literal(literal, at: offset) }
    }

    mutating func content(_ piece: Span<UInt8>) { builder.content(piece) }

    /// The keys that are wanted of the object that is being read; nil for all.
    private var wantedKeys: KeySet? { builder.depth > 1 ? innerKeys : keys }
}

/// Keys, told from others by what is at hand first.
struct KeySet {
    private let texts: Set<String>
    /// The keys, each in its slot or, where that is taken, in one of the next.
    private var slots = [JSONKey?](repeating: nil, count: JSONKey.slotCount)

    /// A set of keys.
    init(_ texts: Set<String>) {
        self.texts = texts
        precondition(texts.count < slots.count)
        for key in texts.map({ JSONKey($0) }) {
            var slot = key.slot
            while slots[slot] != nil { slot = (slot + 1) % slots.count }
            slots[slot] = key
        }
    }

    /// Whether a key is one of them.
    func contains(_ key: String) -> Bool { texts.contains(key) }

    /// False for a key that is none of them.
    func mayContain(_ key: JSONKey) -> Bool {
        var slot = key.slot
        while let other = slots[slot] {
            if other == key { return true }
            slot = (slot + 1) % JSONKey.slotCount
        }
        return false
    }
}
