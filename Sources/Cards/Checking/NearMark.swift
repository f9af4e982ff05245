import Scanning

/// The end of a board's title that looks like the mark but is not: the `＃` of a Japanese keyboard, a keycap emoji, or
/// `#` followed by an invisible character.
struct NearMark: Equatable, Sendable {
    var scalars: [Unicode.Scalar]
    var titleOffset: Int

    static let longest = 4

    /// The scalars by name, because some are invisible: `'#' and U+200B`.
    var description: String {
        let names = scalars.map { $0 == "#" ? "'#'" : $0.codePoint }
        return names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and \(names.last ?? "")"
    }
}

extension Unicode.Scalar {
    var looksLikeNumberSign: Bool { self == "#" || self == "\u{FF03}" || self == "\u{FE5F}" }

    /// Whether the scalar is invisible or hardly changes the preceding one: format characters, variation selectors, the
    /// keycap.
    var isHardlySeen: Bool {
        switch value {
        case 0xAD, 0x61C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
        case 0xFE00...0xFE0F, 0x20E3: true
        default: false
        }
    }

    fileprivate var codePoint: String { "U+" + value.hexadecimal(width: 4, uppercase: true) }
}

extension String {
    /// The beginning of a title that looks like a number but is not: `# 12`, `＃12`, `#１２`.
    var nearNumber: String? {
        var rest = unicodeScalars[...]
        guard let sign = rest.popFirst(), sign.looksLikeNumberSign else { return nil }
        let afterSign = rest.startIndex
        rest = rest.drop { $0.isWhiteSpace }
        let digits = rest.prefix { $0.isDecimalDigit }
        guard let first = digits.first else { return nil }
        if sign == "#", rest.startIndex == afterSign, first.isASCII { return nil }
        return String(unicodeScalars[..<digits.endIndex])
    }
}

extension Unicode.Scalar {
    fileprivate var isDecimalDigit: Bool { ("0"..."9").contains(self) || ("\u{FF10}"..."\u{FF19}").contains(self) }
}
