extension IconOrder {
    init(
        _ page: Page, and others: [IconLink] = [], unnamed: Unnamed = .favicon,
        for preference: IconPreference = IconPreference(), verifying verification: SearchOptions.Verification = .offline
    ) {
        var icons = page.icons
        if !page.unusable.isEmpty { icons = (icons + page.unusable).sorted { ($0.offset ?? 0) < ($1.offset ?? 0) } }
        icons += others
        let server = page.document.map { document in
            unnamed == .fallbacks ? IconLink.fallbacks(of: document, for: preference.use) : [.ofServer(of: document)]
        }
        let ranking = IconRanking(icons, server ?? [], for: preference, withFallback: unnamed != .ifAlone)
        self.init(ranking, for: preference, verifying: verification)
    }

    enum Unnamed {
        /// `/favicon.ico`, only if the page has no link that the browser uses.
        case ifAlone
        case favicon
        /// The default paths for phones, and the parent domains.
        case fallbacks
    }
}

struct IconPreference: Sendable, Equatable {
    enum Use: String, Sendable, CaseIterable {
        case tab
        case touch
        case largest
    }

    enum Browser: String, Sendable, CaseIterable {
        case chromium, firefox

        var name: String {
            switch self {
            case .chromium: "Chromium"
            case .firefox: "Firefox"
            }
        }
    }
    var use = Use.tab
    /// The width and height in pixels; `nil` for the default of the use.
    var size: Int?
    var scheme = MediaEnvironment.Scheme.light
    /// The browser whose choice is reproduced; `nil` for devtool's own choice.
    var browser: Browser?

    static let sizes = 1...10_000

    /// The browser whose tab shows the icon, Chromium by default; `nil` for other uses, or for a size that browsers do
    /// not request.
    var tab: Browser? { use == .tab && size == nil ? browser ?? .chromium : nil }

    /// Whether devtool itself chooses the largest icon.
    var isForLargest: Bool { use == .largest && browser == nil }

    /// The browser whose rules decide whether an icon loads.
    var loader: Browser { browser ?? .chromium }
}
