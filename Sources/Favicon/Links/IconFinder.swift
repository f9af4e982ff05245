import Encodings
import URLs
import HTML
import SystemPackage
import XML

/// Finds a page's icon declarations while its bytes arrive.
struct IconFinder: Sendable {
    /// The maximum number of bytes to read; real pages declare their icons within 400 KB.
    static let pageLimit = 16 << 20

    private var sniffer: EncodingSniffer
    private var sniffed: SniffedEncoding?
    private var first: [UInt8] = []
    private var xml: [UInt8]?
    private var xmlProblem: String?
    /// Maps offsets of tags in the HTML generated from XML to those in the page.
    private var offsets: [Int: Int] = [:]
    /// Converts the page to UTF-8, if its encoding is not ASCII-compatible.
    private var decoder: StreamDecoder?
    private var scanner: HTMLScanner
    private var tags = PageTags()
    private(set) var count = 0

    /// Creates a finder; `tellsOfItself` makes it report the title, and whether the file is only a part of pages.
    init(transport: CharacterEncoding? = nil, isXML: Bool = false, tellsOfItself: Bool = false) {
        scanner = HTMLScanner(
            reporting: tellsOfItself ? [.base, .html, .head, .link, .meta, .title] : [.base, .link, .meta],
            where: PageTags.isOfInterest)
        sniffer = EncodingSniffer(transport: isXML ? .utf8 : transport)
        xml = isXML ? [] : nil
    }

    mutating func read(_ bytes: [UInt8]) { read(bytes.span) }

    mutating func read(_ bytes: Span<UInt8>) {
        count += bytes.count
        if let start = xml?.count {
            // Safety: the bytes are copied during the call.
            xml? += bytes.withUnsafeBufferPointer { Array($0.prefix(XMLReader.pageLimit - start)) }
        } else {
            readHTML(bytes)
        }
    }

    private mutating func readHTML(_ bytes: Span<UInt8>) {
        if sniffed != nil {
            scan(bytes)
        } else {
            // Safety: the bytes are copied during the call.
            let bytes = bytes.withUnsafeBufferPointer { Array($0) }
            first += bytes
            if let sniffed = sniffer.feed(bytes) { begin(in: sniffed) }
        }
    }

    /// Whether `head` has ended and has declared an icon, after which later icons are rarely chosen.
    var hasIconOfHead: Bool { xml.map { $0.count == XMLReader.pageLimit } ?? (tags.hasPlainIcon && scanner.isPastHead) }

    /// The declarations found so far, resolved against the document's URL; `nil` if the URL is unknown.
    ///
    /// The first `base` applies to all links, including earlier ones (HTML 4.2.3).
    func page(at document: WebURL?) -> Page {
        var finder = self
        finder.finish()
        var page = Page(finder.tags, in: finder.sniffed?.encoding ?? .utf8, at: document)
        page.byteCount = count
        page.xmlProblem = finder.xmlProblem
        page.isCut = count >= Self.pageLimit
        return page
    }

    private mutating func begin(in sniffed: SniffedEncoding) {
        self.sniffed = sniffed
        if !sniffed.encoding.isASCIICompatible {
            decoder = StreamDecoder(sniffed.encoding)
            first.removeFirst(sniffed.markLength)
        }
        let text = first
        first = []
        scan(text.span)
    }

    private mutating func scan(_ bytes: Span<UInt8>) {
        let found =
            // Safety: the bytes are copied during the call.
            if let text = decoder?.decode(bytes.withUnsafeBufferPointer { Array($0) }) { scanner.scan(text) } else {
                scanner.scan(bytes)
            }
        for var tag in found {
            tag.offset = offsets[tag.offset] ?? tag.offset
            tags.add(tag)
            // Values are decoded at the end, because a late declaration applies to all of them.
            if tag.element == .meta, tag.placement == .document,
                let changed = sniffed?.changed(
                    byCharset: tag.text(.charset).map { Array($0.utf8) },
                    httpEquiv: tag.text(.httpEquiv).map { Array($0.utf8) },
                    content: tag.text(.content).map { Array($0.utf8) }), changed.encoding.isASCIICompatible
            {
                sniffed = changed
            }
        }
    }

    private mutating func finish() {
        if let xml {
            do throws(XMLError) {
                let page = try XHTMLPage(xml)
                offsets = page.offsets
                readHTML(page.html.span)
            } catch {
                xmlProblem = error.description
                readHTML(xml.span)
            }
        }
        if sniffed == nil { begin(in: sniffer.finish()) }
        tags.remove(where: scanner.isGone)
    }
}

extension IconFinder {
    /// Reads a file, up to the limit for fetched pages.
    init(reading file: FileDescriptor, transport: CharacterEncoding? = nil, isXML: Bool = false, limit: Int = pageLimit)
        throws
    {
        self.init(transport: transport, isXML: isXML)
        var left = limit
        while left > 0 {
            // All tags of a piece are in memory at once.
            let capacity = min(left, 8192)
            let piece = try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                // Safety: `read` initializes as many bytes as it returns.
                count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            if piece.isEmpty { return }
            left -= piece.count
            read(piece)
        }
    }
}
