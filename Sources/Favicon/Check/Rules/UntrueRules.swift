import Scanning

/// The rules about icons that are not what is declared.
enum UntrueRules {
    /// The problems of a declared icon.
    static func problems(of icon: IconDeclaration, in site: AuditedSite) -> [IconProblem] {
        // The names of tiles are not their sizes: Microsoft asks for larger pictures.
        guard icon.link.source == .link || icon.link.source == .manifest else { return [] }
        var problems = sizesProblems(of: icon)
        guard let file = site.icons[icon.link.target], let image = file.picture else {
            return problems
        }
        problems += image.isScalable ? fixedSizeProblems(of: icon) : sizeProblems(of: icon, image)
        problems += typeProblems(of: icon, image)
        if icon.link.kinds == [.maskIcon] { problems += shapeProblems(of: icon, image, file.facts) }
        return problems
    }

    private static func sizesProblems(of icon: IconDeclaration) -> [IconProblem] {
        guard let text = icon.link.sizesText else { return [] }
        let wrong = text.asciiTokens.filter { DeclaredSize.parse($0).isEmpty }
        guard !wrong.isEmpty || icon.link.sizes.isEmpty else { return [] }
        let words =
            wrong.isEmpty
            ? "sizes=\"\(text.beginning())\" names no size"
            : "'\(wrong[0].beginning())' is not a size"
        return [
            IconProblem(
                .invalidSizes, "\(words), so browsers guess which icon fits",
                mend: "write width x height without units, such as sizes=\"32x32\"",
                at: icon.place(of: "sizes"), of: icon.link.target)
        ]
    }

    private static func fixedSizeProblems(of icon: IconDeclaration) -> [IconProblem] {
        let sizes = icon.link.sizes
        guard !sizes.isEmpty, !sizes.contains(.any), icon.link.kinds != [.maskIcon] else {
            return []
        }
        let name = icon.link.target.shown(on: icon.page)
        return [
            IconProblem(
                .svgFixedSize,
                "'\(name)' is an SVG but is declared as \(sizes.listed), so browsers that look for "
                    + "another size pass it over",
                mend: icon.entry == nil ? "write sizes=\"any\"" : "write \"sizes\": \"any\"",
                at: icon.place(of: "sizes"), of: icon.link.target)
        ]
    }

    private static func sizeProblems(of icon: IconDeclaration, _ image: IconImage) -> [IconProblem]
    {
        let real = Set(image.sizes.map { DeclaredSize.pixels(width: $0.width, height: $0.height) })
        let untrue = icon.link.sizes.filter { size in
            // With 'any', an ICO stands behind an SVG in browsers that show both.
            size == .any ? image.format != .ico : !real.contains(size)
        }
        guard !untrue.isEmpty else { return [] }
        let name = icon.link.target.shown(on: icon.page)
        let sizes = image.sizesText
        let picture =
            untrue == [.any] ? "an SVG" : "an image of \(untrue.filter { $0 != .any }.listed)"
        return [
            IconProblem(
                .untrueSize,
                "'\(name)' is declared as \(untrue.listed) but is \(sizes), so browsers choose it "
                    + "where another fits better and show it blurred",
                mend: (icon.entry == nil
                    ? "write sizes=\"\(sizes)\"" : "write \"sizes\": \"\(sizes)\"")
                    + ", or make \(picture)",
                at: icon.place(of: "sizes"), of: icon.link.target)
        ]
    }

    private static func typeProblems(of icon: IconDeclaration, _ image: IconImage) -> [IconProblem]
    {
        guard let type = icon.link.type.flatMap(MediaTypeName.essence),
            !MediaTypeName.names(type, image.format)
        else { return [] }
        let name = icon.link.target.shown(on: icon.page)
        let real = image.format.mediaType
        return [
            IconProblem(
                .untrueType,
                "'\(name)' is declared as \(type.beginning()) but is \(image.format.article) \(image.format), so "
                    + "browsers may skip it",
                mend: icon.entry == nil ? "write type=\"\(real)\"" : "write \"type\": \"\(real)\"",
                at: icon.place(of: "type"), of: icon.link.target)
        ]
    }

    private static func shapeProblems(
        of icon: IconDeclaration, _ image: IconImage,
        _ facts: Result<PictureFacts, PixelProblem>?
    ) -> [IconProblem] {
        let reason =
            image.format == .svg
            ? (try? facts?.get())?.silhouetteFault
            : "is \(image.format.article) \(image.format), not an SVG"
        guard let reason else { return [] }
        return [
            IconProblem(
                .maskIconShape,
                "the mask-icon '\(icon.link.target.shown(on: icon.page))' \(reason), so a pinned tab "
                    + "of Safari shows a blot",
                mend: "draw one shape in black on a transparent background:\n"
                    + "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><path d=\"…\"/></svg>",
                at: icon.place, of: icon.link.target)
        ]
    }
}

extension [DeclaredSize] {
    /// The first sizes, in words.
    var listed: String {
        prefix(5).map(\.description).joined(separator: " ") + (count > 5 ? " …" : "")
    }
}
