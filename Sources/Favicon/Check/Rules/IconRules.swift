import DevtoolKit

extension RuleCatalog {
    static let icons = RuleCatalog([
        .iconNotFound, .iconUnreachable, .iconIsHTML, .iconEmpty, .iconSinglePixel, .iconUnreadable, .iconContentType,
        .iconInBody, .blockedByCSP, .blockedByCORP, .iconInvisible, .svgExternalReference, .iconRedirected,
        .mixedContent, .blockedByRobots, .dataURLEmpty, .iconWithoutURL, .untrueSize, .untrueType, .invalidSizes,
        .svgFixedSize, .icoHidesSVG, .notSquare, .placeholderIcon, .touchIconSize, .touchIconTransparent,
        .maskableCutOff, .maskIconShape, .noTabIcon, .noSearchIcon, .noTouchIcon, .noManifestIcon, .noMaskableIcon,
        .noFaviconICO, .noSVGIcon, .noDarkIcon, .heavyIcon, .oversizedIcon, .duplicateIcon, .uncompressedPNG,
        .manifestNotFound, .manifestNotJSON, .manifestContentType, .manifestIconPlace, .manifestNoPurpose,
        .manifestMixedPurpose, .manifestUnknownPurpose, .manifestCrossOrigin, .notLookedAt, .servedBelowPath,
    ])
}

extension RuleGroup {
    static let broken = RuleGroup("broken", "Icons that browsers cannot show.")
    static let untrue = RuleGroup("untrue", "Icons that do not match what the page or the manifest declares.")
    static let unfit = RuleGroup("unfit", "Icons that browsers and phones show incorrectly.")
    static let missing = RuleGroup(
        "missing", "Icons that a browser, phone or search engine looks for but does not find.")
    static let heavy = RuleGroup("heavy", "Icons that make visitors load more bytes than needed.")
    static let manifest = RuleGroup("manifest", "Manifests whose icons browsers cannot use.")
    static let unchecked = RuleGroup("unchecked", "Icons that could not be checked.")
}

extension Rule {
    /// The instruction if a problem has no specific one: the rule's help, with a lowercase first letter and no full
    /// stop.
    var hint: String {
        let help = texts?.help ?? ""
        return help.prefix(1).lowercased() + help.dropFirst().dropLast()
    }
}

enum RuleSource {
    static let html = "https://html.spec.whatwg.org/multipage/links.html#rel-icon"
    static let sizes = "https://html.spec.whatwg.org/multipage/semantics.html#attr-link-sizes"
    static let sniffing = "https://mimesniff.spec.whatwg.org/"
    static let manifest = "https://www.w3.org/TR/appmanifest/#icons-member"
    static let purpose = "https://www.w3.org/TR/appmanifest/#purpose-member"
    static let maskable = "https://www.w3.org/TR/appmanifest/#icon-masks"
    static let google = "https://developers.google.com/search/docs/appearance/favicon-in-search"
    static let chromium =
        "https://source.chromium.org/chromium/chromium/src/+/main:components/favicon/core/favicon_handler.cc"
    static let appleTouch =
        "https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/"
        + "SafariWebContent/ConfiguringWebApplications/ConfiguringWebApplications.html"
}
