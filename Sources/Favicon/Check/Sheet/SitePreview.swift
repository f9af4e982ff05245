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

    /// The width that search results ask for, in pixels.
    private static let searchSide = 48

    /// Chooses the icons of a page.
    init(of page: SitePage, in site: AuditedSite) {
        let manifest = page.page.manifest.flatMap { site.manifests[$0] }?.icons.map(\.link) ?? []
        func chosen(_ change: (inout IconPreference) -> Void) -> AuditedIcon? {
            var wish = IconPreference()
            change(&wish)
            var order = IconChoice.order(page.page, and: manifest, for: wish)
            for target in Set(order.entries.map(\.icon.target)) {
                if let icon = site.icons[target] { order.take(icon.verdict, on: target) }
            }
            return order.chosen.flatMap { site.icons[$0.target] }
        }
        tab = chosen { _ in }
        darkTab = chosen { $0.scheme = .dark }
        search = chosen { $0.size = Self.searchSide }
        touch = chosen { $0.use = .touch }
        func largest(_ purpose: IconLink.Purpose) -> AuditedIcon? {
            manifest.filter { $0.purposes.contains(purpose) }
                .compactMap { site.icons[$0.target] }.filter { $0.picture != nil }
                .max { $0.largestSide < $1.largestSide }
        }
        maskable = largest(.maskable)
        application = largest(.any)
    }
}

extension AuditedIcon {
    /// The result as a search has it.
    fileprivate var verdict: IconVerdict {
        switch image {
        case .success(let image): .icon(image, bytes: nil)
        case .failure(let rejection): .refused(rejection)
        case nil: .refused(.missing)
        }
    }

    /// The longest side; more than any for what can be drawn in any size.
    fileprivate var largestSide: Int {
        guard let picture, !picture.isScalable else { return .max }
        return picture.sizes.map { max($0.width, $0.height) }.max() ?? 0
    }
}
