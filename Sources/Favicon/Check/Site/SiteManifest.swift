import JSON
import URLs

/// A manifest of a site, with the places of its icons.
struct SiteManifest: Sendable {
    /// Where the manifest is, after all redirects.
    let url: WebURL
    let text: SiteText
    /// Its icons that lead somewhere, in its order.
    let icons: [Icon]
    /// Its entries that browsers ignore.
    let ignored: [Ignored]
    /// How many entries are left out, because there are too many.
    let omittedCount: Int
    /// Why it is no JSON.
    let syntaxError: JSONSyntaxError?
    /// Whether it is an object, as manifests are.
    let isObject: Bool

    /// An icon of the manifest.
    struct Icon: Sendable {
        let link: IconLink
        /// The value of `src`.
        let reference: String
        /// Whether the entry has a `purpose`.
        let hasPurpose: Bool
        /// Where the values of its members are; where the entry begins under an empty name.
        let offsets: [String: Int]
    }

    /// An entry of the manifest's icons that browsers ignore.
    struct Ignored: Sendable {
        /// Where what is wrong with it is.
        let offset: Int
        /// Its purposes that nobody knows; `nil` if it leads nowhere.
        let purpose: String?
        /// What it has in the place of a URL; `nil` for nothing.
        let reference: String?
    }

    /// Reads a manifest.
    init(_ bytes: [UInt8], at url: WebURL, named name: String) {
        self.url = url
        text = SiteText(bytes, name: name)
        var scanner = JSONScanner(handler: LocatedEntries())
        do throws(JSONSyntaxError) {
            try scanner.scan(bytes.span)
            try scanner.finish()
            syntaxError = nil
        } catch {
            syntaxError = error
            (icons, ignored, omittedCount, isObject) = ([], [], 0, false)
            return
        }
        if case .object = scanner.handler.builder.value {
            isObject = true
        } else {
            isObject = false
        }
        let entries = scanner.handler.builder.value["icons"]?.items ?? []
        let offsets = scanner.handler.offsets
        var icons: [Icon] = []
        var ignored: [Ignored] = []
        for (index, entry) in entries.enumerated().suffix(PageTags.iconLimit) {
            let offsets = offsets[index] ?? [:]
            let reference = entry["src"]?.string
            if let link = ImageResource(entry)?.icon(in: url) {
                icons.append(
                    Icon(
                        link: link, reference: reference ?? "",
                        hasPurpose: entry["purpose"] != nil, offsets: offsets))
            } else {
                let isOfPurpose = reference.flatMap { IconTarget($0, in: url) } != nil
                ignored.append(
                    Ignored(
                        offset: offsets[isOfPurpose ? "purpose" : "src"] ?? offsets[""] ?? 0,
                        purpose: isOfPurpose ? entry["purpose"]?.string : nil,
                        reference: reference))
            }
        }
        (self.icons, self.ignored) = (icons, ignored)
        omittedCount = max(0, entries.count - PageTags.iconLimit)
    }
}

/// Builds the value of a manifest, and notes where the members of its icons are.
private struct LocatedEntries: JSONHandler {
    var builder = JSONValueBuilder(depthLimit: 3)
    /// The offsets of members by the index of their icon.
    private(set) var offsets: [Int: [String: Int]] = [:]
    private var index = -1
    private var isInIcons = false

    mutating func beginObject(at offset: Int) -> Bool {
        if builder.depth == 2, isInIcons {
            index += 1
            offsets[index] = ["": offset]
        }
        return builder.beginObject(at: offset)
    }

    mutating func beginArray(at offset: Int) -> Bool {
        if builder.depth == 1 {
            isInIcons = builder.key == "icons"
            // Of several members of a name the last counts.
            if isInIcons { (index, offsets) = (-1, [:]) }
        } else if builder.depth == 2, isInIcons {
            index += 1
        }
        return builder.beginArray(at: offset)
    }

    mutating func beginString(at offset: Int) -> Bool {
        if isInIcons {
            if builder.depth == 3 { offsets[index]?[builder.key] = offset }
            if builder.depth == 2 { index += 1 }
        }
        return builder.beginString(at: offset)
    }

    mutating func beginNumber(at offset: Int) -> Bool {
        if isInIcons, builder.depth == 2 { index += 1 }
        return builder.beginNumber(at: offset)
    }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        if isInIcons, builder.depth == 2 { index += 1 }
        builder.literal(literal, at: offset)
    }

    mutating func endArray(at offset: Int) {
        builder.endArray(at: offset)
        if builder.depth == 1 { isInIcons = false }
    }

    mutating func endObject(at offset: Int) { builder.endObject(at: offset) }
    mutating func beginKey(at offset: Int) -> Bool { builder.beginKey(at: offset) }
    mutating func endKey() { builder.endKey() }
    mutating func endString() { builder.endString() }
    mutating func endNumber() { builder.endNumber() }
    mutating func content(_ piece: Span<UInt8>) { builder.content(piece) }
}
