/// Puts the icons of a page in the order in which they are tried: a pure function of what the page declares.
enum IconChoice {
    /// The page's icons and that of its server, in the order in which they are tried for a wish.
    ///
    /// - Parameters:
    ///   - page: what was found in the page.
    ///   - others: the icons that its manifest and its `browserconfig.xml` name.
    ///   - unnamed: which undeclared icons take part.
    ///   - wish: what an icon is wanted for.
    ///   - verification: which icons are believed without a look.
    /// - Returns: the order of all of them.
    static func order(
        _ page: Page, and others: [IconLink] = [], unnamed: Unnamed = .favicon,
        for wish: IconPreference = IconPreference(),
        verifying verification: SearchOptions.Verification = .offline
    ) -> IconOrder {
        var icons = page.icons
        if !page.unusable.isEmpty {
            icons = (icons + page.unusable).sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }
        }
        icons += others
        let server = page.document.map { document in
            unnamed == .fallbacks
                ? Fallbacks.icons(of: document, for: wish.use) : [.ofServer(of: document)]
        }
        let ranking = IconRanking(icons, server ?? [], for: wish, withFallback: unnamed != .ifAlone)
        return IconOrder(ranking, for: wish, verifying: verification)
    }

    /// The icons that are tried without being declared.
    enum Unnamed {
        /// `/favicon.ico`, for a page without a link that the browser takes.
        case ifAlone
        /// `/favicon.ico`, for other pages as well.
        case favicon
        /// The usual paths for phones, and what the domains above have, too.
        case fallbacks
    }
}

/// The intended use of an icon.
struct IconPreference: Sendable, Equatable {
    /// Where the icon will be shown.
    enum Use: String, Sendable, CaseIterable {
        /// The tab of a browser.
        case tab
        /// The home screen of a phone.
        case touch
        /// Wherever the largest picture is wanted.
        case largest
    }

    /// A browser whose choice devtool can reproduce.
    enum Browser: String, Sendable, CaseIterable {
        case chromium, firefox

        /// The browser's name.
        var name: String {
            switch self {
            case .chromium: "Chromium"
            case .firefox: "Firefox"
            }
        }
    }

    /// Where the icon shall be shown.
    var use = Use.tab
    /// The width and height that are wanted, in pixels; `nil` for what the use needs.
    var size: Int?
    /// The colour scheme of the user's browser.
    var scheme = MediaEnvironment.Scheme.light
    /// Whose choice is followed; `nil` for devtool's own.
    var browser: Browser?

    /// The sizes that can be asked for.
    static let sizes = 1...10_000

    /// The browser whose tab shows the icon: Chromium, if no other is named; `nil` if it is for no tab, or for a size
    /// that no browser asks for.
    var tab: Browser? { use == .tab && size == nil ? browser ?? .chromium : nil }
    /// The browser by whose rules icons are loaded.
    var loader: Browser { browser ?? .chromium }
}
