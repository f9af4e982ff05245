/// Finds what a name stands for, without allocating: open addressing over packed names.
struct NameTable<Value: Sendable>: Sendable {
    private struct Slot: Sendable {
        var name: TagName
        var value: Value?
    }

    private var slots: [Slot]
    private let mask: Int

    /// Makes a table of some names.
    init(_ entries: [(name: String, value: Value)]) {
        // Few slots are taken, so that most names that are in no table meet an empty one at once.
        var size = 16
        while size < entries.count * 4 { size *= 2 }
        mask = size - 1
        slots = Array(repeating: Slot(name: TagName(), value: nil), count: size)
        for entry in entries {
            let name = TagName(entry.name)
            slots[index(of: name)] = Slot(name: name, value: entry.value)
        }
    }

    /// What the name stands for, if anything.
    @inline(__always)
    func value(of name: TagName) -> Value? { slots[index(of: name)].value }

    /// The slot that holds the name, or the empty one where it would be.
    @inline(__always)
    private func index(of name: TagName) -> Int {
        var index = Int(name.hash) & mask
        while slots[index].value != nil, slots[index].name != name { index = (index &+ 1) & mask }
        return index
    }
}
