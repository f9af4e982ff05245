import DevtoolKit
import Encodings
import URLs

/// A page of a site, with its text.
struct SitePage: Sendable {
    /// What the page declares.
    let page: Page
    /// The text, in which icons have their offsets.
    let text: SiteText

    /// Scans a page.
    ///
    /// - Parameters:
    ///   - bytes: the page.
    ///   - url: where it is.
    ///   - name: what messages call it.
    ///   - transport: the encoding that its header names.
    init(
        _ bytes: [UInt8], at url: WebURL, named name: String, transport: CharacterEncoding? = nil
    ) {
        var finder = IconFinder(transport: transport)
        finder.read(bytes)
        page = finder.page(at: url)
        var text = bytes
        if !page.encoding.isASCIICompatible {
            // The offsets of such a page are those of its text, from which a byte order mark is missing.
            var decoder = StreamDecoder(page.encoding)
            text = decoder.decode(bytes)
            if text.starts(with: "\u{FEFF}".utf8) { text.removeFirst(3) }
        }
        // Of thousands of pages the heads are kept.
        let last = (page.icons.compactMap(\.offset) + [page.manifestOffset ?? 0]).max() ?? 0
        self.text = SiteText(Array(text.prefix(last + Self.reach)), name: name)
    }

    /// How many bytes are kept behind the last tag that matters.
    private static let reach = 16 << 10

    /// Whether browsers show another page in its place before anybody sees its icon.
    var isLeft: Bool {
        page.refresh != nil && page.refreshDelay <= SearchOptions.refreshDelayLimit
    }

    /// The place of what the page lacks.
    var headPlace: SitePlace { SitePlace(text: text, offset: text.headOffset, page: text.name) }
}

/// A place in a page or a manifest.
struct SitePlace: Sendable {
    /// The text.
    let text: SiteText
    /// The byte in it.
    let offset: Int
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
        return SitePlace(
            text: page.text, offset: page.text.offset(ofAttribute: attribute, inTagAt: offset),
            page: page.text.name)
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
        return SitePlace(
            text: text, offset: text.offset(ofAttribute: "href", inTagAt: offset), page: text.name)
    }
}
