/// A code that tells symbols by the lengths of their codes (RFC 1951, section 3.2.2).
struct HuffmanCode {
    /// The most bits that a code has.
    static let longest = 15
    /// Codes of so many bits are looked up, longer ones, which are rare, are counted: a larger table would
    /// make a stream of many small blocks slow.
    private static let width = 10

    /// What begins with the bits of the index: `symbol << 4 | length`, 0 where no short code does.
    private var table = [UInt16](repeating: 0, count: 1 << width)
    /// How many codes there are of each length, and their symbols, sorted by length.
    private var counts = [Int](repeating: 0, count: longest + 1)
    private var symbols: [Int] = []

    /// Makes the code of the symbols from 0 on; a length of 0 means that a symbol does not occur.
    init(lengths: [Int]) {
        for length in lengths where length > 0 { counts[length] += 1 }
        symbols = lengths.indices.filter { lengths[$0] > 0 }
            .sorted { (lengths[$0], $0) < (lengths[$1], $1) }
        var code = 0
        var length = 0
        for symbol in symbols {
            code <<= lengths[symbol] - length
            length = lengths[symbol]
            defer { code += 1 }
            guard length <= Self.width else { continue }
            // Codes come with their highest bit first, all other numbers with their lowest.
            var index = 0
            for bit in 0..<length { index |= (code >> bit & 1) << (length - 1 - bit) }
            while index < table.count {
                table[index] = UInt16(symbol << 4 | length)
                index += 1 << length
            }
        }
    }

    /// The code itself, if it is one that a stream may declare: all bits are a code of one symbol, unless
    /// there is but one.
    ///
    /// - Throws: ``InflateError``.
    func checked() throws -> HuffmanCode {
        let space = (1...Self.longest).reduce(0) { $0 + counts[$1] << (Self.longest - $1) }
        guard space == 1 << Self.longest || space < 1 << Self.longest && symbols.count <= 1 else {
            throw InflateError.malformed
        }
        return self
    }

    /// The symbol whose code is next in `bits`, the next bit lowest, and the length of the code; 0 where
    /// there is none.
    func symbol(for bits: UInt64) -> (symbol: Int, length: Int) {
        let entry = Int(table[Int(truncatingIfNeeded: bits) & (table.count - 1)])
        if entry != 0 { return (entry >> 4, entry & 15) }
        var (code, first, index) = (0, 0, 0)
        for length in 1...Self.longest {
            code = code << 1 | Int(truncatingIfNeeded: bits >> UInt64(length - 1) & 1)
            first <<= 1
            if code - first < counts[length] { return (symbols[index + code - first], length) }
            index += counts[length]
            first += counts[length]
        }
        return (0, 0)
    }
}
