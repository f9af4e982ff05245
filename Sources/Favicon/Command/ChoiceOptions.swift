import ArgumentParser
import DevtoolKit

/// The options that say which icon is wanted.
struct ChoiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The width and height that are wanted, in pixels; for the largest, the limit. "
                + "(default: 16 for a tab, 180 for touch)",
            valueName: "pixels"))
    var size: Int?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "What the icon is for: a browser's tab, a phone's home screen, or the largest. "
                + "(default: tab)",
            valueName: "use"))
    var use: IconWish.Use?

    @Option(help: "The colours of the user's browser. (default: light)")
    var scheme: MediaEnvironment.Scheme?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Choose as this browser does, from what the page declares.", valueName: "browser"))
    var browser: IconWish.Browser?

    /// Refuses sizes that no icon has, and what a browser does not do.
    func validate() throws {
        if let size, !IconWish.sizes.contains(size) {
            throw ValidationError(
                "'--size' takes a number of pixels from \(IconWish.sizes.lowerBound) to "
                    + "\(IconWish.sizes.upperBound).")
        }
        switch (browser, use) {
        case (.chromium, .touch):
            throw ValidationError("'--as chromium' is for a tab or the largest icon.")
        case (.firefox, .touch), (.firefox, .largest):
            if size != nil {
                throw ValidationError(
                    "Firefox takes the widest picture, so '--size' is for its tab.")
            }
        default: break
        }
    }

    /// What is wanted: what the options leave open, the section `favicon` of `devtool.yml` says, except
    /// for what a browser does by itself.
    func wish(_ section: ConfigurationSection) -> IconWish {
        var wish = IconWish()
        wish.browser = browser
        wish.use = use ?? .tab
        wish.size = size
        wish.scheme = scheme ?? .light
        guard browser == nil else { return wish }
        wish.use = use ?? section[FaviconSetting.use]
        wish.size = size ?? section[FaviconSetting.size]
        wish.scheme = scheme ?? section[FaviconSetting.scheme]
        return wish
    }
}

extension IconWish.Use: ExpressibleByArgument {}
extension IconWish.Browser: ExpressibleByArgument {}
extension MediaEnvironment.Scheme: ExpressibleByArgument {}
