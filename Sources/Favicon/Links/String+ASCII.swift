import Scanning

extension String {
    /// The text with ASCII capitals made small (WHATWG Infra, "ASCII lowercase").
    var asciiLowercased: String {
        String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
    }

    /// The tokens between ASCII white space, with ASCII capitals made small
    /// (WHATWG Infra, "split on ASCII whitespace").
    var asciiTokens: ASCIITokens { ASCIITokens(of: self) }
}

/// The tokens of a text, created lazily: a value may have half a million.
struct ASCIITokens: Sequence, IteratorProtocol {
    private var scanner: ByteScanner

    fileprivate init(of text: String) {
        scanner = ByteScanner(text.utf8.map(\.asciiLowercased))
    }

    mutating func next() -> String? {
        scanner.scan(.asciiWhiteSpace)
        let token = scanner.scanUpTo(.asciiWhiteSpace)
        return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
    }
}

extension String {
    /// The beginning of a text that may be of any length, for a message.
    func beginning(_ limit: Int = 60) -> String {
        let shown = unicodeScalars.prefix(limit)
        return String(shown) + (shown.endIndex < unicodeScalars.endIndex ? "…" : "")
    }
}
