import URLs

/// The examined icons that browsers, search engines and phones show for a page.
struct SitePreview: Sendable {
    let tab: AuditedIcon?
    let darkTab: AuditedIcon?
    let search: AuditedIcon?
    let touch: AuditedIcon?
    let maskable: AuditedIcon?
    /// The icon that an Android launcher shows if there is no maskable one.
    let application: AuditedIcon?

    var launcher: AuditedIcon? { maskable ?? application }

    var shown: [(platform: String, icon: AuditedIcon?)] {
        [
            ("browser tab", tab), ("dark tab", darkTab), ("search result", search), ("iPhone", touch),
            ("Android", launcher),
        ]
    }

    init(of page: SitePage, in site: AuditedSite) {
        tab = ChromiumTab(of: page, in: site).shown
        darkTab = ChromiumTab(of: page, in: site, .dark).shown
        let links = page.page.links.filter { !$0.isInNoscript }
        let found = links.filter { $0.kinds.contains(.icon) || $0.kinds.contains(where: \.isTouch) }.compactMap {
            site.image(at: $0.target, for: page) == nil ? nil : site.icons[$0.target]
        }
        search = (found.isEmpty ? [tab].compactMap(\.self) : found).largest
        touch =
            site.touchIcons(of: page).filter { !site.isVector($0.link) }.compactMap { site.icons[$0.link.target] }
            .largest
        let manifest = site.manifest(of: page)?.icons.map(\.link) ?? []
        func largest(_ purpose: IconLink.Purpose) -> AuditedIcon? {
            manifest.filter { $0.purposes.contains(purpose) }.compactMap { site.icons[$0.target] }.largest
        }
        maskable = largest(.maskable)
        application = largest(.any)
    }
}

extension [AuditedIcon] {
    /// The icon with the largest picture; an SVG counts as the largest because it is scalable.
    fileprivate var largest: AuditedIcon? { filter(\.isUsable).max { $0.largestSide < $1.largestSide } }
}

extension AuditedIcon {
    fileprivate var largestSide: Int {
        guard let picture, !picture.isScalable else { return .max }
        return picture.sizes.map { Swift.max($0.width, $0.height) }.max() ?? 0
    }
}
