import HTML
import Scanning

/// The tags of a page that concern its icons, extracted as its bytes arrive.
struct PageTags: Sendable {
    /// The most tags with icons that are kept.
    ///
    /// They are the last ones of the page, because of equally good ones the last is chosen; real
    /// pages have fewer than a hundred.
    static let iconLimit = 1000

    /// The first `base` that has a reference.
    private(set) var base: HTMLTag?
    /// The first link to a manifest.
    private(set) var manifest: HTMLTag?
    /// What tells where the tiles are described.
    private(set) var browserConfig: HTMLTag?
    /// The first element that asks for another page.
    private(set) var refresh: HTMLTag?
    /// The elements with policies for what the page may load.
    private(set) var policies: [HTMLTag] = []
    /// Whether a link in `head` names an icon for all circumstances.
    private(set) var hasPlainIcon = false
    /// Where the first title begins.
    private(set) var titleOffset: Int?
    /// Whether there is an `html` or a `head`, which a part of pages lacks.
    private(set) var hasFrame = false
    private var kept: [HTMLTag] = []
    /// How many tags with icons went before those that are kept.
    private var dropped = 0

    /// How many tags with icons are left out.
    var omittedCount: Int { dropped + kept.count - icons.count }

    /// The tags with icons, in the order of the page.
    var icons: ArraySlice<HTMLTag> { kept.suffix(Self.iconLimit) }

    /// Whether a tag may say something here, so that it is worth its memory.
    @Sendable static func isOfInterest(_ tag: HTMLTag) -> Bool {
        switch tag.element {
        case .link:
            tag.source(.rel).map { rel in
                // A reference may stand for any letter.
                rel.contains(ASCII.ampersand) || rel.contains(word: iconWord)
                    || rel.contains(word: manifestWord)
            } ?? false
        case .meta:
            tag.source(.charset) != nil || tag.source(.httpEquiv) != nil
                || tag.source(.name).map {
                    $0.contains(ASCII.ampersand) || $0.contains(word: tileWord)
                } ?? false
        default: true
        }
    }

    private static let iconWord = Array("icon".utf8)
    private static let manifestWord = Array("manifest".utf8)
    private static let tileWord = Array("msapplication".utf8)

    /// Takes note of a tag, wherever in the page it stands.
    mutating func add(_ tag: HTMLTag) {
        guard tag.placement == .document || tag.placement == .noscript else { return }
        let isActive = tag.placement == .document
        switch tag.element {
        case .base:
            if isActive, base == nil, tag.source(.href) != nil { base = tag }
        case .html, .head: hasFrame = true
        case .title: if isActive, titleOffset == nil { titleOffset = tag.offset }
        case .link:
            addLink(tag, isActive: isActive)
        case .meta:
            if tag.tileName != nil { keep(tag) }
            if isActive { addMeta(tag) }
            if isActive, tag.isInHead, tag.has("content-security-policy", for: .httpEquiv) {
                policies.append(tag)
            }
        default:
            break
        }
    }

    /// Forgets tags that turned out to be for nothing.
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
        // Of manifests the first link counts, even one that leads nowhere (HTML 4.6.7.12).
        if isManifest, isActive, manifest == nil { manifest = tag }
        if isIcon { keep(tag) }
        if isPicture, isActive, tag.isInHead, tag.source(.media) == nil, tag.source(.href) != nil {
            hasPlainIcon = true
        }
    }

    private mutating func addMeta(_ tag: HTMLTag) {
        guard let content = tag.text(.content) else { return }
        if refresh == nil, tag.has("refresh", for: .httpEquiv), MetaRefresh(content) != nil {
            refresh = tag
        }
        if browserConfig == nil, tag.has("msapplication-config", for: .name),
            !content.asciiTokens.elementsEqual(["none"]), !content.isEmpty
        {
            browserConfig = tag
        }
    }

    private mutating func keep(_ tag: HTMLTag) {
        // Many at a time, for each time moves all that stay.
        if kept.count == 2 * Self.iconLimit {
            kept.removeFirst(Self.iconLimit)
            dropped += Self.iconLimit
        }
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

extension ArraySlice<UInt8> {
    /// Whether the bytes contain a word in small letters, capitals aside.
    fileprivate func contains(word: [UInt8]) -> Bool {
        // Every link of a page is asked; spans are looked through without reference counting.
        let (bytes, word) = (span, word.span)
        for start in 0..<Swift.max(0, bytes.count - word.count + 1) {
            var length = 0
            while length < word.count, bytes[start + length].asciiLowercased == word[length] {
                length += 1
            }
            if length == word.count { return true }
        }
        return false
    }
}

/// The names of `meta` elements that declare a Windows tile.
enum TileName: String {
    case image = "msapplication-tileimage"
    case small = "msapplication-square70x70logo"
    case medium = "msapplication-square150x150logo"
    case wide = "msapplication-wide310x150logo"
    case large = "msapplication-square310x310logo"

    /// The size that the picture shall have.
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
