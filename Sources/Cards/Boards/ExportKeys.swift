import JSON

/// The keys of an export that numbering reads.
///
/// Each is a computed word, its first letter in the lowest byte. Stored constants would be looked up for every key of
/// an export.
extension JSONKey {
    static var name: JSONKey { JSONKey(word: 0x65_6D_61_6E, count: 4) }
    static var cards: JSONKey { JSONKey(word: 0x73_64_72_61_63, count: 5) }
    static var idShort: JSONKey { JSONKey(word: 0x74_72_6F_68_53_64_69, count: 7) }
    static var closed: JSONKey { JSONKey(word: 0x64_65_73_6F_6C_63, count: 6) }
    static var idList: JSONKey { JSONKey(word: 0x74_73_69_4C_64_69, count: 6) }
    static var lists: JSONKey { JSONKey(word: 0x73_74_73_69_6C, count: 5) }
    static var id: JSONKey { JSONKey(word: 0x64_69, count: 2) }
}
