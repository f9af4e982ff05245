/// The encoding of a document, which the queries of its URLs use; all other parts of a URL are UTF-8 (WHATWG URL 1.3,
/// "percent-encode after encoding").
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

    /// Creates an encoding from a closure, which returns `nil` if the encoding lacks a character.
    ///
    /// It must not change ASCII. For UTF-16, which changes it, browsers use UTF-8.
    package init(_ encode: @escaping @Sendable (String) -> [UInt8]?) { self.encode = encode }

    private init() { encode = nil }
    package static let utf8 = QueryEncoding()

    func encoded(_ query: ArraySlice<UInt8>) -> String {
        guard let encode, query.contains(where: { $0 > 0x7F }) else { return percentEncoded(query, .query) }
        let text = String(decoding: query, as: UTF8.self)
        if let bytes = encode(text) { return percentEncoded(bytes[...], .query) }
        return text.unicodeScalars.map { scalar in
            // A character reference such as `&#9731;` replaces a character that the encoding lacks.
            encode(String(scalar)).map { percentEncoded($0[...], .query) } ?? "%26%23\(scalar.value)%3B"
        }.joined()
    }
}
