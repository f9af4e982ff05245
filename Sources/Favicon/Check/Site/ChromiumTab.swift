import Fetching
import URLs

/// What a tab of Chromium shows of the icons of a page that were looked at.
struct ChromiumTab {
    /// The icon that is shown, if any is.
    let shown: AuditedIcon?
    /// The links that it chooses from and that may be shown, in the order of the page.
    let candidates: [IconLink]

    /// How well an icon fits.
    static let fit = IconFit(IconPreference(browser: .chromium))

    /// Chooses an icon.
    init(of page: SitePage, in site: AuditedSite, _ scheme: MediaEnvironment.Scheme = .light) {
        let wish = IconPreference(scheme: scheme, browser: .chromium)
        var order = IconChoice.order(page.page, for: wish, verifying: .chosen)
        while let target = order.next() {
            let image = Self.loaded(target, on: page, in: site)?.picture
            order.take(image.map { .icon($0, bytes: nil) } ?? .refused(.missing), on: target)
        }
        shown = order.chosen.flatMap { site.icons[$0.target] }
        candidates = order.entries.filter { $0.rejection == nil }.map(\.icon)
            .sorted { $0.offset ?? 0 < $1.offset ?? 0 }
    }

    /// The icon at a target if Chromium loads it; `nil` if it does not, or if that is unknown.
    static func loaded(
        _ target: IconTarget, on page: SitePage, in site: AuditedSite
    ) -> AuditedIcon? {
        guard let icon = site.icons[target], let image = icon.picture else { return nil }
        if case .failure(let problem) = icon.facts, problem.isOfFile { return nil }
        guard case .web(let url) = target else { return icon }
        guard case .served(let answer) = icon.resource, answer.status == 200,
            (image.format == .svg) == (answer.mediaType == ImageFormat.svg.mediaType),
            page.page.policy(blocking: url) == nil, !answer.isRefused(to: page.page)
        else { return nil }
        return icon
    }
}

extension Page {
    /// The policy that keeps browsers from loading an icon; `nil` if all allow it.
    func policy(blocking url: WebURL) -> String? {
        document.flatMap { document in
            policies.first { !$0.allows(url, on: document) }?.text
        }
    }
}

extension ServedFile {
    /// The value of Cross-Origin-Resource-Policy, which is empty if there is none.
    var resourcePolicy: String { (headers["Cross-Origin-Resource-Policy"] ?? "").beginning(20) }

    /// Whether the server keeps a page from showing the file.
    func isRefused(to page: Page) -> Bool {
        LoadingGate(page)?.admits(headers, of: url, for: .chromium) == false
    }
}
