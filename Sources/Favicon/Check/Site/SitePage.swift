import DevtoolKit
import Encodings
import HTML
import Scanning
import URLs

struct SitePage: Sendable {
    let page: Page
    let text: SiteText
    /// Maps offsets of tags in the page to those in the text, where they differ.
    private var offsets: [Int: Int] = [:]

    init(
        _ bytes: [UInt8], at url: WebURL, named name: String, transport: CharacterEncoding? = nil, isXML: Bool = false,
        refresh: MetaRefresh? = nil, policies: [String] = []
    ) {
        var finder = IconFinder(transport: transport, isXML: isXML, tellsOfItself: true)
        finder.read(bytes)
        var page = finder.page(at: url)
        page.take(refresh)
        page.take(policies: policies)
        self.page = page
        let tags = Set(
            page.icons.compactMap(\.offset) + page.withoutURL.map(\.offset)
                + [page.manifestOffset, page.titleOffset].compactMap(\.self)
        ).sorted()
        // There may be thousands of pages, so only their heads are kept, and the comments that accept findings.
        let comment = bytes.lastIndex(ofText: "\(SiteFindings.keyword):allow") ?? 0
        let end = max(tags.last ?? 0, comment) + Self.reach
        guard page.encoding != .utf8 else {
            text = SiteText(Array(bytes.prefix(end)), name: name)
            return
        }
        var decoder = StreamDecoder(page.encoding)
        guard page.encoding.isASCIICompatible else {
            // The offsets of such a page refer to its decoded text without a byte order mark.
            let decoded = decoder.decode(bytes)
            let mark = decoded.starts(with: "\u{FEFF}".utf8) ? 3 : 0
            text = SiteText(Array(decoded.dropFirst(mark).prefix(end)), name: name)
            return
        }
        var decoded: [UInt8] = []
        for (start, next) in zip([0] + tags, tags + [min(bytes.count, end)]) {
            offsets[start] = decoded.count
            decoded += decoder.decode(Array(bytes[start..<next]))
        }
        text = SiteText(decoded, name: name)
    }

    /// Whether it is only a part of pages: a file without icons, doctype, `html` and `head`.
    var isFragment: Bool {
        !page.hasFrame && page.icons.isEmpty && page.withoutURL.isEmpty && page.manifestOffset == nil
            && page.refresh == nil && !text.bytes.isEmpty
            && !text.bytes.prefix(Self.doctypeReach).map(\.asciiLowercased).contains("<!doctype".utf8)
    }

    private static let doctypeReach = 4096
    private static let titleReach = 300

    var title: String? {
        guard let offset = page.titleOffset else { return nil }
        let title = text.bytes[(offsets[offset] ?? offset)...].drop { $0 != ASCII.greaterThan }.dropFirst().prefix {
            $0 != ASCII.lessThan
        }.prefix(Self.titleReach)
        return String(decoding: CharacterReference.attributeValue(of: Array(title)), as: UTF8.self).split(
            whereSeparator: \.isWhitespace
        ).joined(separator: " ")
    }

    /// The tag or text that ended the head, if a link to an icon follows it.
    var headEnd: (name: String, offset: Int)? {
        guard let link = linksInBody.first?.offset else { return nil }
        var scanner = HTMLScanner(reporting: [])
        let bytes = text.bytes.prefix(offsets[link] ?? link)
        var last = 0
        for (index, byte) in bytes.enumerated() {
            if byte == ASCII.lessThan { last = index }
            _ = scanner.scan([byte])
            guard scanner.isPastHead else { continue }
            guard byte == ASCII.greaterThan else {
                // The scanner reports this late; the cause is the text after the last tag.
                let end = bytes[...index].lastIndex(of: ASCII.greaterThan) ?? -1
                let text = bytes[(end + 1)...].drop { ByteSet.asciiWhiteSpace.contains($0) }
                return (Self.name(ofText: text), text.startIndex)
            }
            let name = bytes[last...].prefix { $0 > 0x20 && $0 != ASCII.greaterThan }
            return (String(decoding: name, as: UTF8.self).beginning() + ">", last)
        }
        return nil
    }

    private static func name(ofText bytes: ArraySlice<UInt8>) -> String {
        if bytes.first == ASCII.ampersand {
            let reference = bytes.prefix(10).prefix { $0 != UInt8(ascii: ";") }
            return String(decoding: reference, as: UTF8.self) + ";"
        }
        guard let scalar = String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first,
            scalar.properties.generalCategory == .format || scalar.properties.isWhitespace
        else { return "text" }
        return "U+" + scalar.value.hexadecimal(width: 4, uppercase: true)
    }

    /// The links to icons that are only in the body, outside of `noscript`.
    var linksInBody: [IconLink] {
        let links = page.links.filter { !$0.isInNoscript && $0.kinds.contains(.icon) }
        let head = Set(links.filter(\.isInHead).map(\.target))
        return links.filter { !$0.isInHead && !head.contains($0.target) }
    }

    /// The number of bytes to keep after the last relevant tag or comment.
    private static let reach = 16 << 10

    /// The place of an attribute of a tag, or of the tag if it lacks the attribute.
    func place(of attribute: String, inTagAt offset: Int) -> SitePlace {
        let tag = offsets[offset] ?? offset
        return SitePlace(
            text: text, offset: text.offset(ofAttribute: attribute, inTagAt: tag), tag: tag, page: text.name)
    }

    /// The place for problems about something that the page lacks.
    var headPlace: SitePlace { SitePlace(text: text, offset: text.headOffset, page: text.name) }
}

struct SitePlace: Sendable {
    let text: SiteText
    let offset: Int
    /// The offset of the tag that contains the place; `nil` outside of a tag.
    var tag: Int?
    let page: String

    var location: SourceLocation { text.location(at: offset) }
}

struct IconDeclaration: Sendable {
    let link: IconLink
    let page: SitePage
    var entry: (manifest: SiteManifest, icon: SiteManifest.Icon)?

    /// The place of an attribute or, in a manifest, of a member; that of the tag or the entry if it is missing.
    func place(of attribute: String, member: String? = nil) -> SitePlace {
        if let (manifest, icon) = entry {
            let offset = icon.offsets[member ?? attribute] ?? icon.offsets[""] ?? 0
            return SitePlace(text: manifest.text, offset: offset, page: page.text.name)
        }
        guard let offset = link.offset else { return page.headPlace }
        return page.place(of: attribute, inTagAt: offset)
    }

    var place: SitePlace { place(of: link.source == .tile ? "content" : "href", member: "src") }
}

extension SitePage {
    var manifestPlace: SitePlace {
        guard let offset = page.manifestOffset else { return headPlace }
        return place(of: "href", inTagAt: offset)
    }
}
