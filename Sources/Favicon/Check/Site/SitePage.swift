import DevtoolKit
import Encodings
import URLs

/// A page of a site, with its text.
struct SitePage: Sendable {
    /// What the page declares.
    let page: Page
    let text: SiteText
    /// What it says beside its icons.
    let head: PageHead
    /// Where tags begin in the text, by their offsets in the page, where both differ.
    private var offsets: [Int: Int] = [:]

    /// Scans a page.
    ///
    /// - Parameters:
    ///   - bytes: the page.
    ///   - url: where it is.
    ///   - name: what messages call it.
    ///   - transport: the encoding that its header names.
    ///   - refresh: what its header asks to be loaded next.
    ///   - policies: the Content-Security-Policies of its header.
    init(
        _ bytes: [UInt8], at url: WebURL, named name: String, transport: CharacterEncoding? = nil,
        refresh: MetaRefresh? = nil, policies: [String] = []
    ) {
        var finder = IconFinder(transport: transport)
        finder.read(bytes)
        var page = finder.page(at: url)
        page.take(refresh)
        page.take(policies: policies)
        self.page = page
        head = PageHead(
            page.encoding.isASCIICompatible ? bytes : [], in: page.encoding,
            linkInBody: Self.linksInBody(of: page).first?.offset)
        let tags = Set(
            page.icons.compactMap(\.offset) + page.withoutURL.map(\.offset)
                + [page.manifestOffset ?? 0]
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
        head.isFragment && page.icons.isEmpty && page.withoutURL.isEmpty
            && page.manifestOffset == nil && page.refresh == nil
    }

    /// The links to icons that are in the body, where browsers with scripts see them.
    var linksInBody: [IconLink] { Self.linksInBody(of: page) }

    private static func linksInBody(of page: Page) -> [IconLink] {
        page.links.filter { !$0.isInHead && !$0.isInNoscript && $0.kinds.contains(.icon) }
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
