import DevtoolKit
import URLs

struct MissingRules {
    private let page: SitePage
    private let site: AuditedSite
    /// Without links in `noscript`, which browsers that run scripts ignore.
    private let declarations: [IconDeclaration]
    private let tabLinks: [IconLink]
    /// The path of the site's folder on its host, without a trailing slash.
    private let root: String

    private static let tabSide = 32
    /// The minimum side that Google recommends, in pixels.
    private static let searchSide = 48
    private static let manifestSides = [192, 512]
    init(_ page: SitePage, in site: AuditedSite) {
        self.page = page
        self.site = site
        root = String(site.folder?.base.path.dropLast() ?? "")
        declarations = site.declarations(of: page).filter { !$0.link.isInNoscript }
        tabLinks = declarations.map(\.link).filter { $0.source == .link && $0.kinds.contains(.icon) }
    }

    /// The icons that the page lacks; only those of the manifest if the page declares that it has no icon.
    func problems() -> [IconProblem] {
        guard !page.page.isLeft else { return [] }
        if let declining = ChromiumTab(of: page, in: site).declining {
            return IconDeclaration(link: declining, page: page).problem(
                .notLookedAt, "the page declares that it has no icon, so missing icons are not reported",
                mend: "declare an icon if the page should have one")
                + (page.page.manifestOffset == nil ? [] : manifestProblems)
        }
        let ofTab = tabProblems
        return ofTab + searchProblems + defaultProblems
            // A page that relies on the server's icon alone does so on purpose.
            + (tabLinks.isEmpty && ofTab.isEmpty ? [] : variantProblems) + touchProblems + manifestProblems
    }

    /// The links for tabs that may be shown, or the server's `/favicon.ico` if there are none.
    private var tabIcons: [IconLink] {
        // Other rules report broken icons.
        if !tabLinks.isEmpty { return tabLinks.filter { site.mayBeUsable($0) } }
        return page.page.document.map { [IconLink.ofServer(of: $0)] }?.filter { site.mayBeUsable($0) } ?? []
    }

    private var isWithoutIcon: Bool { tabIcons.isEmpty && !declarations.contains { $0.link.kinds.contains(.icon) } }

    private var tabProblems: [IconProblem] {
        let message: String
        if isWithoutIcon {
            message = "no icon for tabs, so browsers show a globe instead"
        } else {
            let fits = tabIcons.contains { link in
                let square = PixelSize(width: Self.tabSide, height: Self.tabSide)
                return site.mayBeVector(link) || site.mayHaveSize(of: link) { $0 == square }
            }
            if fits || tabIcons.isEmpty { return [] }
            message = "no icon is an SVG or 32x32 pixels in size, so tabs and bookmarks show a scaled icon"
        }
        return missing(
            .noTabIcon, message, mend: defaultMend, adding: [Snippet.link(href: "\(root)/favicon.ico", sizes: "32x32")])
    }

    private var searchProblems: [IconProblem] {
        let touch = declarations.map(\.link).filter { $0.kinds.contains(where: \.isTouch) }
        let links = tabIcons + touch.filter { site.mayBeUsable($0) }
        let fits = links.contains { link in
            site.mayBeVector(link) || site.mayHaveSize(of: link) { min($0.width, $0.height) >= Self.searchSide }
        }
        if fits || isWithoutIcon || tabIcons.isEmpty { return [] }
        return missing(
            .noSearchIcon, "no icon is an SVG or 48x48 pixels in size, so Google Search shows a blurred icon",
            mend: vectorMend, adding: vectorLines)
    }

    private var defaultProblems: [IconProblem] {
        guard let document = page.page.document, let file = site.icons[.web(document.atOrigin("favicon.ico"))],
            file.resource.file == nil, !file.resource.isUnknown,
            // Other rules report an icon that the page names.
            !declarations.contains(where: { $0.link.target == file.target })
        else { return [] }
        var reason = ""
        if case .failed(let error) = file.resource { reason = " (\(error))" }
        return missing(
            .noFaviconICO, "no /favicon.ico\(reason), so feed readers, crawlers and PDFs have no icon",
            mend: defaultMend)
    }

    private var defaultMend: String { "create a 32x32-pixel \(root)/favicon.ico" }

    private var vectorMend: String {
        let draw = "draw a square \(root)/icon.svg"
        return hiding.map { "\(draw), and \($0.mendOfHiding)" } ?? draw
    }

    private var vectorLines: [String] {
        [hiding?.lineThatHidesNothing, Snippet.link(href: "\(root)/icon.svg", type: "image/svg+xml")].compactMap(\.self)
    }

    private var hiding: IconDeclaration? {
        declarations.first { icon in
            icon.link.source == .link && icon.link.kinds.contains(.icon)
                && site.icons[icon.link.target]?.picture.map {
                    !$0.isScalable && ChromiumTab.fit.real($0, declaredBy: icon.link).value == 1
                } == true
        }
    }

