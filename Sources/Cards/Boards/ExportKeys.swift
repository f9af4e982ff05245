import JSON

/// The keys of an export that devtool reads.
///
/// They are words, the first letter last, and no stored constants: those would be looked up anew for
/// every key of an export.
extension JSONKey {
    /// The title of a board or a card, or the name of a list.
    static var name: JSONKey { JSONKey(word: 0x65_6D_61_6E, count: 4) }
    /// The cards of a board.
    static var cards: JSONKey { JSONKey(word: 0x73_64_72_61_63, count: 5) }
    /// The number of a card.
    static var idShort: JSONKey { JSONKey(word: 0x74_72_6F_68_53_64_69, count: 7) }
    /// Whether a card is archived.
    static var closed: JSONKey { JSONKey(word: 0x64_65_73_6F_6C_63, count: 6) }
    /// The list of a card.
    static var idList: JSONKey { JSONKey(word: 0x74_73_69_4C_64_69, count: 6) }
    /// The lists of a board.
    static var lists: JSONKey { JSONKey(word: 0x73_74_73_69_6C, count: 5) }
    /// The identifier of a list.
    static var id: JSONKey { JSONKey(word: 0x64_69, count: 2) }
}
