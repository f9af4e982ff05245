import JSON

/// Some keys, told from others by what is at hand first.
struct KeySet: Sendable {
    private struct Entry: Sendable {
        let spelling: KeySpelling
        let key: ExportKey
    }
    private var entries: [Entry] = []
    /// The numbers of the entries, each in its slot or, where that is taken, in one of the next.
    private var slots = [UInt8](repeating: Self.empty, count: JSONKey.slotCount)
    private static let empty = UInt8.max

    /// A set of keys.
    init(_ keys: Set<ExportKey>) {
        precondition(keys.count < slots.count)
        for key in keys {
            let spelling = KeySpelling(key.rawValue.utf8.span)
            var slot = spelling.beginning.slot
            while slots[slot] != Self.empty { slot = (slot + 1) % slots.count }
            slots[slot] = UInt8(entries.count)
            entries.append(Entry(spelling: spelling, key: key))
        }
    }

    /// The key that is spelled so, if it is one of them.
    @inline(__always) func key(spelled text: Span<UInt8>) -> ExportKey? {
        let spelling = KeySpelling(text)
        return first(like: spelling.beginning) { $0.spelling == spelling }
    }

    /// The first of the keys that begin so and are as long; nil for a key that is none of them.
    ///
    /// Inlined, as all that look keys up: the set would be copied for each of millions of keys.
    @inline(__always) func key(like beginning: JSONKey) -> ExportKey? {
        first(like: beginning) { _ in true }
    }

    @inline(__always) private func first(
        like beginning: JSONKey, where isKey: (Entry) -> Bool
    ) -> ExportKey? {
        var slot = beginning.slot
        while slots[slot] != Self.empty {
            let entry = entries[Int(slots[slot])]
            if entry.spelling.beginning == beginning, isKey(entry) { return entry.key }
            slot = (slot + 1) % slots.count
        }
        return nil
    }
}

/// The spelling of a key, as far as any of use is long.
private struct KeySpelling: Equatable, Sendable {
    /// The first eight bytes, and the length.
    let beginning: JSONKey
    /// The sixteen bytes after them.
    private let middle, end: UInt64

    /// The spelling of a text.
    init(_ text: Span<UInt8>) {
        var words: [3 of UInt64] = [0, 0, 0]
        text.withUnsafeBytes { text in
            // Safety: no more is copied than there is room for.
            withUnsafeMutableBytes(of: &words) {
                $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: text.prefix($0.count)))
            }
        }
        beginning = JSONKey(word: UInt64(littleEndian: words[0]), count: text.count)
        (middle, end) = (words[1], words[2])
    }
}
