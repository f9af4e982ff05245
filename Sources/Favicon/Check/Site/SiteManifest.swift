import JSON
import URLs

struct SiteManifest: Sendable {
    /// The URL of the manifest after redirects.
    let url: WebURL
    let text: SiteText
    /// The icons with a valid URL and a known purpose, in the order of the manifest.
    let icons: [Icon]
    let ignored: [Ignored]
    let omittedCount: Int
    let syntaxError: JSONSyntaxError?
    let isObject: Bool

    struct Icon: Sendable {
        let link: IconLink
        let reference: String
        let hasPurpose: Bool
        /// The offsets of its members' values by name, and under the empty name that of the entry.
        let offsets: [String: Int]
    }

    struct Ignored: Sendable {
        /// The offset of the invalid member, or of the entry.
        let offset: Int
        /// The unknown value of `purpose`; `nil` if the URL is invalid.
        let purpose: String?
        /// The invalid value of `src`; `nil` if it is missing.
        let reference: String?
    }

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
        if case .object = scanner.handler.builder.value { isObject = true } else { isObject = false }
        let entries = scanner.handler.builder.value["icons"]?.items ?? []
        let offsets = scanner.handler.offsets
        var icons: [Icon] = []
        var ignored: [Ignored] = []
        for (index, entry) in entries.enumerated().suffix(PageTags.iconLimit) {
            let offsets = offsets[index] ?? [:]
            let reference = entry["src"]?.string
            if let link = IconLink(entry, inManifestAt: url) {
                icons.append(
                    Icon(link: link, reference: reference ?? "", hasPurpose: entry["purpose"] != nil, offsets: offsets))
            } else {
                let isOfPurpose = reference.flatMap { IconTarget($0, in: url) } != nil
                ignored.append(
                    Ignored(
                        offset: offsets[isOfPurpose ? "purpose" : "src"] ?? offsets[""] ?? 0,
                        purpose: isOfPurpose ? entry["purpose"]?.string : nil, reference: reference))
            }
        }
        (self.icons, self.ignored) = (icons, ignored)
        omittedCount = max(0, entries.count - PageTags.iconLimit)
    }
}

private struct LocatedEntries: JSONHandler {
    var builder = JSONValueBuilder(depthLimit: 3)
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
            // If a member is repeated, the last one wins.
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
