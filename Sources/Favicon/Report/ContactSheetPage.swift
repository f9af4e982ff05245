import URLs

struct ContactSheetPage: Sendable {
    var name: String
    /// The URL after redirects; `nil` for a page that is not on the web.
    var url: WebURL?
    /// Why the page has no icon, or could not be read; `nil` otherwise.
    var error: String?
    /// Why a browser does not show the icon; `nil` if it does, or if the icon is not for a tab.
    var note: String?
    var icons: [IconOrder.Entry] = []

    var hasIcon: Bool { icons.contains(where: \.isChosen) }
}

extension IconOrder.Entry {
    /// The URL of the picture for a sheet; `nil` if the image was not fetched completely.
    var dataURL: String? { bytes.flatMap { image?.dataURL(of: $0) } }
}

extension IconImage {
    /// The URL of the picture with these bytes; `nil` if there are none.
    func dataURL(of bytes: [UInt8]) -> String? {
        bytes.isEmpty ? nil : "data:\(format.mediaType);base64,\(bytes.base64)"
    }
}
