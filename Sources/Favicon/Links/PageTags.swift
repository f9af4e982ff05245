import HTML
import Scanning

/// The tags of a page that concern its icons, extracted as its bytes arrive.
struct PageTags: Sendable {
    /// The maximum number of icon tags to keep.
    ///
    /// The last tags of the page are kept, because the last one of equally good icons is chosen. Real pages have fewer
    /// than a hundred.
    static let iconLimit = 1000

    /// The first `base` with a reference.
    private(set) var base: HTMLTag?
    private(set) var manifest: HTMLTag?
    /// The first `meta` element that names the file describing the tiles.
    private(set) var browserConfig: HTMLTag?
    private(set) var refresh: HTMLTag?
    private(set) var policies: [HTMLTag] = []
    /// Whether a link in `head` declares an icon without a media query.
    private(set) var hasPlainIcon = false
    private(set) var titleOffset: Int?
    private(set) var hasFrame = false
    private var kept: [HTMLTag] = []
    private var dropped = 0

    var omittedCount: Int { dropped + kept.count - icons.count }

    var icons: ArraySlice<HTMLTag> { kept.suffix(Self.iconLimit) }

    /// Whether a tag may be relevant, so that it is worth its memory.
    @Sendable static func isOfInterest(_ tag: HTMLTag) -> Bool {
        switch tag.element {
        case .link:
            tag.source(.rel).map { rel in
                // A character reference may represent any letter.
                rel.contains(ASCII.ampersand) || rel.contains(word: iconWord) || rel.contains(word: manifestWord)
            } ?? false
        case .meta:
            tag.source(.charset) != nil || tag.source(.httpEquiv) != nil
                || tag.source(.name).map { $0.contains(ASCII.ampersand) || $0.contains(word: tileWord) } ?? false
        default: true
        }
    }

    private static let iconWord = Array("icon".utf8)
    private static let manifestWord = Array("manifest".utf8)
    private static let tileWord = Array("msapplication".utf8)

    mutating func add(_ tag: HTMLTag) {
        guard tag.placement == .document || tag.placement == .noscript else { return }
        let isActive = tag.placement == .document
        switch tag.element {
        case .base: if isActive, base == nil, tag.source(.href) != nil { base = tag }
        case .html, .head: hasFrame = true
        case .title: if isActive, titleOffset == nil { titleOffset = tag.offset }
        case .link: addLink(tag, isActive: isActive)
        case .meta:
            if tag.tileName != nil { keep(tag) }
            if isActive { addMeta(tag) }
            if isActive, tag.isInHead, tag.has("content-security-policy", for: .httpEquiv) { policies.append(tag) }
        default: break
        }
    }

    /// Removes tags that turned out not to be part of the document.
    mutating func remove(where isGone: (HTMLTag) -> Bool) {
        for tag in [\Self.base, \.manifest, \.browserConfig, \.refresh] {
            if let found = self[keyPath: tag], isGone(found) { self[keyPath: tag] = nil }
        }
        kept.removeAll(where: isGone)
    }

    private mutating func addLink(_ tag: HTMLTag, isActive: Bool) {
        var (isManifest, isIcon, isPicture) = (false, false, false)
        for token in (tag.text(.rel) ?? "").asciiTokens {
            if token == "manifest" { isManifest = true }
            guard let kind = IconLink.Kind(rawValue: token) else { continue }
            isIcon = true
            if kind != .maskIcon { isPicture = true }
        }
        // The first link to a manifest wins, even if its URL is invalid (HTML 4.6.7.12).
        if isManifest, isActive, manifest == nil { manifest = tag }
        if isIcon { keep(tag) }
        if isPicture, isActive, tag.isInHead, tag.source(.media) == nil, tag.source(.href) != nil {
            hasPlainIcon = true
        }
    }

    private mutating func addMeta(_ tag: HTMLTag) {
        guard let content = tag.text(.content) else { return }
        if refresh == nil, tag.has("refresh", for: .httpEquiv), MetaRefresh(content) != nil { refresh = tag }
        if browserConfig == nil, tag.has("msapplication-config", for: .name),
            !content.asciiTokens.elementsEqual(["none"]), !content.isEmpty
        {
            browserConfig = tag
        }
    }

    private mutating func keep(_ tag: HTMLTag) {
        // Removing many at once is cheaper, because each removal moves all others.
        if kept.count == 2 * Self.iconLimit {
            kept.removeFirst(Self.iconLimit)
            dropped += Self.iconLimit
        }
        kept.append(tag)
    }
}

extension HTMLTag {
    var tileName: TileName? { text(.name).flatMap { TileName(rawValue: $0.asciiLowercased) } }

    fileprivate func has(_ value: String, for attribute: HTMLAttribute) -> Bool {
        text(attribute)?.asciiLowercased == value
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes contain a lowercase word, ignoring case.
    fileprivate func contains(word: [UInt8]) -> Bool {
        // This runs for every link of a page; spans avoid reference counting.
        let (bytes, word) = (span, word.span)
        for start in 0..<Swift.max(0, bytes.count - word.count + 1) {
            var length = 0
            while length < word.count, bytes[start + length].asciiLowercased == word[length] { length += 1 }
            if length == word.count { return true }
        }
        return false
    }
}

enum TileName: String {
    case image = "msapplication-tileimage"
    case small = "msapplication-square70x70logo"
    case medium = "msapplication-square150x150logo"
    case wide = "msapplication-wide310x150logo"
    case large = "msapplication-square310x310logo"

    var size: DeclaredSize {
        switch self {
        case .image: .pixels(width: 144, height: 144)
        case .small: .pixels(width: 70, height: 70)
        case .medium: .pixels(width: 150, height: 150)
        case .wide: .pixels(width: 310, height: 150)
        case .large: .pixels(width: 310, height: 310)
        }
    }
}
