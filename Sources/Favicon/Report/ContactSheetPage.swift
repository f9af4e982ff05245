import URLs

/// A page on a contact sheet.
struct ContactSheetPage: Sendable {
    /// What the user calls the page.
    var name: String
    /// Where the page is in the end; `nil` for one that is nowhere on the web.
    var url: WebURL?
    /// Why the page has no icon, or was not reached, in a sentence; `nil` where all is well.
    var error: String?
    /// Why the icon is none that a browser shows, in a sentence; `nil` if it is, or if that is not asked.
    var note: String?
    /// Its icons in order.
    var icons: [ContactSheetIcon] = []

    /// Whether one of the icons is chosen.
    var hasIcon: Bool { icons.contains(where: \.isChosen) }
}

/// An icon on a contact sheet.
struct ContactSheetIcon: Sendable {
    /// The icon in its place.
    var entry: IconOrder.Entry
    /// Whether it is the page's.
    var isChosen: Bool
    /// The image as a whole; `nil` where nobody has fetched it.
    var bytes: [UInt8]?

    /// Describes an icon.
    init(_ entry: IconOrder.Entry, isChosen: Bool = false, bytes: [UInt8]? = nil) {
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

/// Encodes bytes for `data:` URLs (RFC 4648, section 4).
enum Base64 {
    /// The text, with `=` at its end where bytes are missing.
    static func text(of bytes: [UInt8]) -> String {
        let count = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { text in
            var at = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let length = min(3, bytes.count - start)
                var bits = 0
                for index in 0..<3 {
                    bits = bits << 8 | (index < length ? Int(bytes[start + index]) : 0)
                }
                for index in 0..<4 {
                    let digit = digits[bits >> (18 - 6 * index) & 63]
                    text[at] = index <= length ? digit : UInt8(ascii: "=")
                    at += 1
                }
            }
            return at
        }
    }

    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
