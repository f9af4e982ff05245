/// The browser for media queries: a desktop window of 1280 by 800 pixels, with one dot per pixel and a mouse.
struct MediaEnvironment: Sendable {
    enum Scheme: String, Sendable, CaseIterable { case light, dark }
    var scheme = Scheme.light

    static let types: Set = ["all", "screen"]

    func value(of feature: String) -> MediaValue? {
        if feature == "prefers-color-scheme" { return .keyword(scheme.rawValue) }
        return Self.measures[feature] ?? Self.keywords[feature]?.first.map(MediaValue.keyword)
    }

    /// Whether a feature can have a keyword as its value; `true` for other values.
    static func canHave(_ value: MediaValue, _ feature: String) -> Bool {
        guard case .keyword(let word) = value else { return true }
        return keywords[feature]?.contains(word) ?? false
    }

    private static let measures: [String: MediaValue] = [
        "width": .length(1280), "height": .length(800), "aspect-ratio": .ratio(1.6), "device-width": .length(1280),
        "device-height": .length(800), "device-aspect-ratio": .ratio(1.6), "resolution": .resolution(1),
        "-webkit-device-pixel-ratio": .number(1), "color": .number(8), "color-index": .number(0),
        "monochrome": .number(0), "grid": .number(0),
    ]

    /// The valid keywords of each feature, starting with its value here (Media Queries 5).
    private static let keywords = [
        "prefers-color-scheme": ["light", "dark"], "orientation": ["landscape", "portrait"],
        "display-mode": ["browser", "fullscreen", "minimal-ui", "picture-in-picture", "standalone"],
        "color-gamut": ["srgb", "p3", "rec2020"], "hover": ["hover", "none"], "any-hover": ["hover", "none"],
        "pointer": ["fine", "coarse", "none"], "any-pointer": ["fine", "coarse", "none"],
        "update": ["fast", "slow", "none"], "scripting": ["enabled", "initial-only", "none"],
        "overflow-block": ["scroll", "paged", "none"], "overflow-inline": ["scroll", "none"],
        "scan": ["progressive", "interlace"], "dynamic-range": ["standard", "high"],
        "prefers-reduced-motion": ["no-preference", "reduce"],
        "prefers-contrast": ["no-preference", "less", "more", "custom"],
        "prefers-reduced-transparency": ["no-preference", "reduce"],
        "prefers-reduced-data": ["no-preference", "reduce"], "forced-colors": ["none", "active"],
    ]
}
