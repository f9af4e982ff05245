/// Determines the encoding of a page from its first bytes as they come, whatever the cuts
/// (HTML 13.2.3.2, "encoding sniffing algorithm").
///
/// What counts first: a byte order mark, what the transport says, a declaration in the first 1,024
/// bytes; if there is none of them, the page is in windows-1252.
///
/// ```swift
/// var sniffer = EncodingSniffer(transport: CharacterEncoding(contentType: "text/html"))
/// sniffer.feed(Array("<meta charset=sh".utf8))                   // nil: go on
/// sniffer.feed(Array("ift_jis>".utf8))?.encoding                 // .shiftJIS
/// ```
package struct EncodingSniffer: Sendable {
    /// How many bytes are looked at.
    package static let limit = 1024

    private let transport: CharacterEncoding?
    private var bytes: [UInt8] = []
    private var prescan = Prescan()

    /// Starts at the beginning of a page.
    ///
    /// - Parameter transport: The encoding that the header of the page names, if it names one.
    package init(transport: CharacterEncoding? = nil) {
        self.transport = transport
    }

    /// Looks at the next bytes; `nil` if it takes more of them to tell.
    package mutating func feed(_ next: [UInt8]) -> SniffedEncoding? {
        bytes += next.prefix(Self.limit - bytes.count)
        if let mark = SniffedEncoding(markOf: bytes) { return mark }
        guard !SniffedEncoding.canBecomeMark(bytes) else { return nil }
        if let transport { return SniffedEncoding(transport, origin: .transport) }
        if let declared = prescan.encoding(in: bytes) {
            return SniffedEncoding(declared, origin: .declaration)
        }
        return bytes.count < Self.limit ? nil : finish()
    }

    /// Decides by the bytes that there were, for the page ends here.
    package func finish() -> SniffedEncoding {
        if let transport { return SniffedEncoding(transport, origin: .transport) }
        if let declared = CharacterEncoding(xmlDeclarationOf: bytes) {
            return SniffedEncoding(declared, origin: .declaration)
        }
        return SniffedEncoding(.windows1252, origin: .fallback)
    }
}
