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

/// The tokens of a text, each made when it is asked for: a value may have half a million.
struct ASCIITokens: Sequence, IteratorProtocol {
    private var rest: Substring.UTF8View

    fileprivate init(of text: String) {
        rest = text.asciiLowercased[...].utf8
    }

    mutating func next() -> String? {
        rest = rest.drop(while: \.isASCIIWhiteSpace)
        guard !rest.isEmpty else { return nil }
        let token = rest.prefix { !$0.isASCIIWhiteSpace }
        rest = rest[token.endIndex...]
        return String(Substring(token))
    }
}
