package struct SniffedEncoding: Sendable, Equatable {
    /// The source of the encoding.
    package enum Origin: Sendable {
        case byteOrderMark
        /// The header of the page.
        case transport
        /// A declaration found by the prescan.
        case declaration
        /// A `meta` element found by the parser.
        case element
        /// Browsers' default for Western languages.
        case fallback
    }
    package let encoding: CharacterEncoding
    package let origin: Origin
    /// The number of bytes of the byte order mark, which are not text.
    package let markLength: Int
    init(_ encoding: CharacterEncoding, origin: Origin) {
        self.encoding = encoding
        self.origin = origin
        markLength = 0
    }

    /// Reads a byte order mark; `nil` if there is none (Encoding 6, "BOM sniff").
    init?(markOf bytes: [UInt8]) {
        guard let mark = Self.marks.first(where: { bytes.starts(with: $0.bytes) }) else { return nil }
        encoding = mark.encoding
        origin = .byteOrderMark
        markLength = mark.bytes.count
    }

    /// The encoding after a `meta` element found by the parser; `nil` if it does not change (HTML 13.2.6.4.4, "meta",
    /// and 13.2.3.5).
    ///
    /// Many pages declare their encoding after the bytes of the prescan, so the text so far must be decoded again.
    package func changed(byCharset charset: [UInt8]?, httpEquiv: [UInt8]?, content: [UInt8]?) -> SniffedEncoding? {
        guard origin == .declaration || origin == .fallback,
            let declared = CharacterEncoding(metaCharset: charset, httpEquiv: httpEquiv, content: content)
        else { return nil }
        // A page that could be read as UTF-16 is UTF-16.
        let isUTF16 = encoding == .utf16LE || encoding == .utf16BE
        return SniffedEncoding(isUTF16 ? encoding : declared, origin: .element)
    }

    /// Whether the bytes are a proper prefix of a byte order mark.
    static func canBecomeMark(_ bytes: [UInt8]) -> Bool {
        marks.contains { $0.bytes.count > bytes.count && $0.bytes.starts(with: bytes) }
    }

    private static let marks: [(bytes: [UInt8], encoding: CharacterEncoding)] = [
        ([0xEF, 0xBB, 0xBF], .utf8), ([0xFE, 0xFF], .utf16BE), ([0xFF, 0xFE], .utf16LE),
    ]
}
