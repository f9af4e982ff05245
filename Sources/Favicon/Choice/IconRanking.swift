import URLs

/// Selects the icons of a page that may be chosen for a use, and groups them.
struct IconRanking {
    struct Candidate {
        let icon: IconLink
        /// Lower groups are tried first.
        let group: Int
        /// The reason for its group, in words; `nil` in the first group.
        var words: String?
    }

    private(set) var candidates: [Candidate] = []
    private(set) var others: [(icon: IconLink, rejection: IconRejection)] = []
    private(set) var browserGroups = 0
    /// Whether the groups alone determine the order.
    private(set) var isOrdered = false
    private(set) var isDeclined = false

    /// Ranks declared and undeclared icons; `withFallback` includes the latter even if there are links that browsers
    /// use.
    init(_ named: [IconLink], _ unnamed: [IconLink], for preference: IconPreference, withFallback: Bool) {
        switch preference.browser {
        case .chromium: followChromium(named, unnamed, for: preference)
        case .firefox: followFirefox(named, unnamed, for: preference)
        case nil: rank(named, unnamed, for: preference, withFallback: withFallback)
        }
        let asked = candidates.filter { preference.use == .tab ? $0.group == 0 || isOrdered : $0.icon.source == .link }
        isDeclined = !asked.isEmpty && asked.allSatisfy(\.icon.target.declaresNoIcon)
    }

    private mutating func reject(_ icons: [IconLink], as rejection: (IconLink) -> IconRejection) {
        others += icons.map { ($0, rejection($0)) }
    }

    /// Chromium tries the links in `head` whose last known kind in `rel` is `icon`, and whose `media` matches; it
    /// requests `/favicon.ico` only if there is no such link.
    private mutating func followChromium(_ named: [IconLink], _ unnamed: [IconLink], for preference: IconPreference) {
        browserGroups = 1
        for icon in named {
            if let rejection = Self.chromiumRejection(of: icon, preference) {
                others.append((icon, rejection))
            } else {
                candidates.append(Candidate(icon: icon, group: 0))
            }
        }
        let favicon = unnamed.filter { candidates.isEmpty && $0.isFaviconOfServer }
        reject(unnamed.filter { !favicon.contains($0) }) { .source($0.source, .chromium) }
        candidates += favicon.map { Candidate(icon: $0, group: 0) }
    }

    private static func chromiumRejection(of icon: IconLink, _ preference: IconPreference) -> IconRejection? {
        if icon.source != .link { return .source(icon.source, .chromium) }
        if icon.isInNoscript { return .noscript }
        if icon.chromiumKind != .icon { return .kind(icon.kinds.last, .chromium) }
        if !icon.isInHead { return .body(.chromium) }
        return MediaEnvironment(scheme: preference.scheme).matches(icon.media) ? nil : .media(icon.media)
    }

    /// Firefox loads a tab icon and a wide one, both chosen by their declarations; if both can be shown, the last to
    /// arrive stays.
    ///
    /// The links up to the end of `head` form one group, and later ones another. A tab icon of the second group
    /// replaces that of the first for good.
    private mutating func followFirefox(_ named: [IconLink], _ unnamed: [IconLink], for preference: IconPreference) {
        isOrdered = true
        var links: [FirefoxLink] = []
        for icon in named {
            if let rejection = Self.firefoxRejection(of: icon) {
                others.append((icon, rejection))
            } else {
                links.append(FirefoxLink(icon))
            }
        }
        var head = links.filter(\.icon.isInHead)
        let body = links.filter { !$0.icon.isInHead }
        if head.allSatisfy(\.isTouch) { head += unnamed.filter(\.isFaviconOfServer).prefix(1).map(FirefoxLink.init) }
        var taken: [(FirefoxLink, String)]
        if preference.use == .tab {
            taken = [FirefoxLink.tabIcon(of: body, preference) ?? FirefoxLink.tabIcon(of: head, preference)].compactMap(
                \.self)
            // A wide touch icon is loaded, but never shown in a tab.
            let wide = [FirefoxLink.wideIcons(of: head).first, FirefoxLink.wideIcons(of: body).first]
            for link in wide.compactMap(\.self) where !link.isTouch && taken.first?.0.icon.target != link.icon.target {
                taken.append((link, "a wide icon, loaded in addition to the one for a tab"))
            }
        } else {
            taken = FirefoxLink.wideIcons(of: links).map { link in
                (link, (link.width.map { "\($0) pixels wide" } ?? "unknown width") + " (widest first)")
            }
        }
        browserGroups = taken.count
        candidates = taken.enumerated().map { Candidate(icon: $1.0.icon, group: $0, words: $1.1) }
        let targets = Set(taken.map(\.0.icon.target))
        others += links.filter { !targets.contains($0.icon.target) }.map { link in
            (
                link.icon,
                preference.use == .tab && !link.isTouch
                    ? .passedOver(.firefox) : .onlyForFirefox(inLargePlaces: preference.use == .tab)
            )
        }
        reject(unnamed.filter { !targets.contains($0.target) }) { .source($0.source, .firefox) }
    }

