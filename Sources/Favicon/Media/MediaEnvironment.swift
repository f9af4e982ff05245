/// The browser for which media queries are evaluated: a desktop window of 1280 by 800 pixels on a screen
/// with one dot per pixel, with a mouse.
package struct MediaEnvironment: Sendable {
    /// Whether the user likes dark letters on a light ground, or the other way round.
    package enum Scheme: String, Sendable, CaseIterable {
        case light, dark
    }

    /// What the user likes.
    package let scheme: Scheme

    /// Creates the browser of a user with that taste.
    package init(scheme: Scheme = .light) {
        self.scheme = scheme
    }

    /// The types of media that it is.
    static let types: Set = ["all", "screen"]

    /// What it has of a property; `nil` for one that is not known.
    func value(of feature: String) -> MediaValue? {
        if feature == "prefers-color-scheme" { return .keyword(scheme.rawValue) }
        return Self.measures[feature] ?? Self.keywords[feature].map(MediaValue.keyword)
    }

    private static let measures: [String: MediaValue] = [
        "width": .length(1280), "height": .length(800), "aspect-ratio": .ratio(1.6),
        "device-width": .length(1280), "device-height": .length(800),
        "device-aspect-ratio": .ratio(1.6),
        "resolution": .resolution(1), "-webkit-device-pixel-ratio": .number(1),
        "color": .number(8), "color-index": .number(0), "monochrome": .number(0),
        "grid": .number(0),
    ]

    private static let keywords = [
        "orientation": "landscape", "display-mode": "browser", "color-gamut": "srgb",
        "hover": "hover", "any-hover": "hover", "pointer": "fine", "any-pointer": "fine",
        "update": "fast", "scripting": "enabled", "overflow-block": "scroll",
        "overflow-inline": "scroll", "scan": "progressive", "dynamic-range": "standard",
        "prefers-reduced-motion": "no-preference", "prefers-contrast": "no-preference",
        "prefers-reduced-transparency": "no-preference", "prefers-reduced-data": "no-preference",
        "forced-colors": "none", "inverted-colors": "none",
    ]
}
