import URLs

struct ContactSheetPage: Sendable {
    var name: String
    /// The URL after redirects; `nil` for a page that is not on the web.
    var url: WebURL?
    /// Why the page has no icon, or could not be read; `nil` otherwise.
    var error: String?
    /// Why a browser does not show the icon; `nil` if it does, or if the icon is not for a tab.
    var note: String?
    var icons: [ContactSheetIcon] = []

    var hasIcon: Bool { icons.contains(where: \.isChosen) }
}

struct ContactSheetIcon: Sendable {
    var entry: IconOrder.Entry
    var isChosen: Bool
    /// `nil` if the image was not fetched completely.
    var bytes: [UInt8]?

    init(_ entry: IconOrder.Entry, isChosen: Bool = false, bytes: [UInt8]? = nil) {
        self.entry = entry
        self.isChosen = isChosen
        self.bytes = bytes
    }

    var picture: String? {
        guard let image = entry.image, let bytes, !bytes.isEmpty else { return nil }
        return "data:\(image.format.mediaType);base64,\(Base64.text(of: bytes))"
    }
}

/// Encodes bytes for `data:` URLs (RFC 4648, section 4).
enum Base64 {
    static func text(of bytes: [UInt8]) -> String {
        let count = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { text in
            var at = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let length = min(3, bytes.count - start)
                var bits = 0
                for index in 0..<3 { bits = bits << 8 | (index < length ? Int(bytes[start + index]) : 0) }
                for index in 0..<4 {
                    let digit = digits[bits >> (18 - 6 * index) & 63]
                    text[at] = index <= length ? digit : UInt8(ascii: "=")
                    at += 1
                }
            }
            return at
        }
    }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
