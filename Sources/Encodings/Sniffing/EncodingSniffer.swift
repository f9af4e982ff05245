/// Determines the encoding of a page from its first bytes, in pieces of any size (HTML 13.2.3.2, "encoding sniffing
/// algorithm").
///
/// In this order: a byte order mark, the transport, a declaration in the first 1,024 bytes, windows-1252.
///
/// ```swift
/// var sniffer = EncodingSniffer(transport: CharacterEncoding(contentType: "text/html"))
/// sniffer.feed(Array("<meta charset=sh".utf8))                   // nil: go on
/// sniffer.feed(Array("ift_jis>".utf8))?.encoding                 // .shiftJIS
/// ```
package struct EncodingSniffer: Sendable {
    /// In bytes.
    package static let limit = 1024

    private let transport: CharacterEncoding?
    private var bytes: [UInt8] = []
    private var prescan = Prescan()

    /// Starts a page; `transport` is the encoding in its header.
    package init(transport: CharacterEncoding? = nil) { self.transport = transport }

    /// Examines the next bytes; `nil` if more are needed.
    package mutating func feed(_ next: [UInt8]) -> SniffedEncoding? {
        bytes += next.prefix(Self.limit - bytes.count)
        if let mark = SniffedEncoding(markOf: bytes) { return mark }
        guard !SniffedEncoding.canBecomeMark(bytes) else { return nil }
        if let transport { return SniffedEncoding(transport, origin: .transport) }
        if let declared = prescan.encoding(in: bytes) { return SniffedEncoding(declared, origin: .declaration) }
        return bytes.count < Self.limit ? nil : finish()
    }

    package func finish() -> SniffedEncoding {
        if let transport { return SniffedEncoding(transport, origin: .transport) }
        if let declared = CharacterEncoding(xmlDeclarationOf: bytes) {
            return SniffedEncoding(declared, origin: .declaration)
        }
        return SniffedEncoding(.windows1252, origin: .fallback)
    }
}
