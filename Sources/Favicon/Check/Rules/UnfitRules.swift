import DevtoolKit

enum UnfitRules {
    private static let touchSide = 180

    static func problems(of icon: IconDeclaration, in site: AuditedSite) -> [IconProblem] {
        guard let file = site.icons[icon.link.target], let image = file.picture else { return [] }
        var problems: [IconProblem] = []
        if let tool = file.placeholder {
            problems += icon.problem(
                .placeholderIcon,
                "'\(icon.name)' is the icon that \(tool) adds to new projects, so users "
                    + "mistake the site for another")
        }
        if icon.link.kinds == [.maskIcon] {
            problems += shapeProblems(of: icon, image, file.facts)
        } else if icon.link.source == .link || icon.entry != nil {
            // The pictures of an ICO may differ in shape. Another rule reports a damaged one.
            let isWhole = if case .failure = file.facts { false } else { true }
            let isTooThin = file.loaded == .failure(.wrongSides(image.format))
            if isWhole, file.isUsable || isTooThin, image.isFarFromSquare {
                problems += icon.problem(
                    .notSquare,
                    "'\(icon.name)' is \(image.sizesText) pixels, so it is "
                        + (isTooThin ? "not shown in tabs" : "shown distorted or small"), mend: "make it square")
            }
        }
        if icon.link.purposes.contains(.maskable) {
            problems += pixelProblems(of: icon, file) { facts in
                guard facts.hasContentBeyondSafeZone else { return [] }
                return icon.problem(
                    .maskableCutOff, "'\(icon.name)' has content beyond the safe zone, which Android cuts off",
                    mend: "draw it within a centered circle with a diameter of 80 percent of the width, "
                        + "on a background that fills the square")
            }
        }
        return problems
    }

    static func problems(of page: SitePage, in site: AuditedSite) -> [IconProblem] {
        hidingProblems(of: page, in: site) + touchProblems(of: page, in: site)
    }

    private static func hidingProblems(of page: SitePage, in site: AuditedSite) -> [IconProblem] {
        let tab = ChromiumTab(of: page, in: site)
        guard let shown = tab.shown, shown.picture?.isScalable == false,
            let link = tab.candidates.last(where: { $0.target == shown.target }),
            let vector = tab.candidates.first(where: { candidate in
                // `svgFixedSize` reports an SVG that is skipped because of a fixed size.
                ChromiumTab.fit.declared(by: candidate).value == 1
                    && site.image(at: candidate.target, for: page)?.isScalable == true
            })
        else { return [] }
        let icon = IconDeclaration(link: link, page: page)
        return icon.problem(
            .icoHidesSVG,
            "'\(icon.name)' hides '\(vector.target.shown(on: page))' from Chromium, so tabs lose the "
                + "SVG's sharpness and any colors for dark tabs", mend: icon.mendOfHiding,
            replacing: icon.lineThatHidesNothing, at: "sizes")
    }

    private static func touchProblems(of page: SitePage, in site: AuditedSite) -> [IconProblem] {
        // Other rules report a broken icon or an SVG.
        let icons = site.touchIcons(of: page).filter { site.mayBeUsable($0.link) && !site.isVector($0.link) }
        var problems: [IconProblem] = []
        let isLargeEnough = icons.contains { icon in
            site.mayHaveSize(of: icon.link) { max($0.width, $0.height) >= touchSide }
        }
        if !isLargeEnough, let icon = icons.last {
            problems += icon.problem(
                .touchIconSize,
                "'\(icon.name)' is \(site.sizes(of: icon.link).listed()), so it is blurred on an "
                    + "iPhone's home screen", mend: "make it 180x180 pixels", at: "sizes")
        }
        for icon in icons {
            guard let file = site.icons[icon.link.target] else { continue }
            problems += pixelProblems(of: icon, file) { facts in
                guard facts.hasTransparency, facts.visible != .none else { return [] }
                return icon.problem(
                    .touchIconTransparent, "'\(icon.name)' has transparent pixels, which iOS draws on black")
            }
        }
        return problems
    }

    private static func pixelProblems(
        of icon: IconDeclaration, _ file: AuditedIcon, _ problem: (PictureFacts) -> [IconProblem]
    ) -> [IconProblem] {
        guard let format = file.picture?.format, file.isUsable else { return [] }
        switch file.facts {
        case .success(let facts): return problem(facts)
        // Reported by BrokenRules.
        case .failure: return []
        // It is unknown how browsers draw it.
        case nil where format == .svg: return []
        case nil:
            return icon.problem(
                .notLookedAt, "the pixels of '\(icon.name)' were not checked: it is \(format.article) \(format)",
                mend: "save it as PNG")
        }
    }

    private static func shapeProblems(
        of icon: IconDeclaration, _ image: IconImage, _ facts: Result<PictureFacts, PixelProblem>?
    ) -> [IconProblem] {
        let reason =
            image.format == .svg
            ? (try? facts?.get())?.silhouetteFault : "is \(image.format.article) \(image.format), not an SVG"
        guard let reason else { return [] }
        return icon.problem(
            .maskIconShape, "the mask-icon '\(icon.name)' \(reason), so a pinned Safari tab shows a blob",
            mend: "draw one shape in black on a transparent background:\n"
                + "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><path d=\"…\"/></svg>")
    }
}

