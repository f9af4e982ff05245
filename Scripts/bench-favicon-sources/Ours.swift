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
            },
            icons: icons)
    }

    private static func icons(in pieces: [[UInt8]]) -> Int {
        var scanner = HTMLScanner(reporting: [.link, .base, .meta])
        var found = 0
        for piece in pieces {
            for tag in scanner.scan(piece)
            where tag.element == .link && tag.placement != .template && tag.placement != .foreign {
                let tokens = (tag.text(.rel) ?? "").split { " \t\n\u{C}\r".contains($0) }
                if tokens.contains(where: { $0.lowercased() == "icon" }) { found += 1 }
            }
        }
        return found
    }
}
