extension CharacterIndex {
    /// The index of the bytes 0x80 to 0xFF; `nil` if this is not a single-byte encoding.
    static func singleByte(_ encoding: CharacterEncoding) -> CharacterIndex? { singleByteIndexes[encoding] }

    private static let singleByteIndexes: [CharacterEncoding: CharacterIndex] = {
        let lists = singleByteTable.namedLists
        var indexes: [CharacterEncoding: CharacterIndex] = [:]
        for encoding in CharacterEncoding.allCases {
            guard let list = lists[encoding.name.lowercased()] else { continue }
            indexes[encoding] = CharacterIndex(list.flatMap(codePoints))
        }
        // These differ only in text direction (Encoding 9.1).
        indexes[.iso88598I] = indexes[.iso88598]
        // The standard computes this encoding (Encoding 14.5).
        indexes[.userDefined] = CharacterIndex(Array(0xF780...0xF7FF))
        return indexes
    }()

    /// The code points of an entry, which is a single one or a run `first-last`.
    private static func codePoints(_ entry: Substring) -> ClosedRange<UInt32> {
        let ends = entry.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        return (ends.first ?? 0)...(ends.last ?? 0)
    }
}
