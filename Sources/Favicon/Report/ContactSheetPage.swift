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

extension [UInt8] {
    /// The bytes as base64 (RFC 4648, section 4).
    var base64: String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        return String(unsafeUninitializedCapacity: (count + 2) / 3 * 4) { text in
            var at = 0
            for start in stride(from: 0, to: count, by: 3) {
                let length = Swift.min(3, count - start)
                var bits = 0
                for index in 0..<3 { bits = bits << 8 | (index < length ? Int(self[start + index]) : 0) }
                for index in 0..<4 {
                    let digit = digits[bits >> (18 - 6 * index) & 63]
                    text[at] = index <= length ? digit : UInt8(ascii: "=")
                    at += 1
                }
            }
            return at
        }
    }
}
