/// An encoding in the Encoding Standard, under its name there (WHATWG Encoding 4.2).
///
/// ```swift
/// let encoding = CharacterEncoding(label: " SJIS ")               // .shiftJIS
/// encoding?.decode([0x82, 0xA0])                                 // "あ" in UTF-8
/// ```
package enum CharacterEncoding: String, CaseIterable, Sendable {
    case utf8 = "UTF-8"
    case ibm866 = "IBM866"
    case iso88592 = "ISO-8859-2"
    case iso88593 = "ISO-8859-3"
    case iso88594 = "ISO-8859-4"
    case iso88595 = "ISO-8859-5"
    case iso88596 = "ISO-8859-6"
    case iso88597 = "ISO-8859-7"
    case iso88598 = "ISO-8859-8"
    case iso88598I = "ISO-8859-8-I"
    case iso885910 = "ISO-8859-10"
    case iso885913 = "ISO-8859-13"
    case iso885914 = "ISO-8859-14"
    case iso885915 = "ISO-8859-15"
    case iso885916 = "ISO-8859-16"
    case koi8R = "KOI8-R"
    case koi8U = "KOI8-U"
    case macintosh
    case windows874 = "windows-874"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1257 = "windows-1257"
    case windows1258 = "windows-1258"
    case macCyrillic = "x-mac-cyrillic"
    case gbk = "GBK"
    case gb18030
    case big5 = "Big5"
    case eucJP = "EUC-JP"
    case iso2022JP = "ISO-2022-JP"
    case shiftJIS = "Shift_JIS"
    case eucKR = "EUC-KR"
    /// Replaces encodings that browsers reject because they could hide markup.
    case replacement
    case utf16BE = "UTF-16BE"
    case utf16LE = "UTF-16LE"
    case userDefined = "x-user-defined"
    package var name: String { rawValue }

    /// Whether markup can be found without decoding: each byte below 0x40, except for digits, is that ASCII character,
    /// and ASCII text is unchanged.
    ///
    /// A stream in another encoding is decoded before it is scanned.
    package var isASCIICompatible: Bool {
        switch self {
        case .utf16BE, .utf16LE, .iso2022JP, .replacement: false
        default: true
        }
    }

    /// The encoding of a page whose own markup declares this one (HTML 13.2.3.2).
    ///
    /// A declaration that was read as ASCII cannot be in UTF-16.
    var asDeclared: CharacterEncoding {
        switch self {
        case .utf16BE, .utf16LE: .utf8
        case .userDefined: .windows1252
        default: self
        }
    }
}
