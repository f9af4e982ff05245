import Scanning

/// Trello's identifier: usually 24 hexadecimal digits, which are stored without an allocation.
enum TrelloID: Hashable, Sendable {
    case number(UInt64, UInt32)
    /// Any other string, as in old exports or those of other programs.
    case text(String)

    init(_ spelling: Span<UInt8>) {
        self =
            Self.number(spelledBy: spelling)
            ?? spelling.withUnsafeBufferPointer { .text(String(decoding: $0, as: UTF8.self)) }
    }

    private static func number(spelledBy spelling: Span<UInt8>) -> TrelloID? {
        guard spelling.count == 24 else { return nil }
        // Safety: three loads of eight bytes stay within the 24.
        return spelling.withUnsafeBufferPointer { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            func number(_ index: Int) -> UInt32? {
                let word = bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
                return Self.number(spelledBy: UInt64(bigEndian: word))
            }
            guard let first = number(0), let second = number(1), let third = number(2) else { return nil }
            return .number(UInt64(first) << 32 | UInt64(second), third)
        }
    }

    /// The value of eight hexadecimal digits, the first in the highest bits; `nil` if one is not a digit.
    private static func number(spelledBy digits: UInt64) -> UInt32? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // In each byte, the highest bit means that it is not 0-9, or not a-f.
        let (figures, letters) = (digits ^ ones * 0x30, digits ^ ones * 0x60)
        let isNoFigure = figures &+ ones * 0x76
        let isNoLetter = (letters &+ ones * 0x79) | ~(letters &+ ones * 0x7F)
        guard (digits | isNoFigure & isNoLetter) & ones << 7 == 0 else { return nil }
        // Only letters have this bit; their values begin with ten.
        let values = digits & (ones * 0x0F) &+ (digits >> 6 & ones) &* 9
        let pairs = (values | values >> 4) & 0x00FF_00FF_00FF_00FF
        let quads = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: quads | quads >> 16)
    }

    init(_ spelling: String) { self.init(spelling.utf8.span) }
}

extension TrelloID: Comparable {
    static func < (left: TrelloID, right: TrelloID) -> Bool {
        switch (left, right) {
        case (.number(let left, let leftRest), .number(let right, let rightRest)): (left, leftRest) < (right, rightRest)
        case (.number, .text), (.text, .number), (.text, .text): left.spelling < right.spelling
        }
    }

    var spelling: String {
        switch self {
        case .number(let digits, let rest): digits.hexadecimal(width: 16) + rest.hexadecimal(width: 8)
        case .text(let text): text
        }
    }
}
