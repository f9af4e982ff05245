/// What an icon is to a page, which decides on what comes before its size.
enum Standing: Sendable {
    case iconInHead, iconInBody
    /// An icon, or a picture, that is a silhouette, too.
    case silhouette
    /// A picture for the home screen of a phone.
    case touch
    /// A picture for desktop applications.
    case fluid
    case manifest, browserconfig, tile
    /// `/favicon.ico`.
    case server

    /// What an icon is for a use: a link of several kinds is what is looked for, or else what
    /// Chromium takes it for.
    init(_ icon: IconLink, for use: IconWish.Use) {
        switch icon.source {
        case .manifest: self = .manifest
        case .browserconfig: self = .browserconfig
        case .tile: self = .tile
        case .default: self = .server
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
    static func groups(for use: IconWish.Use) -> [Set<Standing>] {
        let links: [Set<Standing>] =
            switch use {
            case .tab: [[.iconInHead], [.iconInBody], [.silhouette], [.touch], [.fluid]]
            case .touch: [[.touch], [.iconInHead], [.iconInBody], [.silhouette], [.fluid]]
            case .largest: [[.iconInHead, .iconInBody, .touch, .fluid, .manifest], [.silhouette]]
            }
        return links + [[.manifest], [.browserconfig], [.tile], [.server]]
    }

    /// Whether links can be it.
    var isOfLink: Bool {
        switch self {
        case .iconInHead, .iconInBody, .silhouette, .touch, .fluid: true
        case .manifest, .browserconfig, .tile, .server: false
        }
    }

    /// Why it comes after others, in words.
    var words: String {
        switch self {
        case .iconInHead: "an icon, so after pictures for phones"
        case .iconInBody: "in the body, so after icons in head"
        case .silhouette: "a silhouette, too, so after what is none"
        case .touch: "a picture for phones, so after icons"
        case .fluid: "a picture for applications, so after icons and pictures for phones"
        case .manifest: "from the manifest, so after the links"
        case .browserconfig, .tile: "a tile of Windows, so after the links"
        case .server: "the file for pages that name no icon, so after all that is named"
        }
    }
}

extension IconLink.Kind {
    /// Whether it is a picture for the home screen of a phone.
    var isTouch: Bool { self == .appleTouchIcon || self == .appleTouchIconPrecomposed }
}
