/// The character encoding of a document, in which the queries of its references are written;
/// everything else in a URL is UTF-8 (WHATWG URL 1.3, "percent-encode after encoding").
///
/// ```swift
/// let latin1 = QueryEncoding { text in
///     let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
///     return bytes.count == text.unicodeScalars.count ? bytes : nil
/// }
/// WebURL("http://ex.test/é?é", queryIn: latin1)?.description  // "http://ex.test/%C3%A9?%E9"
/// ```
package struct QueryEncoding: Sendable {
    private let encode: (@Sendable (String) -> [UInt8]?)?

    /// The encoding that gives the bytes of a text; `nil` if it lacks one of the text's characters.
    ///
    /// It must leave ASCII as it is. For UTF-16, which does not, browsers take UTF-8.
    package init(_ encode: @escaping @Sendable (String) -> [UInt8]?) {
        self.encode = encode
    }

    private init() { encode = nil }

    /// The encoding of most pages.
    package static let utf8 = QueryEncoding()

    /// The query that UTF-8 bytes stand for, encoded.
    func encoded(_ query: ArraySlice<UInt8>) -> String {
        guard let encode, query.contains(where: { $0 > 0x7F }) else {
            return percentEncoded(query, .query)
        }
        let text = String(decoding: query, as: UTF8.self)
        if let bytes = encode(text) { return percentEncoded(bytes[...], .query) }
        return text.unicodeScalars.map { scalar in
            // What HTML writes for a character that the encoding lacks: `&#9731;`.
            encode(String(scalar)).map { percentEncoded($0[...], .query) }
                ?? "%26%23\(scalar.value)%3B"
        }.joined()
    }
}
