/// The encoding of a page, and how it is known.
package struct SniffedEncoding: Sendable, Equatable {
    /// What told the encoding.
    package enum Origin: Sendable {
        /// The first bytes of the page.
        case byteOrderMark
        /// The header that came with the page.
        case transport
        /// What looks like a declaration in the first bytes of the page.
        case declaration
        /// A `meta` element of the page.
        case element
        /// Nothing: it is what browsers take a page of Western languages for.
        case fallback
    }

    /// The encoding.
    package let encoding: CharacterEncoding
    /// How it is known.
    package let origin: Origin
    /// How many bytes at the beginning of the page are its byte order mark, and no text.
    package let markLength: Int

    /// Takes an encoding that no byte order mark told.
    init(_ encoding: CharacterEncoding, origin: Origin) {
        self.encoding = encoding
        self.origin = origin
        markLength = 0
    }

    /// Takes the encoding of the byte order mark that the bytes begin with, if they do
    /// (Encoding 6, "BOM sniff").
    init?(markOf bytes: [UInt8]) {
        guard let mark = Self.marks.first(where: { bytes.starts(with: $0.bytes) })
        else { return nil }
        encoding = mark.encoding
        origin = .byteOrderMark
        markLength = mark.bytes.count
    }

    /// The encoding after a `meta` element that the parser meets.
    ///
    /// It is `nil` if the element declares none, or if the encoding is certain by now
    /// (HTML 13.2.6.4.4, "meta", and 13.2.3.5). Many pages declare theirs after the bytes that were
    /// looked at; then what was read so far is decoded anew.
    package func changed(
        byCharset charset: [UInt8]?, httpEquiv: [UInt8]?, content: [UInt8]?
    ) -> SniffedEncoding? {
        guard origin == .declaration || origin == .fallback,
            let declared = CharacterEncoding(
                metaCharset: charset, httpEquiv: httpEquiv, content: content)
        else { return nil }
        // A page that could be read as UTF-16 is in UTF-16.
        let isUTF16 = encoding == .utf16LE || encoding == .utf16BE
        return SniffedEncoding(isUTF16 ? encoding : declared, origin: .element)
    }

    /// Whether the bytes are the beginning of a byte order mark, or nothing yet.
    static func canBecomeMark(_ bytes: [UInt8]) -> Bool {
        marks.contains { $0.bytes.count > bytes.count && $0.bytes.starts(with: bytes) }
    }

    private static let marks: [(bytes: [UInt8], encoding: CharacterEncoding)] = [
        ([0xEF, 0xBB, 0xBF], .utf8), ([0xFE, 0xFF], .utf16BE), ([0xFF, 0xFE], .utf16LE),
    ]
}
