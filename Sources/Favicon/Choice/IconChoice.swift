/// Ranks the icons of a page: a pure function of what the page declares.
enum IconChoice {
    /// The size of a tab's icon, in pixels.
    static let tabSize = 16
    /// The size of a picture on a phone's home screen, in pixels.
    static let touchSize = 180
    /// The size that Chromium asks for where it wants a large picture, in pixels.
    static let chromiumLargeSize = 192

    /// The page's icons and that of its server, in the order in which they would be taken.
    ///
    /// - Parameters:
    ///   - page: what was found in the page.
    ///   - others: the icons that its manifest and its `browserconfig.xml` name.
    ///   - realSizes: the sizes of pictures that were looked at.
    ///   - tryingFallbacks: whether places follow where nobody says that there is an icon.
    ///   - wish: what an icon is wanted for.
    /// - Returns: the order of all of them.
    static func order(
        _ page: Page, and others: [IconLink] = [], realSizes: [IconTarget: [PixelSize]] = [:],
        tryingFallbacks: Bool = false, for wish: IconPreference = IconPreference()
    ) -> IconOrder {
        let unnamed = page.document.map {
            tryingFallbacks ? Fallbacks.icons(of: $0, for: wish.use) : [IconLink.ofServer(of: $0)]
        }
        var icons = page.icons
        icons += others
        icons += unnamed ?? []
        if !realSizes.isEmpty {
            for index in icons.indices { icons[index].realSizes = realSizes[icons[index].target] }
        }
        return order(icons, for: wish)
    }

    /// The order of icons that are given in the order of their declaration.
    static func order(_ icons: [IconLink], for wish: IconPreference) -> IconOrder {
        switch wish.browser {
        case nil: DefaultModel(wish).order(icons)
        case .chromium: ChromiumModel(wish).order(icons)
        case .firefox: FirefoxModel(wish).order(icons)
        }
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
}
