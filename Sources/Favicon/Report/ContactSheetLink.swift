import Fetching

/// A URL on the sheet, which the reader may follow.
struct ContactSheetLink {
    /// The URL as text, without what may be secret: the sheet will be sent around.
    let address: String

    /// A link to a place on the web; there is none to anywhere else.
    init(_ url: WebURL) {
        address = WebURL.withoutUserInfo(url.description)
    }

    /// Its markup, with the whole URL behind the beginning of a long one.
    var text: String {
        """
        <a href="\(VisibleText.escaped(address, limit: .max))" rel="noreferrer noopener">\
        <bdi dir="ltr">\(VisibleText.escaped(address))</bdi></a>
        """
    }
}
