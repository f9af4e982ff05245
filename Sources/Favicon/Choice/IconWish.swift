/// What an icon is wanted for.
package struct IconWish: Sendable, Equatable {
    /// Where the icon shall be shown.
    package enum Use: String, Sendable, CaseIterable {
        /// The tab of a browser.
        case tab
        /// The home screen of a phone.
        case touch
        /// Wherever the largest picture is wanted.
        case largest
    }

    /// A browser whose choice can be followed.
    package enum Browser: String, Sendable, CaseIterable {
        case chromium, firefox
    }

    /// Where the icon shall be shown.
    package var use = Use.tab
    /// The width and height that are wanted, in pixels; `nil` for what the use needs.
    package var size: Int?
    /// The colour scheme of the user's browser.
    package var scheme = MediaEnvironment.Scheme.light
    /// Whose choice is followed; `nil` for devtool's own.
    package var browser: Browser?

    /// Wants an icon for a tab.
    package init() {}

    /// The sizes that can be asked for.
    package static let sizes = 1...10_000
}
