extension CharacterIndex {
    /// JIS X 0208 with the extensions of NEC and IBM, in rows of 94, for all Japanese encodings.
    static let jis0208 = CharacterIndex(
        of: "CP932", pointers: 60 * 188,
        code: { pointer in
            let (row, cell) = pointer.quotientAndRemainder(dividingBy: 188)
            return [row < 0x1F ? row + 0x81 : row + 0xC1, cell < 0x3F ? cell + 0x40 : cell + 0x41]
        },
        // The standard's index excludes the private area of the vendors (Encoding 12.3.1).
        isExcluded: { (8836...10715).contains($0) })

    /// JIS X 0212, in rows of 94.
    static let jis0212 = CharacterIndex(
        of: "EUC-JP-MS", pointers: 94 * 94, code: { [0x8F, $0 / 94 + 0xA1, $0 % 94 + 0xA1] },
        corrections: [0x8FA2C3: 0xA6])

    /// KS X 1001 with all Hangul syllables, in rows of 190.
    static let eucKR = CharacterIndex(of: "UHC", pointers: 126 * 190, code: { [$0 / 190 + 0x81, $0 % 190 + 0x41] })

    /// Big5 with the Hong Kong supplement, in rows of 157.
    static let big5 = CharacterIndex(
        of: "BIG5-HKSCS", pointers: 126 * 157,
        code: { pointer in
            let (row, cell) = pointer.quotientAndRemainder(dividingBy: 157)
            return [row + 0x81, cell < 0x3F ? cell + 0x40 : cell + 0x62]
        }, corrections: big5Corrections)

    /// The two-byte part of GB 18030-2005, in rows of 190.
    static let gb18030 = CharacterIndex(
        of: "GB18030", pointers: 126 * 190,
        code: { pointer in
            let (row, cell) = pointer.quotientAndRemainder(dividingBy: 190)
            return [row + 0x81, cell < 0x3F ? cell + 0x40 : cell + 0x41]
        },
        corrections: [
            0xA3A0: 0x3000, 0xFE51: 0xE816, 0xFE52: 0xE817, 0xFE53: 0xE818, 0xFE6C: 0xE831, 0xFE76: 0xE83B,
            0xFE91: 0xE855,
        ])

    /// The four-byte part of GB 18030 below U+10000: in order, the code points that the two-byte part lacked in 2000.
    ///
    /// Code points that were later added to the two-byte part kept their four-byte codes, except that U+E7C7 now has
    /// that of U+1E3F. U+E5E5 has no code (Encoding 10.2 and 5).
    static let gb18030FourByte: CharacterIndex = {
        guard !gb18030.isEmpty else { return CharacterIndex([]) }
        let added: [ClosedRange<UInt32>] = [0x1E3F...0x1E3F, 0x9FB4...0x9FBB, 0xFE10...0xFE19]
        let replaced: [UInt32] = [0xE5E5, 0xE7C7, 0xE81E, 0xE826, 0xE82B, 0xE82C, 0xE832, 0xE843, 0xE854, 0xE864]
        let taken = gb18030.all.subtracting(added.joined()).union(replaced).union(0xE78D...0xE796).union(
            0xD800...0xDFFF)
        let left = (0x80...0xFFFF as ClosedRange<UInt32>).filter { !taken.contains($0) }
        return CharacterIndex(left.map { $0 == 0x1E3F ? 0xE7C7 : $0 })
    }()

    /// Reads an index from glibc's converter; it is empty if there is none.
    ///
    /// - Parameters:
    ///   - name: glibc's name of the character set.
    ///   - pointers: the size of the index.
    ///   - code: returns the bytes for a pointer.
    ///   - isExcluded: whether the standard's index has no code point for a pointer.
    ///   - corrections: code points that differ in the standard's index, by code.
    private init(
        of name: String, pointers: Int, code: (Int) -> [Int], isExcluded: (Int) -> Bool = { _ in false },
        corrections: [UInt32: UInt32] = [:]
    ) {
        guard let converter = SystemConverter(from: name) else {
            self.init([])
            return
        }
        var codePoints: [UInt32] = []
        codePoints.reserveCapacity(pointers)
        for pointer in 0..<pointers {
            let number = code(pointer).reduce(0) { $0 << 8 | UInt32($1) }
            let codePoint = corrections[number] ?? converter.codePoint(of: number) ?? 0
            codePoints.append(isExcluded(pointer) ? 0 : codePoint)
        }
        self.init(codePoints)
    }
}
