import ArgumentParser
import DevtoolKit

struct ChoiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Set the width and height in pixels, such as 32 or 32x32; with --for largest, the "
                + "maximum. (default: 16 for a tab, 180 for touch)", valueName: "pixels")) var size: RequestedSize?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Choose an icon for a browser tab or a phone's home screen, or the largest icon. (default: tab)",
            valueName: "use")) var use: IconPreference.Use?

    @Option(help: ArgumentHelp("Set the browser's color scheme. (default: light)", valueName: "colors")) var scheme:
        MediaEnvironment.Scheme?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Print the icon that this browser would show, if any.", valueName: "browser")) var browser:
        IconPreference.Browser?

    func validate() throws {
        if let size, !IconPreference.sizes.contains(size.width) {
            throw ValidationError(
                "'--size' must be an integer from \(IconPreference.sizes.lowerBound) to "
                    + "\(IconPreference.sizes.upperBound)")
        }
        if let size, size.width != size.height { throw ValidationError("'--size' must be a square such as 32x32") }
        switch (browser, use) {
        case (.chromium, .touch): throw ValidationError("'--as chromium' requires '--for tab' or '--for largest'")
        case (.firefox, .touch), (.firefox, .largest):
            if size != nil { throw ValidationError("'--as firefox' accepts '--size' only with '--for tab'") }
        default: break
        }
    }

    /// Combines the options with the section `favicon` of `devtool.yml`, which does not affect a browser's own choice.
    func preference(_ section: ConfigurationSection) -> IconPreference {
        var preference = IconPreference()
        preference.browser = browser
        preference.use = use ?? .tab
        preference.size = size?.width
        preference.scheme = scheme ?? .light
        guard browser == nil else { return preference }
        preference.use = use ?? section[FaviconSetting.use]
        preference.size = size?.width ?? section[FaviconSetting.size]
        preference.scheme = scheme ?? section[FaviconSetting.scheme]
        return preference
    }
}

/// The value of `--size`: one number for a square, or width and height as in the attribute `sizes`.
struct RequestedSize: ExpressibleByArgument {
    let width: Int
    let height: Int

    init?(argument: String) {
        if let side = Int(argument) {
            (width, height) = (side, side)
        } else if case .pixels(let width, let height)? = DeclaredSize.parse(argument).first {
            (self.width, self.height) = (width, height)
        } else {
            return nil
        }
    }
}

extension IconPreference.Use: ExpressibleByArgument {}
extension IconPreference.Browser: ExpressibleByArgument {}
extension MediaEnvironment.Scheme: ExpressibleByArgument {}
