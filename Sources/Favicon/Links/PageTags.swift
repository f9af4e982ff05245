import Scanning

/// The tags of a page that say something about its icons, as they come.
struct PageTags: Sendable {
    /// The most tags with icons that are kept.
    ///
    /// They are the last ones of the page, because of equally good ones the last is chosen; real
    /// pages have fewer than a hundred.
    static let iconLimit = 1000

    /// The `href` of the first `base` that has one.
    private(set) var base: String?
    /// The `href` of the first link to a manifest; empty if the page has none.
    private(set) var manifest: String?
    /// Where the tiles are described.
    private(set) var browserConfig: String?
    /// What the first `meta` of its kind asks for.
    private(set) var refresh: MetaRefresh?
    private var kept: [HTMLTag] = []

    /// The tags with icons, in the order of the page.
    var icons: ArraySlice<HTMLTag> { kept.suffix(Self.iconLimit) }

    /// Takes note of a tag, wherever in the page it stands.
    mutating func add(_ tag: HTMLTag) {
        guard tag.placement == .document || tag.placement == .noscript else { return }
        let isActive = tag.placement == .document
        switch tag.element {
        case .base:
            if isActive, base == nil { base = tag.text(.href) }
        case .link:
            let tokens = tag.text(.rel)?.asciiTokens ?? []
            // Of manifests the first link counts, even one that leads nowhere (HTML 4.6.7.12).
            if isActive, manifest == nil, tokens.contains("manifest") {
                manifest = tag.text(.href) ?? ""
            }
            if tokens.contains(where: { IconLink.Kind(rawValue: $0) != nil }) { keep(tag) }
        case .meta:
            if tag.tileName != nil { keep(tag) }
            if isActive { addMeta(tag) }
        default:
            break
        }
    }

    private mutating func addMeta(_ tag: HTMLTag) {
        guard let content = tag.text(.content) else { return }
        if refresh == nil, tag.has("refresh", for: .httpEquiv) { refresh = MetaRefresh(content) }
        if browserConfig == nil, tag.has("msapplication-config", for: .name),
            content.asciiTokens != ["none"], !content.isEmpty
        {
            browserConfig = content
        }
    }

    private mutating func keep(_ tag: HTMLTag) {
        // Many at a time, for each time moves all that stay.
        if kept.count == 2 * Self.iconLimit { kept.removeFirst(Self.iconLimit) }
        kept.append(tag)
    }
}

extension HTMLTag {
    /// The tile that a `meta` element names.
    var tileName: TileName? {
        text(.name).flatMap { TileName(rawValue: $0.asciiLowercased) }
    }

    /// Whether an attribute has a value, capitals aside.
    fileprivate func has(_ value: String, for attribute: HTMLAttribute) -> Bool {
        text(attribute)?.asciiLowercased == value
    }
}
