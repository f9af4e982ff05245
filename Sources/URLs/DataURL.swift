/// A `data:` URL, which contains the resource itself (RFC 2397), normalized as in browsers.
package struct DataURL: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// `nil` if the text is not a `data:` URL.
    package init?(_ text: String) {
        guard let (scheme, rest) = WebURL.splitScheme(WebURL.cleaned(text)), scheme.elementsEqual("data".utf8) else {
            return nil
        }
        var path = rest
        let fragment = WebURL.cutSuffix(after: UInt8(ascii: "#"), from: &path)
        let query = WebURL.cutSuffix(after: UInt8(ascii: "?"), from: &path)
        // Without encoding, a space before the removed part would be at the end of the URL (WHATWG URL 4.4, "opaque
        // path state").
        let endsWithSpace = path.last == 0x20 && (query != nil || fragment != nil)
        if endsWithSpace { path.removeLast() }
        description =
            "data:" + percentEncoded(path, .opaquePath) + (endsWithSpace ? "%20" : "")
            + (query.map { "?" + percentEncoded($0, .opaqueQuery) } ?? "")
            + (fragment.map { "#" + percentEncoded($0, .fragment) } ?? "")
    }

    /// Whether this is `data:,`, which pages use to declare that they have no icon.
    package var isEmpty: Bool { description == "data:," }
}
