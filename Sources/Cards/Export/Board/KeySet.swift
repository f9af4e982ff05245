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
    @inline(__always) func key(spelled text: Span<UInt8>) -> ExportKey? { key(KeySpelling(text)) }

    /// The key that a token is, if it is one of them.
    @inline(__always) func key(
        of token: JSONToken, in bytes: UnsafeBufferPointer<UInt8>
    ) -> ExportKey? {
        let text = UnsafeBufferPointer(rebasing: bytes[token.place])
        guard !token.hasEscapes, bytes.count - token.place.lowerBound >= KeySpelling.length else {
            return key(KeySpelling(decoding: text, hasEscapes: token.hasEscapes))
        }
        // Most keys are told by their beginnings.
        return first(like: KeySpelling.beginning(of: text)) { entry in
            text.count <= 8 || entry.spelling == KeySpelling(text, isPadded: true)
        }
    }

    @inline(__always) private func key(_ spelling: KeySpelling) -> ExportKey? {
        first(like: spelling.beginning) { $0.spelling == spelling }
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

    /// How many bytes there are.
    static let length = 24

    /// The spelling of a text.
    init(_ text: Span<UInt8>) {
        var words: [3 of UInt64] = [0, 0, 0]
        for index in 0..<min(text.count, Self.length) {
            words[index / 8] |= UInt64(text[index]) << UInt64(index % 8 * 8)
        }
        self.init(words, count: text.count)
    }

    /// The spelling of what stands between the quotes of a key.
    init(decoding text: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) {
        guard hasEscapes else {
            self.init(text.span)
            return
        }
        var decoded: [UInt8] = []
        JSONEscape.append(decoding: text, to: &decoded)
        self.init(decoded.span)
    }

    /// The first eight bytes of a text, and its length.
    ///
    /// Safety: eight bytes are read, whatever the length of the text.
    @inline(__always) static func beginning(of text: UnsafeBufferPointer<UInt8>) -> JSONKey {
        guard let bytes = UnsafeRawPointer(text.baseAddress) else { return JSONKey() }
        let word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        let mask = text.count < 8 ? 1 << UInt64(8 * text.count) - 1 : UInt64.max
        return JSONKey(word: word & mask, count: text.count)
    }

    /// The spelling of a text in a buffer that goes on for ``length`` bytes at least.
    ///
    /// Safety: so many bytes are read, whatever the length of the text.
    init(_ text: UnsafeBufferPointer<UInt8>, isPadded: Bool) {
        let bytes = UnsafeRawPointer(text.baseAddress)
        func word(_ index: Int) -> UInt64 {
            let length = text.count - 8 * index
            guard let bytes, length > 0 else { return 0 }
            let word = UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
            return length < 8 ? word & (1 << UInt64(8 * length) - 1) : word
        }
        self.init([word(0), word(1), word(2)], count: text.count)
    }

    private init(_ words: [3 of UInt64], count: Int) {
        beginning = JSONKey(word: words[0], count: count)
        (middle, end) = (words[1], words[2])
    }
}
