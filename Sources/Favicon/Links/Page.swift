import Encodings
import Fetching
import URLs
import HTML

/// What a page declares about its icons.
struct Page: Sendable {
    /// Where the page is.
    let document: WebURL?
    /// What its references are relative to.
    let base: DocumentBase
    /// The icons that the page names, in its order.
    private(set) var icons: [IconLink] = []
    /// The icon links whose references lead to no icon; browsers count them all the same.
    private(set) var unusable: [IconLink] = []
    /// The policies that say which images and manifests the page may load.
    private(set) var policies: [ImagePolicy] = []
    /// The manifest of the web application that the page belongs to.
    private(set) var manifest: WebURL?
    /// Where the link to the manifest begins in the page.
    let manifestOffset: Int?
    /// Whether the manifest is asked for with cookies, as `crossorigin="use-credentials"` has it.
    let manifestUsesCredentials: Bool
    /// The file that describes the page's tiles for Windows.
    private(set) var browserConfig: WebURL?
    /// The page that this one leads to by itself; `nil` if it stays, or loads itself again.
    private(set) var refresh: WebURL?
    /// How many seconds it stays before that.
    private(set) var refreshDelay = 0
    /// The encoding in which the page was read.
    let encoding: CharacterEncoding
    /// The references of icons that mean nothing without the URL of the page.
    private(set) var unresolved: [String] = []
    /// The tags for icons that name nothing to be fetched.
    private(set) var withoutURL: [TagWithoutURL] = []
    /// How many links and tiles are left out, because there are too many.
    let omittedCount: Int
    /// Where the first title begins.
    let titleOffset: Int?
    /// Whether there is an `html` or a `head`, which a part of pages lacks.
    let hasFrame: Bool
    /// What keeps a reference of the page from being read.
    private(set) var libraryError: FetchError?
    /// Whether a tag has an attribute too long to be kept.
    private(set) var exceedsLimit = false
    /// Whether the page is so long that it was not read whole.
    var isCut = false
    /// How many of its bytes were read.
    var byteCount = 0
    /// Why the page, which is XML, was read as HTML; `nil` if it was not.
    var xmlProblem: String?

    /// A tag for an icon that names nothing to be fetched.
    struct TagWithoutURL: Sendable {
        /// Where the tag begins.
        let offset: Int
        /// What it has in the place of a URL, cut if it is long; `nil` for nothing.
        let reference: String?
        /// Whether an attribute was too long to be kept, which may be the URL.
        let exceedsLimit: Bool
        /// Whether it is a `meta` element, with the reference in `content`.
        let isTile: Bool
    }

    init(_ tags: PageTags, in encoding: CharacterEncoding, at document: WebURL?) {
        self.document = document
        self.encoding = encoding
        let href = tags.base?.text(.href, in: encoding)
        base = DocumentBase(href, of: document, queryIn: encoding.ofQueries)
        libraryError = href.flatMap { CurlHTTPClient.libraryError(reading: $0) }
        manifestOffset = tags.manifest?.offset
        manifestUsesCredentials =
            tags.manifest?.text(.crossorigin)?.asciiLowercased == "use-credentials"
        omittedCount = tags.omittedCount
        titleOffset = tags.titleOffset
        hasFrame = tags.hasFrame
        manifest = tags.manifest?.text(.href, in: encoding).flatMap {
            $0.isEmpty ? nil : base.resolving($0)
        }
        browserConfig = tags.browserConfig?.text(.content, in: encoding).flatMap(base.resolving)
        if let content = tags.refresh?.text(.content, in: encoding) { take(MetaRefresh(content)) }
        policies = tags.policies.flatMap { ImagePolicy.all($0.text(.content, in: encoding) ?? "") }
        for tag in tags.icons {
            if tag.exceedsLimit { exceedsLimit = true }
            if tag.element == .link { addLink(tag) } else { addTile(tag) }
        }
    }

    /// The icons of `link` elements.
    var links: [IconLink] { icons.filter { $0.source == .link } }