extension PixelSize { fileprivate var isFarFromSquare: Bool { 4 * max(width, height) > 5 * min(width, height) } }

extension IconImage { var isFarFromSquare: Bool { !sizes.isEmpty && sizes.allSatisfy(\.isFarFromSquare) } }

extension IconDeclaration {
    var mendOfHiding: String { "make '\(name)' 32x32 pixels" }
    var lineThatHidesNothing: String { Snippet.link(href: name, sizes: "32x32", type: link.type, media: link.media) }
}

extension UnfitRules {
    /// The tool that puts these bytes as an icon into new projects.
    static func placeholderTool(with bytes: [UInt8]) -> String? {
        // Checksums are only computed for files of a matching length.
        guard placeholders.contains(where: { $0.length == bytes.count }) else { return nil }
        let checksum = "\(SHA256(of: bytes))"
        return placeholders.first { $0.length == bytes.count && $0.checksum == checksum }?.tool
    }

    private static let placeholders: [(tool: String, length: Int, checksum: String)] = """
        create-react-app 3870 3d10f7da6c603178340081668c4ac5b3ae9743ca9a262ab0fcd312fbb9f48bdd
        create-react-app 24838 9b2e9a38da573b5451663ee16c1baf6c0ce130e784851e71d967f9ef458e3b53
        create-react-app 5347 c386396ec70db3608075b5fbfaac4ab1ccaa86ba05a68ab393ec551eb66c3e00
        create-react-app 9664 9ea4f4da7050c0cc408926f6a39c253624e9babb1d43c7977cd821445a60b461
        Vite 1497 4a748afd443918bb16591c834c401dae33e87861ab5dbad0811c3a3b4a9214fb
        Vite 9522 61bc9a161de58248288e6905425d7180f0624c2865007b97d763fdac12043a66
        Vite 9523 ceeac38434be7a3b4d0f68b8cd8aa2b9ae78c260d6343087c6e095f8031ce4ff
        Next.js 25931 2b8ad2d33455a8f736fc3a8ebf8f0bdea8848ad4c0db48a2833bd0f9cd775932
        Docusaurus 3626 7fe55819f14792d942d86092f519b6d425e995337b482a8743e363cf5ac0ae30
        Angular 15086 f9102be80297c0529207607be5277b4f90bca89d65988fa1771b91c7894e815f
        Angular 5430 b9ccbb7100e13ae95ac18a3a9ed00857f321b63b498f1fb7abab506fc1c40e99
        Angular 948 2d0a4f5a77c788b084919b1b8cad5713d9dfc3388ef29969c4cb66c28092e683
        Vue 4286 db74ab0b78338c1f778f8398c45f4103c99aea0e845a3118a7750b4eeafd3445
        """.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map { String($0) }
            return (words[0], Int(words[1]) ?? 0, words[2])
        }
}

extension Rule {
    static let icoHidesSVG = Rule(
        "ico-hides-svg", in: .unfit, level: .warning, "SVGHiddenByPicture",
        "Chromium shows an ICO or a PNG instead of the page's SVG.",
        because: "Tabs lose the SVG's sharpness and any colors for dark tabs.",
        help: "Make the picture 32x32 pixels only, and declare that size.", source: RuleSource.chromium)
    static let notSquare = Rule(
        "not-square", in: .unfit, level: .warning, "IconNotSquare",
        "One side of the icon is more than 25 percent longer than the other.",
        because: "Browsers distort it or show it small.", help: "Make it square.", source: RuleSource.google)
    static let placeholderIcon = Rule(
        "placeholder-icon", in: .unfit, level: .warning, "IconOfTheTemplate",
        "The icon is the default that a tool adds to new projects.",
        because: "Users mistake the site for another or think it is unfinished.",
        help: "Replace it with the site's own icon.")
    static let touchIconSize = Rule(
        "touch-icon-size", in: .unfit, level: .warning, "TouchIconTooSmall",
        "No apple-touch-icon is 180 pixels or larger.",
        because: "The icon is enlarged on an iPhone's home screen and looks blurred.", help: "Make it 180x180 pixels.",
        source: RuleSource.appleTouch)
    static let touchIconTransparent = Rule(
        "touch-icon-transparent", in: .unfit, level: .warning, "TransparentTouchIcon",
        "The apple-touch-icon has transparent pixels.", because: "An iPhone's home screen draws black behind them.",
        help: "Fill the background with a color.", source: RuleSource.appleTouch)
    static let maskableCutOff = Rule(
        "maskable-cut-off", in: .unfit, level: .warning, "MaskableIconCut",
        "A maskable icon has content beyond its safe zone.", because: "Android launchers cut it off.",
        help: "Draw all content within a centered circle with a diameter of 80 percent of the width, "
            + "on a background that fills the square.", source: RuleSource.maskable)
    static let maskIconShape = Rule(
        "mask-icon-shape", in: .unfit, level: .warning, "MaskIconIsNoShape",
        "The mask-icon is not an SVG with one shape in one color.",
        because: "Safari fills the whole icon with one color, so a pinned tab shows a blob.",
        help: "Draw one shape in black on a transparent background.",
        source: "https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/"
            + "SafariWebContent/pinnedTabs/pinnedTabs.html")
}
