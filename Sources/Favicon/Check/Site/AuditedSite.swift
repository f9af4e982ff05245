import DevtoolKit
import Fetching
import URLs

/// All that a site says about its icons, and what is at their URLs: what the rules look at.
struct AuditedSite: Sendable {
    /// The pages.
    let pages: [SitePage]
    /// The manifests by the URLs that pages name.
    let manifests: [WebURL: SiteManifest]
    /// What is at the URLs of manifests.
    let manifestFiles: [WebURL: SiteResource]
    /// The icons, each once.
    let icons: [IconTarget: AuditedIcon]
    /// What crawlers may fetch, by the origins of icons.
    let robots: [WebURL: RobotsRules]
    /// Whether the site's URL is known, or a name stands for it.
    let isURLKnown: Bool
    /// How many icons are looked at at most.
    let limit: Int

    /// The most icons of a site that are looked at.
    static let iconLimit = 10_000

    /// Loads what the pages of a site name.
    ///
    /// - Parameters:
    ///   - pages: the pages.
    ///   - loader: what loads it.
    ///   - isURLKnown: whether the pages' URLs are those of the site.
    ///   - limit: how many icons are looked at at most.
    ///   - name: what messages call the file at a URL.
    /// - Throws: `CancellationError`.
    init(
        _ pages: [SitePage], by loader: SiteLoader, isURLKnown: Bool, limit: Int = iconLimit,
        named name: (WebURL) -> String
    ) async throws {
        self.pages = pages
        self.isURLKnown = isURLKnown
        self.limit = limit
        let manifestFiles = try await loader.resources(
            at: Self.distinct(pages.compactMap(\.page.manifest)), as: .manifest)
        let manifests = manifestFiles.compactMapValues { resource in
            resource.file.flatMap { file in
                file.bytes.count > WebManifest.byteLimit
                    ? nil : SiteManifest(file.bytes, at: file.url, named: name(file.url))
            }
        }
        self.manifestFiles = manifestFiles
        self.manifests = manifests
        var targets: [IconTarget] = []
        for page in pages {
            targets += page.page.icons.map(\.target)
            targets += page.page.manifest.flatMap { manifests[$0] }?.icons.map(\.link.target) ?? []
            if let document = page.page.document {
                targets += Self.undeclared(of: document).map(\.target)
            }
        }
        let urls = Self.distinct(
            targets.compactMap { if case .web(let url) = $0 { url } else { nil } })
        let files = try await loader.resources(at: Array(urls.prefix(limit)), as: .icon)
        var icons: [IconTarget: AuditedIcon] = [:]
        for target in targets where icons[target] == nil {
            switch target {
            case .web(let url):
                if let file = files[url] { icons[target] = AuditedIcon(target, file) }
            case .data(let data): icons[target] = AuditedIcon(data)
            }
        }
        // Where icons of manifests are not, they may be where the page would look for them.
        let others = Self.distinct(
            pages.flatMap { page in
                (page.page.manifest.flatMap { manifests[$0] }?.icons ?? []).compactMap { icon in
                    guard icons[icon.link.target]?.picture == nil else { return nil }
                    return page.page.document?.resolving(icon.reference)
                }
            }.filter { icons[.web($0)] == nil })
        for (url, resource) in try await loader.resources(at: others, as: .icon) {
            icons[.web(url)] = AuditedIcon(.web(url), resource)
        }
        self.icons = icons
        let origins = Self.distinct(urls.map { $0.atOrigin("robots.txt") })
        let texts = try await loader.resources(at: origins, as: .robots)
        robots = texts.compactMapValues { resource in
            resource.file.map { RobotsRules(String(decoding: $0.bytes, as: UTF8.self)) }
        }
    }

    /// The files that are asked for though no page names them.
    static func undeclared(of document: WebURL) -> [IconLink] {
        var touch = IconLink(
            source: .default, target: .web(document.atOrigin("apple-touch-icon.png")))
        touch.kinds = [.appleTouchIcon]
        return [.ofServer(of: document), touch]
    }

    /// The icons that a page and its manifest declare, without those that say that there is none.
    func declarations(of page: SitePage) -> [IconDeclaration] {
        let links = page.page.icons.filter { !$0.target.isEmpty }
            .map { IconDeclaration(link: $0, page: page) }
        guard let manifest = page.page.manifest.flatMap({ manifests[$0] }) else { return links }
        return links
            + manifest.icons.map {
                IconDeclaration(link: $0.link, page: page, entry: (manifest, $0))
            }
    }

    private static func distinct(_ urls: [WebURL]) -> [WebURL] {
        var seen: Set<WebURL> = []
        return urls.filter { seen.insert($0).inserted }
    }
}

/// An icon's file, and what it is by its bytes.
struct AuditedIcon: Sendable {
    /// Where it is.
    let target: IconTarget
    /// What the server answers; a success for the data of a `data:` URL.
    let resource: SiteResource
    /// What the bytes are; `nil` if there are none to look at.
    let image: Result<IconImage, IconRejection>?
    /// The bytes.
    let bytes: [UInt8]
    /// What tells the bytes from others.
    let hash: StableHash
    /// What its pixels tell; `nil` if they are not looked at, as those of an ICO, or of an SVG that need not be drawn.
    let facts: Result<PictureFacts, PixelProblem>?

    /// Looks at what is at a URL.
    init(_ target: IconTarget, _ resource: SiteResource) {
        self.init(
            target, resource, bytes: resource.file?.bytes ?? [],
            image: resource.file.map { Self.image(in: $0.bytes) })
    }

    /// Looks at the data of a URL that holds it.
    init(_ data: DataURL) {
        self.init(
            .data(data), .elsewhere, bytes: data.body ?? [],
            image: data.body.map(Self.image) ?? .failure(.damagedURL))
    }

    private init(
        _ target: IconTarget, _ resource: SiteResource, bytes: [UInt8],
        image: Result<IconImage, IconRejection>?
    ) {
        self.target = target
        self.resource = resource
        self.bytes = bytes
        hash = StableHash(of: bytes)
        self.image = image
        let format = (try? image?.get())?.format
        if bytes.count > SearchOptions.imageLimit {
            facts = .failure(.tooLarge)
        } else {
            facts = format == .svg ? nil : format.flatMap { Self.facts(of: bytes, $0) }
        }
    }

    /// What the pixels of a picture tell; SVGs are drawn for it.
    static func facts(
        of bytes: [UInt8], _ format: ImageFormat
    ) -> Result<PictureFacts, PixelProblem>? {
        do throws(PixelProblem) {
            return try PictureFacts(of: bytes, format).map { .success($0) }
        } catch {
            return .failure(error)
        }
    }

    private static func image(in bytes: [UInt8]) -> Result<IconImage, IconRejection> {
        do throws(IconRejection) {
            return .success(try IconImage(reading: bytes))
        } catch {
            return .failure(error)
        }
    }

    /// The picture, if it is one.
    var picture: IconImage? { try? image?.get() }
}
