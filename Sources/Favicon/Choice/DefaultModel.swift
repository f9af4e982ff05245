/// devtool's own choice: the icon a browser shows, with all other icons of the page as alternatives.
///
/// For a tab it begins as Chromium does: icons in `head` by their score, of equal ones the last
/// declared. Then come icons in the body, which Firefox takes; those that are silhouettes, too; the
/// pictures for phones; those for applications; and all of the same in `noscript`. What is named
/// elsewhere comes after the links: manifests, the tiles of Windows, and at last `/favicon.ico`.
///
/// For a home screen the pictures for phones come first. For the largest icon the links are all alike:
/// the largest wins, and one that is scalable is as large as any; with a size, the largest up to it.
///
/// Only silhouettes, and what has a `media` that does not match, are never taken.
struct DefaultModel {
    private let use: IconPreference.Use
    private let groups: [[IconRank]]
    private let environment: MediaEnvironment
    private let fit: IconFit

    /// Looks for an icon for a use.
    init(_ wish: IconPreference) {
        use = wish.use
        groups = IconRank.groups(for: wish.use)
        environment = MediaEnvironment(scheme: wish.scheme)
        fit = IconFit(wish)
    }

    /// The order of icons that are given in the order of their declaration.
    func order(_ icons: [IconLink]) -> IconOrder {
        let (taken, others) = icons.divided(by: rejection)
        return IconOrder(ranked: RankedIcon.entries(taken.map(rank)), others: others)
    }

    private func rejection(of icon: IconLink) -> IconRejection? {
        if icon.kinds == [.maskIcon] {
            return .silhouette(named: "mask-icon")
        }
        if icon.purposes == [.monochrome] {
            return .silhouette(named: "monochrome icon")
        }
        if !MediaQuery.matches(icon.media, in: environment) {
            return .media(icon.media)
        }
        return nil
    }

    private func rank(_ icon: IconLink) -> RankedIcon {
        let standing = IconRank(icon, for: use)
        let index = groups.firstIndex { $0.contains(standing) } ?? groups.count
        // The links in noscript come after those outside, in the same groups.
        let isHidden = icon.isInNoscript && icon.source == .link
        let group = index + (isHidden || !standing.isOfLink && index > 0 ? groups.count : 0)
        var words = index == 0 ? [] : [standing.words]
        if isHidden {
            words = ["in noscript, which is ignored if scripts run; ranked after other links"]
        }
        if icon.isOfServer {
            let score = -Double(icon.fallback?.place ?? 0)
            return RankedIcon(icon: icon, group: group, score: score, words: words)
        }
        let (score, reason) = fit.score(of: icon)
        let declared = icon.realSizes == nil ? nil : fit.score(of: icon.asDeclared).0
        return RankedIcon(
            icon: icon, group: group, score: score, declaredScore: declared,
            words: words + [reason])
    }
}

/// The rank of an icon on its page, which takes precedence over its size.
enum IconRank: Sendable {
    case iconInHead, iconInBody
    /// An icon, or a picture, that is a silhouette, too.
    case silhouette
    /// A picture for the home screen of a phone.
    case touch
    /// A picture for desktop applications.
    case fluid
    case manifest
    /// A picture of a manifest that is to be cut to a shape.
    case maskable
    case browserconfig, tile
    /// `/favicon.ico`.
    case server
    /// A picture for phones that the server may have, though nobody names it.
    case touchOfServer
    /// What the server of a domain above may have.
    case parent

    /// What an icon is for a use: a link of several kinds is what is looked for, or else what
    /// Chromium takes it for.
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

    /// The groups in which icons are taken one after the other: those of links, then those of what
    /// is named elsewhere.
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

    /// Whether links can be it.
    var isOfLink: Bool {
        switch self {
        case .iconInHead, .iconInBody, .silhouette, .touch, .fluid: true
        case .manifest, .maskable, .browserconfig, .tile, .server, .touchOfServer, .parent: false
        }
    }

    /// Why it comes after others, in words.
    var words: String {
        switch self {
        case .iconInHead: "icon, ranked after icons for phones"
        case .iconInBody: "in the body, ranked after icons in head"
        case .silhouette: "also a silhouette, ranked after icons that are not"
        case .touch: "icon for phones, ranked after regular icons"
        case .fluid: "icon for applications, ranked after regular icons and icons for phones"
        case .manifest: "from the manifest, ranked after the links"
        case .maskable: "maskable icon (may be cropped), ranked after regular icons"
        case .browserconfig, .tile: "Windows tile, ranked after the links"
        case .server: "default icon of the server, ranked after all declared icons"
        case .touchOfServer: "default path of icons for phones, ranked after all declared icons"
        case .parent: "from the parent domain, ranked after all of the page's own icons"
        }
    }
}

extension IconLink {
    /// Whether it is made to be cut to a shape, and for no other use.
    fileprivate var isMaskableOnly: Bool {
        purposes.contains(.maskable) && !purposes.contains(.any)
    }
}

extension IconLink.Kind {
    /// Whether it is a picture for the home screen of a phone.
    var isTouch: Bool { self == .appleTouchIcon || self == .appleTouchIconPrecomposed }
}