    private var variantProblems: [IconProblem] {
        var problems: [IconProblem] = []
        let isDark = { (link: IconLink) in
            (link.media ?? "").asciiLowercased.contains("prefers-color-scheme")
                // An SVG that cannot be drawn may have colors for both schemes.
                || site.mayBeVector(link) && (try? site.icons[link.target]?.facts?.get()) == nil
        }
        let shown = ChromiumTab(of: page, in: site, .dark).shown
        if let facts = try? shown?.facts?.get(), facts.hasTransparency, facts.visible.areDark,
            !tabLinks.contains(where: isDark)
        {
            let isDrawn = shown?.picture?.isScalable == true
            problems += missing(
                .noDarkIcon, "no icon for dark tabs, where the dark icon is hardly visible",
                mend: isDrawn
                    ? "add to the SVG:\n<style>@media (prefers-color-scheme: dark) "
                        + "{ :root { filter: invert(1) } }</style>" : "draw a light 32x32-pixel \(root)/icon-dark.png",
                adding: isDrawn
                    ? [] : [Snippet.link(href: "\(root)/icon-dark.png", media: "(prefers-color-scheme: dark)")])
        }
        if !tabLinks.contains(where: site.mayBeVector) {
            problems += missing(
                .noSVGIcon, "no SVG icon, so high-density screens show a scaled icon", mend: vectorMend,
                adding: vectorLines)
        }
        return problems
    }

    private var touchProblems: [IconProblem] {
        let icons = site.touchIcons(of: page)
        // Other rules report broken icons.
        let usable = icons.filter { site.mayBeUsable($0.link) }
        let mend = "create a 180x180-pixel \(root)/apple-touch-icon.png without transparency"
        let line = Snippet.link(rel: "apple-touch-icon", href: "\(root)/apple-touch-icon.png")
        if icons.isEmpty {
            return missing(
                .noTouchIcon, "no apple-touch-icon, so an iPhone's home screen shows a letter instead", mend: mend,
                adding: [line])
        }
        guard let icon = usable.last, usable.allSatisfy({ site.isVector($0.link) }) else { return [] }
        return icon.problem(
            .noTouchIcon,
            "the apple-touch-icon '\(icon.name)' is an SVG, which iOS does not show, so an "
                + "iPhone's home screen shows a letter instead", mend: "\(mend), and write:\n\(line)")
    }

    private var manifestProblems: [IconProblem] {
        guard page.page.manifest != nil else {
            // `manifestNotFound` reports a link without a URL.
            if page.page.manifestOffset != nil { return [] }
            let entries = Self.manifestSides.map { entry($0) } + [maskableEntry]
            return missing(
                .noManifestIcon, "no manifest with icons, so Android shows a letter or an icon that is too small",
                mend: "write \(root)/site.webmanifest:\n{\"icons\": [\n  " + entries.joined(separator: ",\n  ")
                    + "\n]}", adding: [Snippet.link(rel: "manifest", href: "\(root)/site.webmanifest")])
        }
        // `ManifestRules` reports a manifest that cannot be loaded or read.
        guard let manifest = site.manifest(of: page), manifest.isObject else { return [] }
        let place = SitePlace(text: manifest.text, offset: 0, page: page.text.name)
        var problems: [IconProblem] = []
        let plain = manifest.icons.filter { $0.link.purposes.contains(.any) }
        let sizes = plain.flatMap { site.sizes(of: $0.link) }
        let missing = Self.manifestSides.filter { !sizes.contains(.square($0)) }
        let isUnknown = plain.contains { site.isUnknown($0.link) }
        if !missing.isEmpty, !sizes.contains(.any), !isUnknown {
            let words = missing.map { "\($0)x\($0)" }.joined(separator: " or ")
            problems += place.problem(
                .noManifestIcon,
                "no \(words) pixel icon with the purpose 'any', so Android shows a blurred icon or splash screen",
                mend: "add to the icons:", adding: missing.map { entry($0) })
        }
        if !manifest.icons.contains(where: { $0.link.purposes.contains(.maskable) }) {
            problems += place.problem(
                .noMaskableIcon, "no maskable icon, so Android shows a small icon on a white disc",
                mend: "add to the icons:", adding: [maskableEntry])
        }
        return problems
    }

    private func entry(_ side: Int) -> String {
        Snippet.entry(src: "\(root)/icon-\(side).png", sizes: "\(side)x\(side)", type: "image/png", purpose: "any")
    }

    private var maskableEntry: String {
        Snippet.entry(src: "\(root)/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable")
    }

    private func missing(_ rule: Rule, _ message: String, mend: String, adding lines: [String] = []) -> [IconProblem] {
        let names = declarations.filter { $0.link.source == .link }.map { "href=\"\($0.name)\"" }
        return page.headPlace.problem(
            rule, message, mend: mend, adding: lines,
            isReplacing: lines.contains { line in names.contains(where: line.contains) })
    }
}

extension AuditedSite {
    /// Whether an icon can be shown, or is unknown.
    func mayBeUsable(_ link: IconLink) -> Bool { isUnknown(link) || icons[link.target]?.isUsable == true }

