import Encodings
import Fetching
import URLs
import HTML

/// The declarations of a page about its icons.
struct Page: Sendable {
    let document: WebURL?
    let base: DocumentBase
    private(set) var icons: [IconLink] = []
    /// Icon links whose references lead to no icon; browsers still consider them.
    private(set) var unusable: [IconLink] = []
    private(set) var policies: [ImagePolicy] = []
    private(set) var manifest: WebURL?
    let manifestOffset: Int?
    /// Whether the manifest is requested with cookies, as `crossorigin="use-credentials"` demands.
    let manifestUsesCredentials: Bool
    private(set) var browserConfig: WebURL?
    /// The page that this one refreshes to; `nil` if there is none, or if it is this page.
    private(set) var refresh: WebURL?
    /// In seconds.
    private(set) var refreshDelay = 0
    let encoding: CharacterEncoding
    /// References of icons that cannot be resolved because the page's URL is unknown.
    private(set) var unresolved: [String] = []
    private(set) var withoutURL: [TagWithoutURL] = []
    /// The number of icon tags skipped because there are too many.
    let omittedCount: Int
    let titleOffset: Int?
    /// Whether there is an `html` or a `head` tag, which mere parts of pages lack.
    let hasFrame: Bool
    /// The error if a reference cannot be parsed without libcurl.
    private(set) var libraryError: FetchError?
    private(set) var exceedsLimit = false
    /// Whether the page exceeds the size limit, and was read only partially.
    var isCut = false
    var byteCount = 0
    /// Why the page, which is XML, was read as HTML; `nil` if it was not.
    var xmlProblem: String?

    /// A tag for an icon that names nothing to fetch.
    struct TagWithoutURL: Sendable {
        let offset: Int
        /// The invalid reference, truncated if it is long; `nil` if there is none.
        let reference: String?
        /// Whether an attribute, perhaps the URL, was too long to keep.
        let exceedsLimit: Bool
        /// Whether this is a `meta` element, which has the reference in `content`.
        let isTile: Bool
    }

    init(_ tags: PageTags, in encoding: CharacterEncoding, at document: WebURL?) {
        self.document = document
        self.encoding = encoding
        let href = tags.base?.text(.href, in: encoding)
        base = DocumentBase(href, of: document, queryIn: encoding.ofQueries)
        libraryError = href.flatMap { CurlHTTPClient.libraryError(reading: $0) }
        manifestOffset = tags.manifest?.offset
        manifestUsesCredentials = tags.manifest?.text(.crossorigin)?.asciiLowercased == "use-credentials"
        omittedCount = tags.omittedCount
        titleOffset = tags.titleOffset
        hasFrame = tags.hasFrame
        manifest = tags.manifest?.text(.href, in: encoding).flatMap { $0.isEmpty ? nil : base.resolving($0) }
        browserConfig = tags.browserConfig?.text(.content, in: encoding).flatMap(base.resolving)
        if let content = tags.refresh?.text(.content, in: encoding) { take(MetaRefresh(content)) }
        policies = tags.policies.flatMap { ImagePolicy.all($0.text(.content, in: encoding) ?? "") }
        for tag in tags.icons {
            if tag.exceedsLimit { exceedsLimit = true }
            if tag.element == .link { addLink(tag) } else { addTile(tag) }
        }
    }

    var links: [IconLink] { icons.filter { $0.source == .link } }

    /// Records a refresh that the page or its header requests; the first one wins.
    mutating func take(_ refresh: MetaRefresh?) {
        guard self.refresh == nil, let refresh, let reference = refresh.reference, let url = base.resolving(reference),
            url != document
        else { return }
        self.refresh = url
        refreshDelay = refresh.seconds
    }

    mutating func take(policies header: [String]) { policies += header.flatMap(ImagePolicy.list) }

    /// The first policy that forbids the page's manifest; `nil` if there is none.
    func policy(against manifest: WebURL) -> ImagePolicy? {
        policies.first { policy in policy.use == .manifest && document.map { !policy.allows(manifest, on: $0) } ?? false
        }
    }

    private mutating func addLink(_ tag: HTMLTag) {
        let unusableCount = withoutURL.count
        let found = target(of: .href, tag)
        // A relative reference cannot be resolved if the page's URL is unknown.
        let reference = withoutURL.count > unusableCount ? withoutURL.last?.reference : nil
        guard let target = found ?? reference.flatMap({ $0.isEmpty || isUnresolved($0) ? nil : .nothing($0) }) else {
            return
        }
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
        append(IconLink(source: .tile, target: target, sizes: [name.size]), tag)
    }

    private mutating func append(_ icon: IconLink, _ tag: HTMLTag, isUsable: Bool = true) {
        var icon = icon
        icon.offset = tag.offset
        icon.isInHead = tag.isInHead
        icon.isInNoscript = tag.placement == .noscript
        if isUsable { icons.append(icon) } else { unusable.append(icon) }
    }

    private func isUnresolved(_ reference: String) -> Bool {
        base.url == nil && !base.isForeign && WebURL.scheme(of: reference) == nil
    }

    /// The http, https or `data:` URL of an icon; records other references as problems.
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
                    offset: tag.offset, reference: reference.beginning(), exceedsLimit: false,
                    isTile: tag.element == .meta))
        }
        if isUnresolved(reference) { unresolved.append(reference) }
        return nil
    }
}

extension HTMLTag {
    fileprivate func text(_ attribute: HTMLAttribute, in encoding: CharacterEncoding) -> String? {
        // Pages that are decoded before scanning are in UTF-8.
        text(attribute, decodedBy: encoding.isASCIICompatible ? encoding.decode : { $0 })
    }
}

extension CharacterEncoding {
    /// The encoding of queries in the page's URLs (WHATWG URL 4.4).
    fileprivate var ofQueries: QueryEncoding {
        guard self != .utf8, isASCIICompatible else { return .utf8 }
        return QueryEncoding { encode($0) }
    }
}
