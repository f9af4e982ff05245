/// What keeps a compressed stream from being unpacked.
enum InflateError: Error {
    /// It ends early, has bytes after its end, or is not a stream of RFC 1951.
    case malformed
}

/// Unpacks what is compressed with Deflate (RFC 1951).
///
/// The names of variables and the order of the tables are those of the standard.
struct Inflater {
    /// Where the compressed bytes come from, a piece at a time.
    private let source: () throws -> [UInt8]?
    private let consume: (UnsafeRawBufferPointer) throws -> Void

    private var input: [UInt8] = []
    private var position = 0
    /// Bits that have been read and not used, the next one lowest.
    private var bits: UInt64 = 0
    private var bitCount = 0

    /// The window: what matches refer to, and behind it what has not been consumed.
    private let window: UnsafeMutablePointer<UInt8>
    private var end = 0
    private var consumed = 0

    private static let reach = 1 << 15
    private static let capacity = 1 << 17

    /// Unpacks a stream, which must end where the source does.
    ///
    /// - Throws: ``InflateError``, and what the closures throw.
    static func inflate(
        _ source: () throws -> [UInt8]?, into consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try withoutActuallyEscaping(source) { source in
            try withoutActuallyEscaping(consume) { consume in
                // Safety: every index is checked against the capacity before it is used.
                try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { window in
                    guard let base = window.baseAddress else { return }
                    var inflater = Inflater(source: source, consume: consume, window: base)
                    try inflater.run()
                }
            }
        }
    }

    private init(
        source: @escaping () throws -> [UInt8]?,
        consume: @escaping (UnsafeRawBufferPointer) throws -> Void,
        window: UnsafeMutablePointer<UInt8>
    ) {
        self.source = source
        self.consume = consume
        self.window = window
    }

    private mutating func run() throws {
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored()
            case 1: try unpack(Self.fixedLiterals, Self.fixedDistances)
            case 2:
                let (literals, distances) = try dynamicCodes()
                try unpack(literals, distances)
            default: throw InflateError.malformed
            }
        }
        try flush()
        // Whole bytes that are left belong to nobody.
        guard bitCount < 8, position == input.count, try source() == nil else {
            throw InflateError.malformed
        }
    }

    /// Makes sure of as many bits as there may be, at least 48 before the end of the source.
    private mutating func fill() throws {
        while bitCount <= 48 {
            if position == input.count {
                guard let piece = try source(), !piece.isEmpty else { return }
                input = piece
                position = 0
            }
            bits |= UInt64(input[position]) << UInt64(bitCount)
            position += 1
            bitCount += 8
        }
    }

    private mutating func take(_ count: Int) throws -> Int {
        if bitCount < count { try fill() }
        guard bitCount >= count else { throw InflateError.malformed }
        return takeFilled(count)
    }

    private mutating func takeFilled(_ count: Int) -> Int {
        let value = Int(bits & (1 << UInt64(count) - 1))
        bits >>= UInt64(count)
        bitCount -= count
        return value
    }

    private mutating func symbol(of code: HuffmanCode) throws -> Int {
        if bitCount < HuffmanCode.longest { try fill() }
        let (symbol, length) = code.symbol(for: bits)
        guard length > 0, length <= bitCount else { throw InflateError.malformed }
        _ = takeFilled(length)
        return symbol
    }

    /// Section 3.2.4.
    private mutating func copyStored() throws {
        _ = takeFilled(bitCount % 8)
        var left = try take(16)
        guard try take(16) == left ^ 0xFFFF else { throw InflateError.malformed }
        while left > 0 {
            try append(UInt8(take(8)))
            left -= 1
        }
    }

    private mutating func append(_ byte: UInt8) throws {
        if end == Self.capacity { try flush() }
        window[end] = byte
        end += 1
    }

    /// Hands on what has not been consumed, and keeps as much as a match can refer to.
    private mutating func flush() throws {
        try consume(UnsafeRawBufferPointer(start: window + consumed, count: end - consumed))
        let kept = min(end, Self.reach)
        window.update(from: window + (end - kept), count: kept)
        end = kept
        consumed = kept
    }

    /// Section 3.2.5: the shortest length of each symbol from 257 on, and how many bits are added.
    private static let lengths: [(base: Int, bits: Int)] = [
        (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1),
        (17, 1), (19, 2), (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4),
        (83, 4), (99, 4), (115, 4), (131, 5), (163, 5), (195, 5), (227, 5), (258, 0),
    ]
    private static let distances: [(base: Int, bits: Int)] = (0..<30).map { symbol in
        let bits = max(0, symbol / 2 - 1)
        return symbol < 2 ? (symbol + 1, 0) : ((2 + symbol % 2) << bits + 1, bits)
    }

    private mutating func unpack(_ literals: HuffmanCode, _ distances: HuffmanCode) throws {
        while true {
            let symbol = try symbol(of: literals)
            if symbol < 256 {
                try append(UInt8(truncatingIfNeeded: symbol))
                continue
            }
            if symbol == 256 { return }
            guard symbol - 257 < Self.lengths.count else { throw InflateError.malformed }
            let length = Self.lengths[symbol - 257]
            let count = try length.base + take(length.bits)
            let number = try self.symbol(of: distances)
            guard number < Self.distances.count else { throw InflateError.malformed }
            let distance = try Self.distances[number].base + take(Self.distances[number].bits)
            if end + count > Self.capacity { try flush() }
            guard distance <= end else { throw InflateError.malformed }
            // A match may overlap what it makes: then it repeats.
            if distance >= count {
                (window + end).update(from: window + (end - distance), count: count)
            } else {
                for index in end..<end + count { window[index] = window[index - distance] }
            }
            end += count
        }
    }

    /// Section 3.2.6.
    private static let fixedLiterals = HuffmanCode(
        lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = HuffmanCode(lengths: [Int](repeating: 5, count: 30))

    /// Section 3.2.7.
    private mutating func dynamicCodes() throws -> (literals: HuffmanCode, distances: HuffmanCode) {
        let literalCount = try take(5) + 257
        let distanceCount = try take(5) + 1
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var lengths = [Int](repeating: 0, count: order.count)
        for index in try order.prefix(take(4) + 4) { lengths[index] = try take(3) }
        let code = try HuffmanCode(lengths: lengths).checked()
        lengths = []
        while lengths.count < literalCount + distanceCount {
            switch try symbol(of: code) {
            case 16:
                guard let last = lengths.last else { throw InflateError.malformed }
                lengths += try [Int](repeating: last, count: take(2) + 3)
            case 17: lengths += try [Int](repeating: 0, count: take(3) + 3)
            case 18: lengths += try [Int](repeating: 0, count: take(7) + 11)
            case let length: lengths.append(length)
            }
        }
        guard lengths.count == literalCount + distanceCount, literalCount <= 286,
            distanceCount <= 30, lengths[256] > 0
        else { throw InflateError.malformed }
        return (
            try HuffmanCode(lengths: Array(lengths.prefix(literalCount))).checked(),
            try HuffmanCode(lengths: Array(lengths.dropFirst(literalCount))).checked()
        )
    }
}