    func isUnknown(_ link: IconLink) -> Bool {
        guard case .web = link.target, let file = icons[link.target] else { return icons[link.target] == nil }
        return file.resource.isUnknown
    }

    /// The real sizes of an icon, or the declared ones if it was not loaded, or if `notSquare` reports it.
    func sizes(of link: IconLink) -> [DeclaredSize] {
        guard let image = icons[link.target]?.picture, !image.isFarFromSquare || !link.sizes.contains(where: \.isSquare)
        else { return link.sizes }
        return image.isScalable ? [.any] : image.declaredSizes
    }

    /// Whether an icon has a size; `true` if its sizes are unknown.
    func mayHaveSize(of link: IconLink, where isIt: (PixelSize) -> Bool) -> Bool {
        let sizes = sizes(of: link)
        return isUnknown(link) || sizes.isEmpty
            || sizes.contains { size in
                guard case .pixels(let width, let height) = size else { return true }
                return isIt(PixelSize(width: width, height: height))
            }
    }

    func mayBeVector(_ link: IconLink) -> Bool { isUnknown(link) || isVector(link) }

    /// Whether an icon is an SVG, according to its declared type if it was not loaded.
    func isVector(_ link: IconLink) -> Bool {
        icons[link.target]?.picture.map { $0.format == .svg }
            ?? (link.type?.mediaTypeEssence == ImageFormat.svg.mediaType)
    }

    /// The icons for home screens in the order of the page, or the file that iPhones request by default.
    func touchIcons(of page: SitePage) -> [IconDeclaration] {
        let named = declarations(of: page).filter { !$0.link.isInNoscript && $0.link.kinds.contains(where: \.isTouch) }
        if !named.isEmpty { return named }
        return page.page.document.map(Self.undeclaredTouchIcon).map { [IconDeclaration(link: $0, page: page)] }?.filter
        { icons[$0.link.target]?.picture != nil } ?? []
    }
}

extension DeclaredSize {
    static func square(_ side: Int) -> DeclaredSize { .pixels(width: side, height: side) }

    var isSquare: Bool { if case .pixels(let width, let height) = self { width == height } else { false } }
}

extension Rule {
    static let noTabIcon = Rule(
        "no-tab-icon", in: .missing, level: .note, "NoIconForTabs",
        "The page lacks a tab icon that is an SVG or 32x32 pixels.",
        because: "Tabs and bookmarks show a globe or a scaled icon.", help: "Add a 32x32-pixel ICO.",
        source: RuleSource.chromium)
    static let noSearchIcon = Rule(
        "no-search-icon", in: .missing, level: .note, "NoIconForSearch", "No icon is an SVG or at least 48x48 pixels.",
        because: "Google Search shows a blurred icon.", help: "Add an SVG.", source: RuleSource.google)
    static let noTouchIcon = Rule(
        "no-touch-icon", in: .missing, level: .note, "NoIconForPhones",
        "The page has no apple-touch-icon that iOS shows.",
        because: "A bookmark on an iPhone's home screen shows a letter or a tiny picture of the page.",
        help: "Add a 180x180-pixel PNG.", source: RuleSource.appleTouch)
    static let noManifestIcon = Rule(
        "no-manifest-icon", in: .missing, level: .note, "NoIconForApps",
        "There is no manifest, or it lacks a 192x192-pixel or 512x512-pixel icon.",
        because: "Android does not offer to install the site, or shows a blurred icon and splash screen.",
        help: "Add icons of both sizes to the manifest.", source: "https://web.dev/articles/install-criteria")
    static let noMaskableIcon = Rule(
        "no-maskable-icon", in: .missing, level: .note, "NoMaskablePicture", "The manifest has no maskable icon.",
        because: "Android shows a small icon on a white disc.",
        help: "Add an icon with the purpose 'maskable' whose content stays within the safe zone.",
        source: RuleSource.maskable)
    static let noFaviconICO = Rule(
        "no-favicon-ico", in: .missing, level: .note, "NoDefaultIcon", "The server has no /favicon.ico.",
        because: "Feed readers, crawlers and non-HTML pages such as PDFs have no icon, and each "
            + "request logs a 404.", help: "Put a 32x32-pixel ICO there.", source: RuleSource.html)
    static let noSVGIcon = Rule(
        "no-svg-icon", in: .missing, level: .note, "NoSVGVariant", "The page has icons, but none is an SVG.",
        because: "The icon is scaled on high-density screens and at unusual sizes; Firefox prefers an SVG.",
        help: "Add a link to an SVG.",
        source: "https://searchfox.org/mozilla-central/source/browser/modules/FaviconLoader.sys.mjs")
    static let noDarkIcon = Rule(
        "no-dark-icon", in: .missing, level: .note, "NoDarkVariant",
        "The icon is dark on a transparent background, and the page has no other icon for dark tabs.",
        because: "The icon is hardly visible in a dark browser.",
        help: "Use prefers-color-scheme in the SVG, or a link with a media attribute.",
        source: "https://developer.mozilla.org/en-US/docs/Web/CSS/@media/prefers-color-scheme")
}
