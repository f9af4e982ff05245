import URLs

/// The base URL of a page's references (HTML 4.2.3, "frozen base URL").
struct DocumentBase: Sendable {
    /// `nil` if the URL is unknown, or not http or https.
    let url: WebURL?
    /// Whether it has another scheme, so that relative references lead to no icon.
    let isForeign: Bool
    private let queryEncoding: QueryEncoding

    /// The base of a document: `href` is that of its first `base`, and `encoding` that of its queries.
    init(_ href: String?, of document: WebURL?, queryIn encoding: QueryEncoding) {
        queryEncoding = encoding
        let named = href.flatMap { href in
            document.map { $0.resolving(href, queryIn: encoding) } ?? WebURL(href, queryIn: encoding)
        }
        let isForeign = named == nil && href.map(Self.isForeign) ?? false
        self.isForeign = isForeign
        url = named ?? (isForeign ? nil : document)
    }

    var description: String? { url?.withoutCredentials.description }

    func resolving(_ reference: String) -> WebURL? {
        if let url {
            url.resolving(reference, queryIn: queryEncoding)
        } else {
            WebURL(reference, queryIn: queryEncoding)
        }
    }

    /// Whether the text is a URL of a scheme that is valid for a base, but cannot be fetched.
    private static func isForeign(_ href: String) -> Bool {
        switch WebURL.scheme(of: href) {
        case nil, "http", "https", "data", "javascript": false
        // These schemes name a host as http does.
        case "ftp", "ws", "wss": WebURL(href, as: .http) != nil
        default: href.utf8.count <= WebURL.lengthLimit
        }
    }
}
