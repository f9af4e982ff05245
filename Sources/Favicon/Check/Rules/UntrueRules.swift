import DevtoolKit
import Scanning

enum UntrueRules {
    static func problems(of icon: IconDeclaration, in site: AuditedSite) -> [IconProblem] {
        // The names of tiles are not their sizes: Microsoft recommends larger pictures.
        guard icon.link.source == .link || icon.link.source == .manifest else { return [] }
        var problems = sizesProblems(of: icon)
        guard let image = site.icons[icon.link.target]?.picture else { return problems }
        problems += image.isScalable ? fixedSizeProblems(of: icon) : sizeProblems(of: icon, image)
        problems += typeProblems(of: icon, image)
        return problems
    }

    private static func sizesProblems(of icon: IconDeclaration) -> [IconProblem] {
        guard let text = icon.link.sizesText else { return [] }
        let wrong = text.asciiTokens.filter { DeclaredSize.parse($0).isEmpty }
        guard !wrong.isEmpty || icon.link.sizes.isEmpty else { return [] }
        let words =
            wrong.isEmpty
            ? "sizes=\"\(text.beginning())\" contains no valid size" : "'\(wrong[0].beginning())' is not a valid size"
        return icon.problem(
            .invalidSizes, "\(words), so browsers guess which icon fits",
            mend: "write the width and height without units, such as sizes=\"32x32\"", at: "sizes")
    }

    private static func fixedSizeProblems(of icon: IconDeclaration) -> [IconProblem] {
        let sizes = icon.link.sizes
        guard !sizes.isEmpty, !sizes.contains(.any), icon.link.kinds != [.maskIcon] else { return [] }
        return icon.problem(
            .svgFixedSize,
            "'\(icon.name)' is an SVG but is declared as \(sizes.listed()), so browsers that "
                + "look for another size skip it", mend: icon.writing("sizes", "any"), at: "sizes")
    }

    private static func sizeProblems(of icon: IconDeclaration, _ image: IconImage) -> [IconProblem] {
        // `notSquare` reports a picture that is declared as square but is not.
        if image.isFarFromSquare, icon.link.sizes.contains(where: \.isSquare) { return [] }
        let real = Set(image.declaredSizes)
        let untrue = icon.link.sizes.filter { size in
            // With `any`, browsers that support both rank an ICO after an SVG.
            size == .any ? image.format != .ico : !real.contains(size)
        }
        guard !untrue.isEmpty else { return [] }
        let sizes = image.sizesText
        let picture = untrue == [.any] ? "an SVG" : "a \(untrue.filter { $0 != .any }.listed()) image"
        return icon.problem(
            .untrueSize,
            "'\(icon.name)' is declared as \(untrue.listed()) but is \(sizes), so browsers choose "
                + "it even if another fits better, and show it blurred",
            mend: "\(icon.writing("sizes", sizes)), or make \(picture)", at: "sizes")
    }

    private static func typeProblems(of icon: IconDeclaration, _ image: IconImage) -> [IconProblem] {
        guard let type = icon.link.type?.mediaTypeEssence, !image.format.isNamed(by: type) else { return [] }
        return icon.problem(
            .untrueType,
            "'\(icon.name)' is declared as \(type.beginning()) but is \(image.format.article) \(image.format), so "
                + "browsers may skip it", mend: icon.writing("type", image.format.mediaType), at: "type")
    }
}

extension Array where Element: CustomStringConvertible {
    /// The first elements, and `…` if there are more.
    func listed(_ separator: String = " ", limit: Int = 5) -> String {
        prefix(limit).map(\.description).joined(separator: separator) + (count > limit ? "\(separator)…" : "")
    }
}

extension Rule {
    static let untrueSize = Rule(
        "untrue-size", in: .untrue, level: .error, "WrongSizeDeclared", "The image does not have its declared size.",
        because: "Browsers choose icons by declared size, so they choose the wrong one, which looks blurred.",
        help: "Declare the actual size, or make the image that size.", source: RuleSource.chromium)
    static let untrueType = Rule(
        "untrue-type", in: .untrue, level: .warning, "WrongTypeDeclared", "The image does not have its declared type.",
        because: "A browser that does not support the declared type skips the icon.",
        help: "Declare the actual type, or omit it.", source: RuleSource.html)
    static let invalidSizes = Rule(
        "invalid-sizes", in: .untrue, level: .warning, "UnreadableSizes",
        "The value of 'sizes' is empty or contains an invalid size.",
        because: "Browsers ignore it and guess which icon fits.", help: "Use sizes such as '16x16 32x32', or 'any'.",
        source: RuleSource.sizes)
    static let svgFixedSize = Rule(
        "svg-fixed-size", in: .untrue, level: .warning, "SizesOfSVG",
        "An SVG icon is declared with a fixed size, although it scales to any size.",
        because: "Browsers that look for another size skip it.", help: "Declare the size as 'any'.",
        source: RuleSource.chromium)
}
