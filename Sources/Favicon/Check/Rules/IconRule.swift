import DevtoolKit

/// The rules of `--check`.
enum IconRule: String, SettableRule {
    case iconNotFound = "icon-not-found"
    case iconUnreachable = "icon-unreachable"
    case iconIsHTML = "icon-is-html"
    case iconEmpty = "icon-empty"
    case iconSinglePixel = "icon-single-pixel"
    case iconUnreadable = "icon-unreadable"
    case iconContentType = "icon-content-type"
    case iconRedirected = "icon-redirected"
    case mixedContent = "mixed-content"
    case blockedByRobots = "blocked-by-robots"
    case dataURLEmpty = "data-url-empty"
    case iconWithoutURL = "icon-without-url"

    case untrueSize = "untrue-size"
    case untrueType = "untrue-type"
    case invalidSizes = "invalid-sizes"
    case svgFixedSize = "svg-fixed-size"
    case maskIconShape = "mask-icon-shape"

    case noTabIcon = "no-tab-icon"
    case noSearchIcon = "no-search-icon"
    case noTouchIcon = "no-touch-icon"
    case touchIconSize = "touch-icon-size"
    case touchIconTransparent = "touch-icon-transparent"
    case noManifestIcon = "no-manifest-icon"
    case noMaskableIcon = "no-maskable-icon"
    case maskableCutOff = "maskable-cut-off"
    case noFaviconICO = "no-favicon-ico"
    case noSVGIcon = "no-svg-icon"
    case noDarkIcon = "no-dark-icon"

    case heavyIcon = "heavy-icon"
    case oversizedIcon = "oversized-icon"
    case duplicateIcon = "duplicate-icon"
    case uncompressedPNG = "uncompressed-png"

    case manifestNotFound = "manifest-not-found"
    case manifestNotJSON = "manifest-not-json"
    case manifestContentType = "manifest-content-type"
    case manifestIconPlace = "manifest-icon-place"
    case manifestNoPurpose = "manifest-no-purpose"
    case manifestMixedPurpose = "manifest-mixed-purpose"
    case manifestUnknownPurpose = "manifest-unknown-purpose"
    case manifestCrossOrigin = "manifest-cross-origin"

    case notLookedAt = "not-looked-at"

    /// The groups of the rules.
    enum Group: String, RuleGroup {
        case broken, untrue, missing, heavy, manifest, unchecked

        var summary: String {
            switch self {
            case .broken: "Icons that browsers cannot show."
            case .untrue: "Icons that are not what the page or the manifest declares."
            case .missing: "Icons that some browser, phone or search engine looks for in vain."
            case .heavy: "Icons that cost visitors more bytes than they need."
            case .manifest: "Manifests from which browsers cannot take icons."
            case .unchecked: "What could not be looked at."
            }
        }
    }

    var group: Group {
        switch self {
        case .iconNotFound, .iconUnreachable, .iconIsHTML, .iconEmpty, .iconSinglePixel,
            .iconUnreadable, .iconContentType, .iconRedirected, .mixedContent, .blockedByRobots,
            .dataURLEmpty, .iconWithoutURL:
            .broken
        case .untrueSize, .untrueType, .invalidSizes, .svgFixedSize, .maskIconShape: .untrue
        case .noTabIcon, .noSearchIcon, .noTouchIcon, .touchIconSize, .touchIconTransparent,
            .noManifestIcon, .noMaskableIcon, .maskableCutOff, .noFaviconICO, .noSVGIcon,
            .noDarkIcon:
            .missing
        case .heavyIcon, .oversizedIcon, .duplicateIcon, .uncompressedPNG: .heavy
        case .manifestNotFound, .manifestNotJSON, .manifestContentType, .manifestIconPlace,
            .manifestNoPurpose, .manifestMixedPurpose, .manifestUnknownPurpose,
            .manifestCrossOrigin:
            .manifest
        case .notLookedAt: .unchecked
        }
    }

    var level: RuleLevel? {
        switch self {
        case .iconNotFound, .iconUnreachable, .iconIsHTML, .iconEmpty, .iconSinglePixel,
            .iconUnreadable, .iconContentType, .mixedContent, .dataURLEmpty, .iconWithoutURL,
            .untrueSize,
            .manifestNotFound, .manifestNotJSON, .manifestIconPlace, .manifestCrossOrigin:
            .error
        case .noSVGIcon, .noDarkIcon, .manifestNoPurpose, .notLookedAt: .note
        case .iconRedirected, .blockedByRobots, .untrueType, .invalidSizes, .svgFixedSize,
            .maskIconShape, .noTabIcon, .noSearchIcon, .noTouchIcon, .touchIconSize,
            .touchIconTransparent, .noManifestIcon, .noMaskableIcon, .maskableCutOff,
            .noFaviconICO, .heavyIcon, .oversizedIcon, .duplicateIcon, .uncompressedPNG,
            .manifestContentType, .manifestMixedPurpose, .manifestUnknownPurpose:
            .warning
        }
    }

    /// All rules, for settings, `--explain` and reports.
    static let catalog = RuleCatalog(of: IconRule.self)
}