    /// Takes note of what the page, or the header before it, asks to be loaded next; of several the
    /// first counts.
    mutating func take(_ refresh: MetaRefresh?) {
        guard self.refresh == nil, let refresh, let reference = refresh.reference,
            let url = base.resolving(reference), url != document
        else { return }
        self.refresh = url
        refreshDelay = refresh.seconds
    }

    /// Takes note of the header that says which images the page may load.
    mutating func take(policies header: [String]) { policies += header.flatMap(ImagePolicy.list) }

    /// The first of the page's policies that forbids its manifest; `nil` if none does.
    func policy(against manifest: WebURL) -> ImagePolicy? {
        policies.first { policy in
            policy.use == .manifest
                && document.map { !policy.allows(manifest, on: $0) } ?? false
        }
    }

    private mutating func addLink(_ tag: HTMLTag) {
        let unusableCount = withoutURL.count
        let found = target(of: .href, tag)
        // Without the page's URL nobody knows where a relative one leads.
        let reference = withoutURL.count > unusableCount ? withoutURL.last?.reference : nil
        guard
            let target = found
                ?? reference.flatMap({ $0.isEmpty || isUnresolved($0) ? nil : .nothing($0) })
        else { return }
        let rel = tag.text(.rel, in: encoding) ?? ""
        var link = IconLink(source: .link, target: target)
        link.rel = rel
        link.kinds = IconLink.kinds(in: rel)
        link.sizesText = tag.text(.sizes, in: encoding)
        link.sizes = DeclaredSize.parse(link.sizesText ?? "")
        link.type = tag.text(.type, in: encoding)
        link.media = tag.text(.media, in: encoding)
        link.color = tag.text(.color, in: encoding)
        append(link, tag, isUsable: found != nil)
    }

    private mutating func addTile(_ tag: HTMLTag) {
        guard let name = tag.tileName, let target = target(of: .content, tag) else { return }
        var tile = IconLink(source: .tile, target: target)
        tile.sizes = [name.size]
        append(tile, tag)
    }

    private mutating func append(_ icon: IconLink, _ tag: HTMLTag, isUsable: Bool = true) {
        var icon = icon
        icon.offset = tag.offset
        icon.isInHead = tag.isInHead
        icon.isInNoscript = tag.placement == .noscript
        if isUsable { icons.append(icon) } else { unusable.append(icon) }
    }

    private func isUnresolved(_ reference: String) -> Bool {
        base.form == .unknown && WebURL.scheme(of: reference) == nil
    }

    /// The icon that a reference names: http, https and `data:` only, whatever else it says.
    private mutating func target(of attribute: HTMLAttribute, _ tag: HTMLTag) -> IconTarget? {
        guard let reference = tag.text(attribute, in: encoding), !reference.isEmpty else {
            withoutURL.append(
                TagWithoutURL(
                    offset: tag.offset, reference: tag.source(attribute).map { _ in "" },
                    exceedsLimit: tag.exceedsLimit, isTile: tag.element == .meta))
            return nil
        }
        if let data = DataURL(reference) { return .data(data) }
        if let url = base.resolving(reference) { return .web(url) }
        if let error = CurlHTTPClient.libraryError(reading: reference) {
            libraryError = libraryError ?? error
        } else {
            withoutURL.append(
                TagWithoutURL(
                    offset: tag.offset, reference: reference.beginning(),
                    exceedsLimit: false, isTile: tag.element == .meta))
        }
        if isUnresolved(reference) { unresolved.append(reference) }
        return nil
    }
}

extension HTMLTag {
    /// The value of an attribute in a page of some encoding.
    fileprivate func text(
        _ attribute: HTMLAttribute, in encoding: CharacterEncoding
    ) -> String? {
        // What was decoded before it was scanned is in UTF-8 by now.
        text(attribute, decodedBy: encoding.isASCIICompatible ? encoding.decode : { $0 })
    }
}

extension CharacterEncoding {
    /// The encoding in which the queries of the page's URLs are written (WHATWG URL 4.4).
    fileprivate var ofQueries: QueryEncoding {
        guard self != .utf8, isASCIICompatible else { return .utf8 }
        return QueryEncoding { encode($0) }
    }
}
