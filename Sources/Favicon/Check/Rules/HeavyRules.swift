import DevtoolKit
import Scanning

enum HeavyRules {
    static let byteBudget = 100_000
    /// The minimum number of bytes to save for a PNG to be worth compressing.
    private static let worthwhile = 4_000

    static func problems(of icons: [IconDeclaration], in site: AuditedSite) -> [IconProblem] {
        var problems: [IconProblem] = []
        var seen: Set<IconTarget> = []
        var owners: [StableHash: AuditedIcon] = [:]
        for icon in icons {
            guard let file = site.icons[icon.link.target], let image = file.picture else { continue }
            problems += sizeProblems(of: icon, image)
            guard seen.insert(icon.link.target).inserted else { continue }
            let name = icon.name
            if file.byteCount > byteBudget {
                problems += icon.problem(
                    .heavyIcon,
                    "'\(name)' is \(file.isCut ? "more than " : "")\(file.byteCount / 1000) KB, \(icon.whoLoads)")
            } else if let smaller = (try? file.facts?.get())?.sizeAsPNG, file.byteCount - smaller >= worthwhile,
                smaller * 2 < file.byteCount
            {
                problems += icon.problem(
                    .uncompressedPNG,
                    "'\(name)' is \(file.byteCount) bytes but needs no more than \(smaller), "
                        + "so visitors load more bytes than needed")
            }
            if file.isCut { continue }
            if let other = owners[file.hash], other.byteCount == file.byteCount {
                problems += icon.problem(
                    .duplicateIcon,
                    "'\(name)' is the same picture as '\(other.target.shown(on: icon.page))', so "
                        + "visitors load it twice")
            } else {
                owners[file.hash] = file
            }
        }
        return problems
    }

    private static func sizeProblems(of icon: IconDeclaration, _ image: IconImage) -> [IconProblem] {
        let declared = icon.link.sizes.compactMap { size -> PixelSize? in
            guard case .pixels(let width, let height) = size else { return nil }
            return PixelSize(width: width, height: height)
        }
        guard !image.isScalable, !icon.link.sizes.contains(.any),
            let largest = declared.map({ max($0.width, $0.height) }).max(),
            // `untrueSize` reports sizes that are declared but missing.
            declared.allSatisfy(image.sizes.contains)
        else { return [] }
        let beyond = image.sizes.filter { max($0.width, $0.height) > largest }
        guard !beyond.isEmpty else { return [] }
        return icon.problem(
            .oversizedIcon,
            "'\(icon.name)' also contains \(beyond.map(\.description).joined(separator: " ")), which "
                + "visitors load but no browser shows",
            mend: beyond.count < image.sizes.count
                ? "keep only \(image.sizes.filter { !beyond.contains($0) }.map(\.description).joined(separator: " "))"
                : icon.writing("sizes", image.sizesText), at: "sizes")
    }
}

extension IconDeclaration {
    fileprivate var whoLoads: String {
        if entry != nil { return "which phones load when the site is installed" }
        if link.source == .tile { return "which Windows loads when the page is pinned" }
        if link.kinds.contains(.icon) { return "which visitors load with their first page" }
        return link.kinds.contains(where: \.isTouch)
            ? "which devices load when the page is put on a home screen" : "which browsers load when the page is pinned"
    }
}

extension IconImage { var sizesText: String { sizes.distinct.map(\.description).joined(separator: " ") } }

extension Rule {
    static let heavyIcon = Rule(
        "heavy-icon", in: .heavy, level: .warning, "IconOverBudget", "The icon is larger than 100 KB.",
        because: "Visitors load it with their first page or when they install the site.",
        help: "Make it smaller: an icon rarely needs more than 20 KB.", source: RuleSource.html)
    static let oversizedIcon = Rule(
        "oversized-icon", in: .heavy, level: .warning, "PixelsBeyondDeclared",
        "The image contains more sizes than declared.", because: "Visitors load pictures that no browser shows.",
        help: "Remove the extra pictures, or declare all sizes.", source: RuleSource.sizes)
    static let duplicateIcon = Rule(
        "duplicate-icon", in: .heavy, level: .warning, "SamePictureTwice",
        "A page and its manifest declare the same picture under several URLs.",
        because: "Visitors load it several times.", help: "Use one URL.", source: RuleSource.html)
    static let uncompressedPNG = Rule(
        "uncompressed-png", in: .heavy, level: .warning, "LoosePNG",
        "A PNG could be compressed to less than half its size.", because: "Visitors load more bytes than needed.",
        help: "Compress it losslessly, for example with 'oxipng -o max --strip safe FILE'.",
        source: "https://www.w3.org/TR/png-3/")
}
