import URLs

/// The base URL of a page's references (HTML 4.2.3, "frozen base URL").
struct DocumentBase: Sendable {
    /// The kind of URL.
    enum Form: Sendable, Equatable {
        /// An http or https URL.
        case web(WebURL)
        /// A URL of another scheme, so that relative references lead to no icon.
        case foreign
        /// Nobody has said where the page is.
        case unknown
    }

    /// What the URL is.
    let form: Form
    private let queryEncoding: QueryEncoding

    /// The base of a document, whose first `base` has the given `href`, and whose queries are written
    /// in an encoding.
    init(_ href: String?, of document: WebURL?, queryIn encoding: QueryEncoding) {
        queryEncoding = encoding
        let url = href.flatMap { href in
            document.map { $0.resolving(href, queryIn: encoding) }
                ?? WebURL(href, queryIn: encoding)
        }
        if let url {
            form = .web(url)
        } else if let href, Self.isForeign(href) {
            form = .foreign
        } else {
            form = document.map(Form.web) ?? .unknown
        }
    }

    /// The URL as text; `nil` if it is not known, or not http or https.
    var description: String? { url?.withoutCredentials.description }

    /// The URL, if it is http or https.
    var url: WebURL? {
        if case .web(let url) = form { url } else { nil }
    }

    /// The URL that a reference stands for; `nil` if it is not http or https.
    func resolving(_ reference: String) -> WebURL? {
        if let url {
            url.resolving(reference, queryIn: queryEncoding)
        } else {
            WebURL(reference, queryIn: queryEncoding)
        }
    }

    /// Whether the text is a URL of a scheme that a base may have, and that is not fetched.
    private static func isForeign(_ href: String) -> Bool {
        switch WebURL.scheme(of: href) {
        case nil, "http", "https", "data", "javascript": false
        // These name a host as http does.
        case "ftp", "ws", "wss": WebURL(href, as: .http) != nil
        default: href.utf8.count <= WebURL.lengthLimit
        }
    }
}
