import HTML
import Scanning

/// The scanner as the command uses it: whole pages, or pieces of so many bytes.
@main enum Ours {
    static func main() throws {
        let size = Int(CommandLine.arguments[2]) ?? .max
        try Round.serve(
            CommandLine.arguments[1],
            page: { page in
                stride(from: 0, to: page.count, by: min(size, max(page.count, 1))).map {
                    Array(page[$0..<min(page.count, $0 + min(size, page.count))])
                }
            }, icons: icons)
    }

    private static func icons(in pieces: [[UInt8]]) -> Int {
        // What the command does: a tag is kept only if it may say something about an icon.
        var scanner = HTMLScanner(reporting: [.link, .base, .meta]) { tag in
            switch tag.element {
            case .link: tag.source(.rel).map { hasIcon($0) } ?? false
            case .meta: tag.source(.charset) != nil || tag.source(.httpEquiv) != nil
            default: true
            }
        }
        var found = 0
        for piece in pieces {
            for tag in scanner.scan(piece)
            where tag.element == .link && tag.placement != .template && tag.placement != .foreign {
                let tokens = (tag.text(.rel) ?? "").utf8.split { $0.isASCIIWhiteSpace }
                if tokens.contains(where: { String($0)?.lowercased() == "icon" }) { found += 1 }
            }
        }
        return found
    }

    /// Whether the bytes contain `icon`, capitals aside, or a reference, which may stand for a letter.
    private static func hasIcon(_ rel: ArraySlice<UInt8>) -> Bool {
        rel.contains(ASCII.ampersand)
            || rel.indices.contains { start in
                rel[start...].prefix(4).lazy.map(\.asciiLowercased).elementsEqual("icon".utf8)
            }
    }
}
