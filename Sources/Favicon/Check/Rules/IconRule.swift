import DevtoolKit

/// A rule of the check, declared in the file whose code reports it.
struct IconRule: Hashable, Sendable {
    /// What settings, reports and `--explain-rule` have of it.
    let description: RuleDescription
    /// What to do about a finding that says nothing more special: the rule's help, as hints are written.
    let hint: String

    var id: String { description.id }

    /// The groups of the rules.
    enum Group: String, RuleGroup {
        case broken, untrue, unfit, missing, heavy, manifest, unchecked

        var summary: String {
            switch self {
            case .broken: "Icons that browsers cannot show."
            case .untrue: "Icons that are not what the page or the manifest declares."
            case .unfit: "Icons that browsers and phones show, but not as they should look."
            case .missing: "Icons that some browser, phone or search engine looks for in vain."
            case .heavy: "Icons that cost visitors more bytes than they need."
            case .manifest: "Manifests from which browsers cannot take icons."
            case .unchecked: "Icons that could not be checked."
            }
        }
    }

    /// Declares a rule.
    ///
    /// - Parameters:
    ///   - id: its name in settings and comments.
    ///   - group: what it is set with.
    ///   - level: how its findings count by default.
    ///   - title: its name in SARIF.
    ///   - summary: what it finds.
    ///   - consequence: what happens because of that.
    ///   - help: what to do about it.
    ///   - source: where that is documented.
    init(
        _ id: String, _ group: Group, _ level: RuleLevel, _ title: String, _ summary: String,
        because consequence: String, help: String, source: String? = nil
    ) {
        description = RuleDescription(
            id: id, group: group.rawValue, level: level,
            texts: RuleTexts(title, summary, because: consequence, help: help, source: source))
        hint = help.prefix(1).lowercased() + help.dropFirst().dropLast()
    }

    /// All rules, in the order of the documentation.
    static let all: [IconRule] = [
        .iconNotFound, .iconUnreachable, .iconIsHTML, .iconEmpty, .iconSinglePixel,
        .iconUnreadable, .iconContentType, .iconInBody, .blockedByCSP, .blockedByCORP,
        .iconInvisible, .svgExternalReference, .iconRedirected, .mixedContent, .blockedByRobots,
        .dataURLEmpty, .iconWithoutURL,
        .untrueSize, .untrueType, .invalidSizes, .svgFixedSize,
        .icoHidesSVG, .notSquare, .placeholderIcon, .touchIconSize, .touchIconTransparent,
        .maskableCutOff, .maskIconShape,
        .noTabIcon, .noSearchIcon, .noTouchIcon, .noManifestIcon, .noMaskableIcon, .noFaviconICO,
        .noSVGIcon, .noDarkIcon,
        .heavyIcon, .oversizedIcon, .duplicateIcon, .uncompressedPNG,
        .manifestNotFound, .manifestNotJSON, .manifestContentType, .manifestIconPlace,
        .manifestNoPurpose, .manifestMixedPurpose, .manifestUnknownPurpose, .manifestCrossOrigin,
        .notLookedAt, .servedBelowPath,
    ]

    /// All rules, for settings, `--explain-rule` and reports.
    static let catalog = RuleCatalog {
        (all.map(\.description), Group.allCases.map { ($0.rawValue, $0.summary) })
    }
}

/// Where several rules are documented.
enum RuleSource {
    static let html = "https://html.spec.whatwg.org/multipage/links.html#rel-icon"
    static let sizes = "https://html.spec.whatwg.org/multipage/semantics.html#attr-link-sizes"
    static let sniffing = "https://mimesniff.spec.whatwg.org/"
    static let manifest = "https://www.w3.org/TR/appmanifest/#icons-member"
    static let purpose = "https://www.w3.org/TR/appmanifest/#purpose-member"
    static let maskable = "https://www.w3.org/TR/appmanifest/#icon-masks"
    static let google = "https://developers.google.com/search/docs/appearance/favicon-in-search"
    static let chromium =
        "https://source.chromium.org/chromium/chromium/src/+/main:components/favicon/core/"
        + "favicon_handler.cc"
    static let appleTouch =
        "https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/"
        + "SafariWebContent/ConfiguringWebApplications/ConfiguringWebApplications.html"
}
