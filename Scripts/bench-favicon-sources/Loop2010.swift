import Foundation

/// The loop of 2010: up to `<link`, then to `/>`, five spellings of `rel`, and the `href`.
@main enum Loop2010 {
    static func main() throws {
        try Round.serve(CommandLine.arguments[1], page: { String(decoding: $0, as: UTF8.self) }, icons: icons)
    }

    private static let spellings = [
        "rel=\"shortcut icon\"", "rel='shortcut icon'", "rel=\"icon\"", "rel='icon'", "rel=icon",
    ]

    private static func icons(in page: String) -> Int {
        let scanner = Scanner(string: page)
        var found = 0
        while !scanner.isAtEnd {
            _ = scanner.scanUpToString("<link")
            guard let tag = scanner.scanUpToString("/>") else { break }
            guard spellings.contains(where: tag.contains) else { continue }
            let attributes = Scanner(string: tag)
            _ = attributes.scanUpToString("href=\"")
            if attributes.scanString("href=\"") != nil, attributes.scanUpToString("\"") != nil { found += 1 }
        }
        return found
    }
}
