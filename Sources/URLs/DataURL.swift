/// A `data:` URL, which holds the resource itself (RFC 2397), in the form into which browsers bring it.
package struct DataURL: Sendable, Hashable, CustomStringConvertible {
    /// The URL as text.
    package let description: String

    /// The URL that a text stands for; `nil` if it is not a `data:` URL.
    package init?(_ text: String) {
        guard let (scheme, rest) = WebURL.splitScheme(WebURL.cleaned(text)),
            scheme.elementsEqual("data".utf8)
        else { return nil }
        var path = rest
        let fragment = WebURL.cutSuffix(after: UInt8(ascii: "#"), from: &path)
        let query = WebURL.cutSuffix(after: UInt8(ascii: "?"), from: &path)
        // A space before what follows would be taken for the URL's end once that is cut off
        // (WHATWG URL 4.4, "opaque path state").
        let endsWithSpace = path.last == 0x20 && (query != nil || fragment != nil)
        if endsWithSpace { path.removeLast() }
        description =
            "data:" + percentEncoded(path, .opaquePath) + (endsWithSpace ? "%20" : "")
            + (query.map { "?" + percentEncoded($0, .opaqueQuery) } ?? "")
            + (fragment.map { "#" + percentEncoded($0, .fragment) } ?? "")
    }

    /// Whether the URL holds nothing: `data:,`, with which pages say that they have no icon.
    package var isEmpty: Bool { description == "data:," }
}
