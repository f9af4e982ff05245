import DevtoolKit
import Encodings
import HTML
import Scanning
import URLs

/// A page of a site, with its text.
struct SitePage: Sendable {
    /// What the page declares.
    let page: Page
    let text: SiteText
    /// Where tags begin in the text, by their offsets in the page, where both differ.
    private var offsets: [Int: Int] = [:]

    /// Scans a page.
    ///
    /// - Parameters:
    ///   - bytes: the page.
    ///   - url: where it is.
    ///   - name: what messages call it.
    ///   - transport: the encoding that its header names.
    ///   - isXML: whether it is XML.
    ///   - refresh: what its header asks to be loaded next.
    ///   - policies: the Content-Security-Policies of its header.
    init(
        _ bytes: [UInt8], at url: WebURL, named name: String, transport: CharacterEncoding? = nil,
        isXML: Bool = false, refresh: MetaRefresh? = nil, policies: [String] = []
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
        // Of thousands of pages the heads are kept, and what may accept findings.
        let comment = bytes.lastIndex(ofText: "\(SiteFindings.keyword):allow") ?? 0
        let end = max(tags.last ?? 0, comment) + Self.reach
        guard page.encoding != .utf8 else {
            text = SiteText(Array(bytes.prefix(end)), name: name)
            return
        }
        var decoder = StreamDecoder(page.encoding)
        guard page.encoding.isASCIICompatible else {
            // The offsets of such a page are those of its text, from which a byte order mark is missing.
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

    /// Whether it is a part of pages, which names no icons: one without doctype, `html` and `head`.
    var isFragment: Bool {
        !page.hasFrame && page.icons.isEmpty && page.withoutURL.isEmpty
            && page.manifestOffset == nil && page.refresh == nil && !text.bytes.isEmpty
            && !text.bytes.prefix(Self.doctypeReach).map(\.asciiLowercased)
                .contains("<!doctype".utf8)
    }

    /// The first bytes of a page, in which its doctype is if it has one.
    private static let doctypeReach = 4096
    /// The most bytes of a title that are shown.
    private static let titleReach = 300

    /// The text of `title`, if there is one.
    var title: String? {
        guard let offset = page.titleOffset else { return nil }
        let title = text.bytes[(offsets[offset] ?? offset)...].drop { $0 != ASCII.greaterThan }
            .dropFirst().prefix { $0 != ASCII.lessThan }.prefix(Self.titleReach)
        return String(
            decoding: CharacterReference.attributeValue(of: Array(title)), as: UTF8.self
        ).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// What ended the head, the tag or the text, if a link to an icon comes after it.
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
                // It is told a little later, behind the last tag.
                let end = bytes[...index].lastIndex(of: ASCII.greaterThan) ?? -1
                let text = bytes[(end + 1)...].drop { ByteSet.asciiWhiteSpace.contains($0) }
                return (Self.name(ofText: text), text.startIndex)
            }
            let name = bytes[last...].prefix { $0 > 0x20 && $0 != ASCII.greaterThan }
            return (String(decoding: name, as: UTF8.self).beginning() + ">", last)
        }
        return nil
    }

    /// What a text is called: what cannot be seen by its number, or as it is written.
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

    /// The links to icons that are in the body only, where browsers with scripts see them.
    var linksInBody: [IconLink] {
        let links = page.links.filter { !$0.isInNoscript && $0.kinds.contains(.icon) }
        let head = Set(links.filter(\.isInHead).map(\.target))
        return links.filter { !$0.isInHead && !head.contains($0.target) }
    }

    /// How many bytes are kept behind the last tag or comment that matters.
    private static let reach = 16 << 10

    /// The place of an attribute of a tag, or of the tag if it does not have it.
    func place(of attribute: String, inTagAt offset: Int) -> SitePlace {
        let tag = offsets[offset] ?? offset
        return SitePlace(
            text: text, offset: text.offset(ofAttribute: attribute, inTagAt: tag), tag: tag,
            page: text.name)
    }

    /// The place of what the page lacks.
    var headPlace: SitePlace { SitePlace(text: text, offset: text.headOffset, page: text.name) }
}

/// A place in a page or a manifest.
struct SitePlace: Sendable {
    let text: SiteText
    /// The byte in it.
    let offset: Int
    /// The byte with which the tag begins that it is in; `nil` if it is not in one.
    var tag: Int?
    /// The page that is concerned.
    let page: String

    /// The place as messages show it.
    var location: SourceLocation { text.location(at: offset) }
}

/// An icon as a page or its manifest declares it.
struct IconDeclaration: Sendable {
    /// What is declared.
    let link: IconLink
    /// The page; `nil` for the icon of a manifest.
    let page: SitePage
    /// The manifest's entry, of which ``page`` has the manifest.
    var entry: (manifest: SiteManifest, icon: SiteManifest.Icon)?

    /// The place of an attribute or a member, or of the tag or the entry if it has none of that name.
    ///
    /// - Parameters:
    ///   - attribute: the name in HTML.
    ///   - member: the name in a manifest; `nil` if it is the same.
    /// - Returns: the place.
    func place(of attribute: String, member: String? = nil) -> SitePlace {
        if let (manifest, icon) = entry {
            let offset = icon.offsets[member ?? attribute] ?? icon.offsets[""] ?? 0
            return SitePlace(text: manifest.text, offset: offset, page: page.text.name)
        }
        guard let offset = link.offset else { return page.headPlace }
        return page.place(of: attribute, inTagAt: offset)
    }

    /// The place of the URL.
    var place: SitePlace {
        place(of: link.source == .tile ? "content" : "href", member: "src")
    }
}

extension SitePage {
    /// The place of the link to the manifest; of a page without one, that of its head.
    var manifestPlace: SitePlace {
        guard let offset = page.manifestOffset else { return headPlace }
        return place(of: "href", inTagAt: offset)
    }
}
