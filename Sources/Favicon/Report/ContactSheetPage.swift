package import Fetching

/// What a contact sheet shows of a page.
package struct ContactSheetPage: Sendable {
    /// What the user calls the page.
    package var name: String
    /// Where the page is in the end; `nil` for one that is nowhere on the web.
    package var url: WebURL?
    /// Why the page has no icon, or was not reached, in a sentence; `nil` where all is well.
    package var error: String?
    /// Its icons in order.
    package var icons: [ContactSheetIcon]

    /// Describes a page.
    package init(
        name: String, url: WebURL? = nil, error: String? = nil, icons: [ContactSheetIcon] = []
    ) {
        self.name = name
        self.url = url
        self.error = error
        self.icons = icons
    }

    /// Whether one of the icons is chosen.
    var hasIcon: Bool { icons.contains(where: \.isChosen) }
}

/// What a contact sheet shows of an icon.
package struct ContactSheetIcon: Sendable {
    /// The icon in its place.
    package var entry: IconOrder.Entry
    /// Whether it is the page's.
    package var isChosen: Bool
    /// The image as a whole; `nil` where nobody has fetched it.
    package var bytes: [UInt8]?

    /// Describes an icon.
    package init(_ entry: IconOrder.Entry, isChosen: Bool = false, bytes: [UInt8]? = nil) {
        self.entry = entry
        self.isChosen = isChosen
        self.bytes = bytes
    }

    /// The `data:` URL of the picture; `nil` where there is none that could be drawn.
    var picture: String? {
        guard let image = entry.image, let bytes, !bytes.isEmpty else { return nil }
        return "data:\(image.format.mediaType);base64,\(Base64.text(of: bytes))"
    }
}
