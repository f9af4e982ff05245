import DevtoolKit
import Fetching
import Scanning
import URLs

/// The declarations of a site's pages and the files they name, which are the input of all rules.
struct AuditedSite: Sendable {
    let pages: [SitePage]
    /// Files that are only parts of pages, which are not checked.
    let fragments: [SitePage]
    /// The folder of the site; `nil` for a page on the web.
    let folder: SiteFolder?
    /// The path below which the pages name their icons, if it was inferred.
    let path: String?
    /// Keyed by the URLs that pages name.
    let manifests: [WebURL: SiteManifest]
    let manifestFiles: [WebURL: SiteResource]
    var icons: [IconTarget: AuditedIcon]
    let bans: [IconTarget: SearchBan]
    /// Whether the site's URL is known; otherwise a placeholder is used.
    let isURLKnown: Bool
    let limit: Int

    static let iconLimit = 10_000

    init(
        _ pages: [SitePage], by loader: SiteLoader, isURLKnown: Bool, limit: Int = iconLimit,
        budget: LookBudget = LookBudget(), path: String? = nil
    ) async throws {
        self.path = path
        // A fragment, such as a single file, counts as a page if there are no others.
        let isWithPages = pages.contains { !$0.isFragment }
        fragments = isWithPages ? pages.filter(\.isFragment) : []
        let pages = isWithPages ? pages.filter { !$0.isFragment } : pages
        self.pages = pages
        let folder = loader.client as? SiteFolder
        self.folder = folder
        self.isURLKnown = isURLKnown
        self.limit = limit
        let manifestFiles = try await loader.resources(
            at: pages.compactMap(\.page.manifest).distinct, as: .manifest(of: pages.first?.page.document))
        let manifests = manifestFiles.compactMapValues { resource in
            resource.file.flatMap { file in
                file.bytes.count > WebManifest.byteLimit
                    ? nil
                    : SiteManifest(
                        file.bytes, at: file.url,
                        named: folder?.name(of: file.url) ?? file.url.withoutCredentials.description)
            }
        }
        self.manifestFiles = manifestFiles.mapValues(\.withoutBody)
        self.manifests = manifests
        var targets: [IconTarget] = []
        for page in pages {
            targets += page.page.icons.map(\.target)
            targets += page.page.manifest.flatMap { manifests[$0] }?.icons.map(\.link.target) ?? []
            if let document = page.page.document { targets += Self.undeclared(of: document).map(\.target) }
        }
        let urls = targets.compactMap { if case .web(let url) = $0 { url } else { nil } }.distinct
        func look(at urls: [WebURL]) async throws -> [WebURL: AuditedIcon] {
            try await loader.each(of: urls, as: .icon) { AuditedIcon(at: $0, $1, within: budget) }
        }
        let files = try await look(at: Array(urls.prefix(limit)))
        var icons: [IconTarget: AuditedIcon] = [:]
        for target in targets where icons[target] == nil {
            switch target {
            case .web(let url): icons[target] = files[url]
            case .data(let data):
                try Task.checkCancellation()
                icons[target] = AuditedIcon(in: data, within: budget)
            case .nothing: break
            }
        }
        // Missing icons of manifests may have been written relative to the page.
        let others = pages.flatMap { page in
            (page.page.manifest.flatMap { manifests[$0] }?.icons ?? []).compactMap { icon in
                guard icons[icon.link.target]?.picture == nil else { return nil }
                return page.page.document?.resolving(icon.reference)
            }
        }.filter { icons[.web($0)] == nil }.distinct
        for (url, icon) in try await look(at: others) { icons[.web(url)] = icon }
        self.icons = icons
        let origins = urls.map { $0.atOrigin("robots.txt") }.distinct
        bans = SearchBan.bans(on: icons, by: try await loader.resources(at: origins, as: .robots))
    }

    /// The files that clients request even if no page names them.
    static func undeclared(of document: WebURL) -> [IconLink] {
        [.ofServer(of: document), undeclaredTouchIcon(of: document)]
    }

    static func undeclaredTouchIcon(of document: WebURL) -> IconLink {
        IconLink(source: .default, target: .web(document.atOrigin("apple-touch-icon.png")), kinds: [.appleTouchIcon])
    }

    /// The hosts of all icons and manifests, if none was examined because all are on other hosts.
    var hostsElsewhere: Set<String>? {
        var hosts: Set<String> = []
        for page in pages {
            for declaration in declarations(of: page) {
                guard case .web(let url) = declaration.link.target, case .elsewhere = icons[.web(url)]?.resource else {
                    return nil
                }
                hosts.insert(url.host)
            }
            guard let url = page.page.manifest else { continue }
            guard case .elsewhere = manifestFiles[url] else { return nil }
            hosts.insert(url.host)
        }
        return hosts.isEmpty ? nil : hosts
    }

    /// The icons that a page and its manifest declare, except for those that declare that there is none.
    func declarations(of page: SitePage) -> [IconDeclaration] {
        let links = page.page.icons.filter { !$0.target.declaresNoIcon }.map { IconDeclaration(link: $0, page: page) }
        guard let manifest = manifest(of: page) else { return links }
        return links + manifest.icons.map { IconDeclaration(link: $0.link, page: page, entry: (manifest, $0)) }
    }

    /// The manifest of a page, if it was loaded and the page's policies allow it.
    func manifest(of page: SitePage) -> SiteManifest? {
        page.page.manifest.flatMap { page.page.policy(against: $0) == nil ? manifests[$0] : nil }
    }
}
