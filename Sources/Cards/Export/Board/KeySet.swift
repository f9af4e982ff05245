import JSON

/// A hash set of keys that compares their first eight bytes and their length.
struct KeySet: Sendable {
    private typealias Entry = (spelling: KeySpelling, key: ExportKey)
    private var entries: [Entry] = []
    /// Indices into `entries`, with open addressing and linear probing.
    private var slots = [UInt8](repeating: Self.empty, count: JSONKey.slotCount)
    private static let empty = UInt8.max

    init(_ keys: Set<ExportKey>) {
        precondition(keys.count < slots.count)
        for key in keys {
            let spelling = KeySpelling(key.rawValue.utf8.span)
            var slot = spelling.beginning.slot
            while slots[slot] != Self.empty { slot = (slot + 1) % slots.count }
            slots[slot] = UInt8(entries.count)
            entries.append((spelling, key))
        }
    }

    @inline(__always) func key(spelled text: Span<UInt8>) -> ExportKey? {
        let spelling = KeySpelling(text)
        return first(like: spelling.beginning) { $0.spelling == spelling }
    }

    /// The first key with the same beginning and length; `nil` if there is none.
    ///
    /// Inlined, like all lookups: a call would copy the set, for each of millions of keys.
    @inline(__always) func key(like beginning: JSONKey) -> ExportKey? { first(like: beginning) { _ in true } }

    @inline(__always) private func first(like beginning: JSONKey, where isKey: (Entry) -> Bool) -> ExportKey? {
        var slot = beginning.slot
        while slots[slot] != Self.empty {
            let entry = entries[Int(slots[slot])]
            if entry.spelling.beginning == beginning, isKey(entry) { return entry.key }
            slot = (slot + 1) % slots.count
        }
        return nil
    }
}

/// The first 24 bytes of a key and its length; no key in use is longer.
private struct KeySpelling: Equatable, Sendable {
    let beginning: JSONKey
    private let middle, end: UInt64

    init(_ text: Span<UInt8>) {
        var words: [3 of UInt64] = [0, 0, 0]
        text.withUnsafeBytes { text in
            // Safety: the copy is limited to the size of the destination.
            withUnsafeMutableBytes(of: &words) {
                $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: text.prefix($0.count)))
            }
        }
        beginning = JSONKey(word: UInt64(littleEndian: words[0]), count: text.count)
        (middle, end) = (words[1], words[2])
    }
}
