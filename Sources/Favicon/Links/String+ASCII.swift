import Scanning

extension String {
    /// The text with ASCII letters in lower case (WHATWG Infra, "ASCII lowercase").
    var asciiLowercased: String { String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self) }

    /// The lowercase tokens between ASCII white space (WHATWG Infra, "split on ASCII whitespace").
    var asciiTokens: ASCIITokens { ASCIITokens(of: self) }

    /// The media type without its parameters, in lower case; `nil` for an empty string.
    var mediaTypeEssence: String? {
        let essence = String(prefix { $0 != ";" }).asciiTokens.joined(separator: " ")
        return essence.isEmpty ? nil : essence
    }
}

/// The tokens of a string, created lazily because a value may have half a million.
struct ASCIITokens: Sequence, IteratorProtocol {
    private var scanner: ByteScanner

    fileprivate init(of text: String) { scanner = ByteScanner(text.utf8.map(\.asciiLowercased)) }

    mutating func next() -> String? {
        scanner.scan(.asciiWhiteSpace)
        let token = scanner.scanUpTo(.asciiWhiteSpace)
        return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
    }
}

extension String {
    /// The text, truncated to a number of scalars for a message.
    func beginning(_ limit: Int = 60) -> String {
        let shown = unicodeScalars.prefix(limit)
        return String(shown) + (shown.endIndex < unicodeScalars.endIndex ? "…" : "")
    }
}
