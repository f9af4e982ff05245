package import DevtoolKit

/// The keys of the section `favicon` in `devtool.yml`.
enum FaviconSetting {
    static let use = SettingKey.choice(
        "for", default: IconWish.Use.tab,
        help: "What the icon is for: a browser's tab, a phone's home screen, or the largest.")
    static let size = SettingKey.integer(
        "size", in: IconWish.sizes,
        help: "The width and height that are wanted, in pixels; for the largest, the limit.")
    static let scheme = SettingKey.choice(
        "scheme", default: MediaEnvironment.Scheme.light, help: "The colours of the user's browser."
    )
    static let timeout = SettingKey.duration(
        "timeout", default: SearchOptions.defaultTimeout,
        help: "How long the requests may take together.")
}

extension FaviconCommand {
    /// The keys of the section.
    package static let settings = [
        FaviconSetting.use.setting, FaviconSetting.size.setting, FaviconSetting.scheme.setting,
        FaviconSetting.timeout.setting,
    ]
}
