import URLs

/// The icons that browsers, search engines and phones show for a page, as far as they were looked at.
struct SitePreview: Sendable {
    /// What a tab shows, and the bookmark bar.
    let tab: AuditedIcon?
    /// What a tab of a dark browser shows.
    let darkTab: AuditedIcon?
    /// What a search result shows.
    let search: AuditedIcon?
    /// What an iPhone's home screen shows.
    let touch: AuditedIcon?
    /// What an Android launcher cuts to its shape.
    let maskable: AuditedIcon?
    /// What an Android launcher shows where there is nothing to be cut.
    let application: AuditedIcon?

    /// What an Android launcher shows.
    var launcher: AuditedIcon? { maskable ?? application }

    /// What each platform shows.
    var shown: [(platform: String, icon: AuditedIcon?)] {
        [
            ("browser tab", tab), ("dark tab", darkTab), ("search result", search),
            ("iPhone", touch),
            ("Android", launcher),
        ]
    }

    /// Chooses the icons of a page.
    init(of page: SitePage, in site: AuditedSite) {
        tab = ChromiumTab(of: page, in: site).shown
        darkTab = ChromiumTab(of: page, in: site, .dark).shown
        let links = page.page.links.filter { !$0.isInNoscript }
        let found = links.filter { $0.kinds.contains(.icon) || $0.kinds.contains(where: \.isTouch) }
            .compactMap {
                site.image(at: $0.target, for: page) == nil ? nil : site.icons[$0.target]
            }
        search = (found.isEmpty ? [tab].compactMap(\.self) : found).largest
        touch =
            site.touchIcons(of: page).filter { !site.isVector($0.link) }
            .compactMap { site.icons[$0.link.target] }.largest
        let manifest = site.manifest(of: page)?.icons.map(\.link) ?? []
        func largest(_ purpose: IconLink.Purpose) -> AuditedIcon? {
            manifest.filter { $0.purposes.contains(purpose) }
                .compactMap { site.icons[$0.target] }.largest
        }
        maskable = largest(.maskable)
        application = largest(.any)
    }
}

extension [AuditedIcon] {
    /// The largest picture; an SVG is larger than any other, for it can be drawn in any size.
    fileprivate var largest: AuditedIcon? {
        filter(\.isUsable).max { $0.largestSide < $1.largestSide }
    }
}

extension AuditedIcon {
    fileprivate var largestSide: Int {
        guard let picture, !picture.isScalable else { return .max }
        return picture.sizes.map { Swift.max($0.width, $0.height) }.max() ?? 0
    }
}
