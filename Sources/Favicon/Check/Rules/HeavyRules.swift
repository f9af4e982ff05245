import DevtoolKit

/// The rules about icons that cost more than they need.
enum HeavyRules {
    /// From how many bytes on an icon is heavy.
    static let byteBudget = 100_000
    /// How many bytes must be saved at least for a PNG to be worth compressing.
    private static let worthwhile = 4_000

    /// The problems of the icons that a page and its manifest declare.
    static func problems(
        of icons: [IconDeclaration], in site: AuditedSite
    ) -> [IconProblem] {
        var problems: [IconProblem] = []
        var seen: Set<IconTarget> = []
        var owners: [StableHash: AuditedIcon] = [:]
        for icon in icons {
            guard let file = site.icons[icon.link.target], let image = file.picture else {
                continue
            }
            problems += sizeProblems(of: icon, image)
            guard seen.insert(icon.link.target).inserted else { continue }
            let name = icon.link.target.shown(on: icon.page)
            if file.byteCount > byteBudget {
                problems.append(
                    IconProblem(
                        .heavyIcon,
                        "'\(name)' has \(file.isCut ? "more than " : "")\(file.byteCount / 1000) KB, "
                            + "\(icon.whoLoads)",
                        mend: "make it smaller than 100 KB: fewer pixels, fewer colours",
                        at: icon.place, of: icon.link.target))
            } else if let smaller = (try? file.facts?.get())?.sizeAsPNG,
                file.byteCount - smaller >= worthwhile, smaller * 2 < file.byteCount
            {
                problems.append(
                    IconProblem(
                        .uncompressedPNG,
                        "'\(name)' has \(file.byteCount) bytes but needs no more than \(smaller), "
                            + "so visitors load more than they see",
                        mend: "compress it without loss: oxipng -o max --strip safe FILE",
                        at: icon.place, of: icon.link.target))
            }
            if file.isCut { continue }
            if let other = owners[file.hash], other.byteCount == file.byteCount {
                problems.append(
                    IconProblem(
                        .duplicateIcon,
                        "'\(name)' is the same picture as '\(other.target.shown(on: icon.page))', so "
                            + "visitors load it twice",
                        mend: "use one URL for both", at: icon.place, of: icon.link.target))
            } else {
                owners[file.hash] = file
            }
        }
        return problems
    }

    private static func sizeProblems(of icon: IconDeclaration, _ image: IconImage) -> [IconProblem]
    {
        let declared = icon.link.sizes.compactMap { size -> PixelSize? in
            guard case .pixels(let width, let height) = size else { return nil }
            return PixelSize(width: width, height: height)
        }
        guard !image.isScalable, !icon.link.sizes.contains(.any),
            let largest = declared.map({ max($0.width, $0.height) }).max(),
            // What is declared and is not there is another rule's.
            declared.allSatisfy(image.sizes.contains)
        else { return [] }
        let beyond = image.sizes.filter { max($0.width, $0.height) > largest }
        guard !beyond.isEmpty else { return [] }
        let sizes = image.sizesText
        return [
            IconProblem(
                .oversizedIcon,
                "'\(icon.link.target.shown(on: icon.page))' also has "
                    + "\(beyond.map(\.description).joined(separator: " ")), which visitors load and "
                    + "no browser shows",
                mend: icon.entry == nil
                    ? "write sizes=\"\(sizes)\", or remove the picture"
                    : "write \"sizes\": \"\(sizes)\", or remove the picture",
                at: icon.place(of: "sizes"), of: icon.link.target)
        ]
    }
}

extension IconDeclaration {
    /// When the icon is loaded, in words behind its size.
    fileprivate var whoLoads: String {
        if entry != nil { return "which phones load when the site is installed" }
        if link.source == .tile { return "which Windows loads when the page is pinned" }
        if link.kinds.contains(.icon) { return "which visitors load with their first page" }
        return link.kinds.contains(where: \.isTouch)
            ? "which devices load when the page is put on a home screen"
            : "which browsers load when the page is pinned"
    }
}

extension IconImage {
    /// The sizes of the pictures, each once, as the attribute `sizes` has them.
    var sizesText: String {
        var seen: Set<PixelSize> = []
        return sizes.filter { seen.insert($0).inserted }.map(\.description).joined(separator: " ")
    }
}
