/// Maps names to values without allocating, by open addressing over packed names.
struct NameTable<Value: Sendable>: Sendable {
    private var slots: [(name: TagName, value: Value?)]
    private let mask: Int

    init(_ entries: [(name: String, value: Value)]) {
        // A low load factor lets the lookup of an unknown name stop at the first slot in most cases.
        var size = 16
        while size < entries.count * 4 { size *= 2 }
        mask = size - 1
        slots = Array(repeating: (TagName(), nil), count: size)
        for entry in entries {
            let name = TagName(entry.name)
            slots[index(of: name)] = (name, entry.value)
        }
    }
    @inline(__always) func value(of name: TagName) -> Value? { slots[index(of: name)].value }

    /// The slot of the name, or the empty slot for it.
    @inline(__always) private func index(of name: TagName) -> Int {
        var index = Int(name.hash) & mask
        while slots[index].value != nil, slots[index].name != name { index = (index &+ 1) & mask }
        return index
    }
}
