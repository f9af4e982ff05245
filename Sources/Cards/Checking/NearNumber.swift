/// The beginning of a title that looks as if a number had been meant, and is none: `# 12`, `＃12`,
/// `#１２`.
struct NearNumber: Equatable {
    /// The beginning, up to the last digit.
    var text: String

    /// The near miss that a title, its leading white space dropped, begins with; nil if there is none.
    init?(title: String) {
        var rest = title.unicodeScalars[...]
        guard let sign = rest.popFirst(), sign.looksLikeNumberSign else { return nil }
        let afterSign = rest.startIndex
        rest = rest.drop { $0.isWhiteSpace }
        let digits = rest.prefix { $0.isDecimalDigit }
        guard let first = digits.first else { return nil }
        if sign == "#", rest.startIndex == afterSign, first.isASCII { return nil }
        text = String(title.unicodeScalars[..<digits.endIndex])
    }
}

extension Unicode.Scalar {
    /// Whether this is an ASCII digit or the full-width form of one.
    fileprivate var isDecimalDigit: Bool {
        ("0"..."9").contains(self) || ("\u{FF10}"..."\u{FF19}").contains(self)
    }
}
