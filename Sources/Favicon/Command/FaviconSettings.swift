package import DevtoolKit

extension FaviconCommand {
    /// The keys of the section `favicon` in `devtool.yml`.
    package static let settings = [
        Setting(
            "for", .choice(IconWish.Use.allCases.map(\.rawValue)),
            help: "What the icon is for: a browser's tab, a phone's home screen, or the largest."),
        Setting(
            "size", .integer(IconWish.sizes),
            help: "The width and height that are wanted, in pixels; for the largest, the limit."),
        Setting(
            "scheme", .choice(MediaEnvironment.Scheme.allCases.map(\.rawValue)),
            help: "The colours of the user's browser."),
        Setting(
            "timeout", .duration,
            help: "How long the requests may take together."),
    ]
}