    private static func firefoxRejection(of icon: IconLink) -> IconRejection? {
        if icon.source != .link { return .source(icon.source, .firefox) }
        if icon.isInNoscript { return .noscript }
        if icon.color != nil || icon.rel?.asciiLowercased.contains("mask") ?? false { return .maskedForFirefox }
        if case .nothing(let reference) = icon.target, [nil, "http", "https"].contains(WebURL.scheme(of: reference)) {
            return .damagedURL
        }
        return nil
    }

    /// For a tab, devtool first follows Chromium, and continues if Chromium shows no icon.
    ///
    /// Next come icons in the body, which Firefox uses, then silhouettes, touch icons, icons for applications, and all
    /// of these again in `noscript`. Icons declared outside of links follow: those of the manifest, Windows tiles, and
    /// finally undeclared icons. For a home screen touch icons come first. For the largest icon all links are equal.
    private mutating func rank(
        _ named: [IconLink], _ unnamed: [IconLink], for preference: IconPreference, withFallback: Bool
    ) {
        let groups = IconRank.groups(for: preference.use)
        let environment = MediaEnvironment(scheme: preference.scheme)
        func add(_ icon: IconLink, isFirst: Bool = false) {
            let rank = IconRank(icon, for: preference.use)
            let index = isFirst ? 0 : groups.firstIndex { $0.contains(rank) } ?? groups.count
            // Links in noscript follow the others, in the same groups.
            let isHidden = icon.isInNoscript && icon.source == .link
            let group = index + (isHidden || !rank.isOfLink && index > 0 ? groups.count : 0)
            let hiddenWords = "in noscript, which is ignored if scripts run; ranked after other links"
            candidates.append(
                Candidate(icon: icon, group: group, words: isHidden ? hiddenWords : index == 0 ? nil : rank.words))
        }
        for icon in named {
            if icon.kinds == [.maskIcon] {
                others.append((icon, .silhouette(named: "mask-icon")))
            } else if icon.purposes == [.monochrome] {
                others.append((icon, .silhouette(named: "monochrome icon")))
            } else if !environment.matches(icon.media) {
                others.append((icon, .media(icon.media)))
            } else {
                add(icon, isFirst: preference.use == .tab && Self.chromiumRejection(of: icon, preference) == nil)
            }
        }
        let isOfBrowser = preference.tab != nil
        browserGroups = isOfBrowser ? 1 : 0
        let isAlone = isOfBrowser && !candidates.contains { $0.group == 0 }
        for icon in unnamed where withFallback || isAlone && icon.isFaviconOfServer {
            add(icon, isFirst: isAlone && icon.isFaviconOfServer)
        }
    }
}

private struct FirefoxLink {
    enum MediaType { case svg, ico, other }

    /// The minimum width of a wide icon.
    private static let wide = 96

    let icon: IconLink
    let type: MediaType
    /// The width of the first size.
    let width: Int?
    /// Whether it is for a home screen or an application.
    let isTouch: Bool

    init(_ icon: IconLink) {
        self.icon = icon
        type = Self.type(of: icon)
        let first = icon.sizesText.flatMap { text in text.asciiTokens.first { _ in true } }
        width = if case .pixels(let width, _)? = first.flatMap({ DeclaredSize.parse($0).first }) { width } else { nil }
        isTouch = !icon.isOfServer && icon.kinds.first { $0 != .maskIcon } != .icon
    }

    /// The tab icon of a group, and the reason: an SVG, or else an exact width or an ICO; then the narrowest one that
    /// is wide enough; then the last one that is not wide.
    static func tabIcon(of links: [FirefoxLink], _ preference: IconPreference) -> (FirefoxLink, String)? {
        let size = preference.size ?? 16
        var (preferred, best, last): (FirefoxLink?, FirefoxLink?, FirefoxLink?)
        for link in links where !link.isTouch {
            let held = preferred?.type
            if link.type == .svg || link.width == size && held != .svg
                || link.type == .ico && (held == nil || held == .ico)
            {
                preferred = link
            }
            if let width = link.width, width >= size, width <= best?.width ?? .max { best = link }
            if link.width ?? 0 < wide { last = link }
        }
        if let preferred { return (preferred, preferred.preference(size)) }
        if let best { return (best, "the narrowest icon at least \(size) pixels wide") }
        return last.map { ($0, "the last icon, because Firefox prefers none of the others") }
    }

    /// The wide icons, the widest first; ties keep their order.
    static func wideIcons(of links: [FirefoxLink]) -> [FirefoxLink] {
        links.filter { $0.isTouch || $0.width ?? 0 >= wide }.sorted { $0.width ?? -1 > $1.width ?? -1 }
    }

