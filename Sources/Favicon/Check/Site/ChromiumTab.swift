/// The icon that a tab of Chromium shows for a page, among those that were examined.
struct ChromiumTab {
    let shown: AuditedIcon?
    /// The links that Chromium may show, in the order of the page.
    let candidates: [IconLink]
    /// A link that declares no icon, if all links that Chromium tries do so.
    let declining: IconLink?
    static let fit = IconFit(IconPreference(browser: .chromium))
    init(of page: SitePage, in site: AuditedSite, _ scheme: MediaEnvironment.Scheme = .light) {
        let preference = IconPreference(scheme: scheme, browser: .chromium)
        var order = IconOrder(page.page, for: preference, verifying: .chosen)
        while let target = order.next() {
            let image = site.image(at: target, for: page)
            order.take(image.map { .icon($0, bytes: nil) } ?? .refused(.missing), on: target)
        }
        declining = order.isDeclined ? order.entries.first { $0.rejection == .declined }?.icon : nil
        shown = order.chosen.flatMap { site.icons[$0.target] }
        candidates = order.entries.filter { $0.rejection == nil }.map(\.icon).sorted { $0.offset ?? 0 < $1.offset ?? 0 }
    }
}

extension AuditedSite {
    /// The picture that Chromium loads for a page; `nil` if it loads none, or if that is unknown.
    func image(at target: IconTarget, for page: SitePage) -> IconImage? {
        if case .web(let url) = target, case .served(let answer) = icons[target]?.resource,
            LoadingGate(page.page)?.admits(answer.headers, from: answer.url, for: url) == false
        {
            return nil
        }
        return try? icons[target]?.loaded.get()
    }
}
