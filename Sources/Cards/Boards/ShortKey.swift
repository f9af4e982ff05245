/// A member's key as far as it takes to tell the few that matter from all others.
///
/// A board of 200 MB has two million keys at the levels that matter, so a key is compared as one
/// word.
struct ShortKey: Equatable {
    /// The first eight bytes or fewer, the last in the lowest bits.
    private var bytes: UInt64 = 0
    private var count = 0

    /// An empty key, whose content comes in pieces.
    init() {}

    private init(bytes: UInt64, count: Int) {
        self.bytes = bytes
        self.count = count
    }

    /// `"name"`, of a board or a card.
    static let name = ShortKey(bytes: 0x6E_61_6D_65, count: 4)
    /// `"cards"`, of a board.
    static let cards = ShortKey(bytes: 0x63_61_72_64_73, count: 5)
    /// `"idShort"`, the number of a card.
    static let idShort = ShortKey(bytes: 0x69_64_53_68_6F_72_74, count: 7)

    /// `"closed"`, whether a card is archived.
    static let closed = ShortKey(bytes: 0x63_6C_6F_73_65_64, count: 6)
    /// `"idList"`, the list of a card.
    static let idList = ShortKey(bytes: 0x69_64_4C_69_73_74, count: 6)
    /// `"lists"`, of a board.
    static let lists = ShortKey(bytes: 0x6C_69_73_74_73, count: 5)
    /// `"id"`, of a list.
    static let id = ShortKey(bytes: 0x69_64, count: 2)

    /// Appends a piece of the decoded key.
    mutating func append(_ piece: Span<UInt8>) {
        count += piece.count
        guard count <= 8 else { return }
        for index in piece.indices { bytes = bytes << 8 | UInt64(piece[index]) }
    }
}