    private func preference(_ size: Int) -> String {
        if icon.isOfServer { return "used if the head has no icon that Firefox uses" }
        return switch type {
        case .svg: "an SVG, which Firefox prefers"
        case .ico where width != size: "an ICO, which Firefox prefers to other formats"
        case .ico, .other: "exactly \(size) pixels wide"
        }
    }

    private static func type(of icon: IconLink) -> MediaType {
        switch icon.type {
        case "image/svg+xml": return .svg
        case "image/x-icon", "image/vnd.microsoft.icon": return .ico
        case nil, "": break
        default: return .other
        }
        if icon.isOfServer { return .ico }
        guard case .web(let url) = icon.target else { return .other }
        if url.path.hasSuffix(".ico") { return .ico }
        return url.path.hasSuffix(".svg") ? .svg : .other
    }
}

/// The rank of an icon on its page, which takes precedence over its size.
enum IconRank: Sendable {
    case iconInHead, iconInBody
    /// An icon that is also declared as a silhouette.
    case silhouette
    case touch
    /// An icon for desktop applications.
    case fluid
    case manifest
    /// An icon of the manifest that may be cropped to a shape.
    case maskable
    case browserconfig, tile
    /// `/favicon.ico`.
    case server
    /// An undeclared touch icon at a default path.
    case touchOfServer
    case parent

    /// Ranks an icon for a use: a link of several kinds counts as the requested kind, or else as the kind that Chromium
    /// uses.
    init(_ icon: IconLink, for use: IconPreference.Use) {
        switch icon.source {
        case .manifest: self = icon.isMaskableOnly ? .maskable : .manifest
        case .browserconfig: self = .browserconfig
        case .tile: self = .tile
        case .default:
            switch icon.fallback?.kind {
            case nil, .favicon: self = .server
            case .touch: self = .touchOfServer
            case .parent: self = .parent
            }
        case .link:
            let isTouch = icon.kinds.contains { $0.isTouch }
            if icon.kinds.contains(.maskIcon) {
                self = .silhouette
            } else if use == .touch ? isTouch : icon.chromiumKind?.isTouch ?? false {
                self = .touch
            } else if icon.kinds.contains(.icon) {
                self = icon.isInHead ? .iconInHead : .iconInBody
            } else {
                self = .fluid
            }
        }
    }

    static func groups(for use: IconPreference.Use) -> [[IconRank]] {
        switch use {
        case .tab: tabGroups
        case .touch: touchGroups
        case .largest: largestGroups
        }
    }

    private static let tabGroups: [[IconRank]] =
        [[.iconInHead], [.iconInBody], [.silhouette], [.touch], [.fluid]] + otherGroups
    private static let touchGroups: [[IconRank]] =
        [[.touch], [.iconInHead], [.iconInBody], [.silhouette], [.fluid]] + otherGroups
    private static let largestGroups: [[IconRank]] =
        [[.iconInHead, .iconInBody, .touch, .fluid, .manifest], [.silhouette]] + otherGroups
    private static let otherGroups: [[IconRank]] = [
        [.manifest], [.maskable], [.browserconfig], [.tile], [.server, .touchOfServer, .parent],
    ]

    var isOfLink: Bool {
        switch self {
        case .iconInHead, .iconInBody, .silhouette, .touch, .fluid: true
        case .manifest, .maskable, .browserconfig, .tile, .server, .touchOfServer, .parent: false
        }
    }

    var words: String {
        switch self {
        case .iconInHead: "icon, ranked after icons for phones"
        case .iconInBody: "in the body, ranked after icons in the head"
        case .silhouette: "also a silhouette, ranked after other icons"
        case .touch: "icon for phones, ranked after regular icons"
        case .fluid: "icon for applications, ranked after regular icons and icons for phones"
        case .manifest: "from the manifest, ranked after the links"
        case .maskable: "maskable icon (may be cropped), ranked after regular icons"
        case .browserconfig, .tile: "Windows tile, ranked after the links"
        case .server: "the server's default icon, ranked after all declared icons"
        case .touchOfServer: "default path for phone icons, ranked after all declared icons"
        case .parent: "from the parent domain, ranked after all of the page's own icons"
        }
    }
}

extension IconLink {
    /// The kind that Chromium uses: the last token of `rel` that it knows.
    fileprivate var chromiumKind: Kind? {
        rel?.asciiTokens.compactMap(Kind.init).last {
            [.icon, .appleTouchIcon, .appleTouchIconPrecomposed].contains($0)
        }
    }

    fileprivate var isMaskableOnly: Bool { purposes.contains(.maskable) && !purposes.contains(.any) }
}

extension IconLink.Kind { var isTouch: Bool { self == .appleTouchIcon || self == .appleTouchIconPrecomposed } }
