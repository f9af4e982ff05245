import URLs

/// The rules about icons that a page lacks.
struct MissingRules {
    private let page: SitePage
    private let site: AuditedSite
    /// What counts in browsers, which run scripts: not what is in `noscript`.
    private let declarations: [IconDeclaration]

    /// The side that iOS shows on its home screen, in pixels.
    private static let touchSide = 180
    /// Google takes icons whose side is a multiple of it, in pixels.
    private static let searchUnit = 48
    /// The sizes that browsers show in tabs and bookmarks, in pixels.
    private static let tabSides = [16, 32]
    /// The sizes of icons of applications, in pixels.
    private static let manifestSides = [192, 512]

    /// Looks at a page of a site.
    init(_ page: SitePage, in site: AuditedSite) {
        self.page = page
        self.site = site
        declarations = site.declarations(of: page).filter { !$0.link.isInNoscript }
    }

    /// What the page lacks; nothing for one that browsers leave at once.
    func problems() -> [IconProblem] {
        guard !page.page.isLeft else { return [] }
        if let declining { return problemsOfDeclining(declining) }
        return tabProblems + searchProblems + touchProblems + manifestProblems + defaultProblems
            + variantProblems
    }

    /// The link with which the page says that it has no icon, if all its icons say so.
    private var declining: IconLink? {
        let links = page.page.links.filter { $0.kinds.contains(.icon) && !$0.isInNoscript }
        return links.allSatisfy(\.target.isEmpty) ? links.last : nil
    }

    /// What is told of a page without icons, which is meant to lack them: only what is wrong with what it names all the
    /// same.
    private func problemsOfDeclining(_ link: IconLink) -> [IconProblem] {
        let note = IconProblem(
            .notLookedAt,
            "the page declares that it has no icon, so nobody looked what it lacks",
            mend: "name an icon, if it shall have one",
            at: IconDeclaration(link: link, page: page).place)
        let hasTouchIcon = declarations.contains { $0.link.kinds.contains(where: \.isTouch) }
        return [note] + (hasTouchIcon ? touchProblems : [])
            + (page.page.manifestOffset == nil ? [] : manifestProblems)
    }

    // Browsers and search

    /// The links that browsers take for tabs; where they are none but SVGs, which not all browsers show, the server's
    /// `/favicon.ico`, too.
    private var tabIcons: [IconLink] {
        let links = declarations.map(\.link).filter { link in
            link.source == .link && link.kinds.contains(.icon) && isUsable(link)
        }
        let isVector = links.allSatisfy { site.icons[$0.target]?.picture?.isScalable == true }
        return isVector ? links + (defaultIcon.map { [$0] } ?? []) : links
    }

    private var tabProblems: [IconProblem] {
        let sizes = tabIcons.flatMap(self.sizes)
        let missing = Self.tabSides.filter { !sizes.contains(.square($0)) }
        guard !missing.isEmpty else { return [] }
        let words = missing.map { "\($0)x\($0)" }.joined(separator: " and ")
        return [
            problem(
                .noTabIcon,
                "no icon has \(words) pixels, so tabs and bookmarks show a scaled, blurred one",
                mend: "make /favicon.ico with 16x16, 32x32 and 48x48 pixels, and add:\n"
                    + Snippet.link(href: "/favicon.ico", sizes: "16x16 32x32 48x48"))
        ]
    }

    private var searchProblems: [IconProblem] {
        let touch = declarations.map(\.link).filter { $0.kinds.contains(where: \.isTouch) }
        let links = tabIcons + touch.filter(isUsable) + (defaultIcon.map { [$0] } ?? [])
        let fits = links.contains { link in
            isSquareSVG(link)
                || sizes(of: link).contains { size in
                    guard case .pixels(let width, let height) = size else { return false }
                    return width == height && width > 0 && width.isMultiple(of: Self.searchUnit)
                }
        }
        if fits { return [] }
        return [
            problem(
                .noSearchIcon,
                "no icon is a square of a multiple of 48 pixels, so Google Search may show a globe",
                mend: "make an icon of 96x96 pixels, and add:\n"
                    + Snippet.link(href: "/icon-96.png", sizes: "96x96", type: "image/png"))
        ]
    }

    // Phones

    private var touchProblems: [IconProblem] {
        var icons = declarations.filter { $0.link.kinds.contains(where: \.isTouch) }
        if icons.isEmpty {
            // iPhones ask for it, whether or not a page names it.
            icons =
                page.page.document.map(AuditedSite.undeclaredTouchIcon)
                .map { [IconDeclaration(link: $0, page: page)] } ?? []
            guard icons.contains(where: { site.icons[$0.link.target]?.picture != nil }) else {
                return [
                    problem(
                        .noTouchIcon,
                        "no apple-touch-icon, so an iPhone's home screen shows a letter in its place",
                        mend: "make a PNG of 180x180 pixels without transparency, and add:\n"
                            + Snippet.link(
                                rel: "apple-touch-icon", href: "/apple-touch-icon.png"))
                ]
            }
        }
        // One that is broken is another rule's.
        icons = icons.filter { isUsable($0.link) }
        let vectors = icons.filter { site.icons[$0.link.target]?.picture?.format == .svg }
        if let icon = vectors.last, vectors.count == icons.count {
            return [
                IconProblem(
                    .noTouchIcon,
                    "the apple-touch-icon '\(icon.link.target.shown(on: page))' is an SVG, which iOS "
                        + "does not show, so an iPhone's home screen shows a letter in its place",
                    mend: "make a PNG of 180x180 pixels without transparency, and write:\n"
                        + Snippet.link(rel: "apple-touch-icon", href: "/apple-touch-icon.png"),
                    at: icon.place, of: icon.link.target)
            ]
        }
        var problems: [IconProblem] = []
        let isLargeEnough = icons.contains { icon in
            let sizes = self.sizes(of: icon.link)
            return sizes.isEmpty
                || sizes.contains { size in
                    guard case .pixels(let width, let height) = size else { return true }
                    return width == height && width >= Self.touchSide
                }
        }
        if !isLargeEnough, let icon = icons.last {
            problems.append(
                IconProblem(
                    .touchIconSize,
                    "'\(icon.link.target.shown(on: page))' is \(sizes(of: icon.link).listed), so an "
                        + "iPhone's home screen shows it blurred",
                    mend: "make a square of 180x180 pixels",
                    at: icon.place(of: "sizes"), of: icon.link.target))
        }
        for icon in icons {
            problems += pixelProblems(of: icon) { facts in
                !facts.hasTransparency
                    ? nil
                    : IconProblem(
                        .touchIconTransparent,
                        "'\(icon.link.target.shown(on: page))' has transparent pixels, behind which "
                            + "iOS draws black",
                        mend: "fill the background with a colour", at: icon.place,
                        of: icon.link.target)
            }
        }
        return problems
    }

    /// What the pixels of an icon tell, or that nobody looks at them.
    private func pixelProblems(
        of icon: IconDeclaration, _ problem: (PictureFacts) -> IconProblem?
    ) -> [IconProblem] {
        guard let file = site.icons[icon.link.target], let format = file.picture?.format else {
            return []
        }
        switch file.facts {
        case .success(let facts): return problem(facts).map { [$0] } ?? []
        // It is told already.
        case .failure: return []
        case nil:
            return [
                IconProblem(
                    .notLookedAt,
                    "the pixels of '\(icon.link.target.shown(on: page))' were not looked at: it is "
                        + "\(format.article) \(format)",
                    mend: "save it as PNG", at: icon.place, of: icon.link.target)
            ]
        }
    }

    // Applications

    private var manifestProblems: [IconProblem] {
        guard let url = page.page.manifest else {
            // A link that names nothing is another rule's.
            if page.page.manifestOffset != nil { return [] }
            return [
                problem(
                    .noManifestIcon,
                    "no manifest with icons of 192x192 and 512x512 pixels, so Android shows a "
                        + "letter, or an icon that is too small",
                    mend: "write /site.webmanifest:\n{\"icons\": [\n"
                        + "  \(Self.entry(192)),\n  \(Self.entry(512)),\n  \(Self.maskableEntry)\n]}\n"
                        + "and add:\n<link rel=\"manifest\" href=\"/site.webmanifest\">")
            ]
        }
        // One that cannot be read is another rule's.
        guard let manifest = site.manifests[url], manifest.isObject else { return [] }
        let place = SitePlace(text: manifest.text, offset: 0, page: page.text.name)
        var problems: [IconProblem] = []
        let plain = manifest.icons.filter { $0.link.purposes.contains(.any) }
        let sizes = plain.flatMap { self.sizes(of: $0.link) }
        let missing = Self.manifestSides.filter { !sizes.contains(.square($0)) }
        if !missing.isEmpty, !sizes.contains(.any) {
            let words = missing.map { "\($0)x\($0)" }.joined(separator: " and ")
            problems.append(
                IconProblem(
                    .noManifestIcon,
                    "no icon of \(words) pixels for any purpose, so Android shows a blurred icon or "
                        + "splash screen",
                    mend: "add to the icons:\n"
                        + missing.map { Self.entry($0) }.joined(separator: ",\n"),
                    at: place))
        }
        let maskable = manifest.icons.filter { $0.link.purposes.contains(.maskable) }
        if maskable.isEmpty {
            problems.append(
                IconProblem(
                    .noMaskableIcon,
                    "no maskable icon, so Android shows the icon small, on a white disc",
                    mend: "add to the icons:\n\(Self.maskableEntry)", at: place))
        }
        for icon in maskable {
            let declaration = IconDeclaration(
                link: icon.link, page: page, entry: (manifest, icon))
            problems += pixelProblems(of: declaration) { facts in
                !facts.hasContentBeyondSafeZone
                    ? nil
                    : IconProblem(
                        .maskableCutOff,
                        "'\(icon.link.target.shown(on: page))' has content beyond the safe zone, "
                            + "which Android cuts off",
                        mend: "draw it within the circle of 80 percent of the width, on a "
                            + "background that fills the square",
                        at: declaration.place, of: icon.link.target)
            }
        }
        return problems
    }

    private static func entry(_ side: Int) -> String {
        Snippet.entry(
            src: "/icon-\(side).png", sizes: "\(side)x\(side)", type: "image/png", purpose: "any")
    }

    private static let maskableEntry = Snippet.entry(
        src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable")

    // What nobody names, and variants

    private var defaultProblems: [IconProblem] {
        guard let document = page.page.document,
            let file = site.icons[.web(document.atOrigin("favicon.ico"))], file.resource.file == nil
        else { return [] }
        if file.resource.isUnknown { return [] }
        var reason = ""
        if case .failed(let error) = file.resource { reason = " (\(error))" }
        // Named by the page, it is broken.
        guard !declarations.contains(where: { $0.link.target == file.target }) else { return [] }
        return [
            problem(
                .noFaviconICO,
                "no /favicon.ico\(reason), so feed readers, crawlers and PDFs have no icon",
                mend: "make /favicon.ico with 16x16, 32x32 and 48x48 pixels")
        ]
    }

    private var variantProblems: [IconProblem] {
        let links = declarations.map(\.link).filter {
            $0.source == .link && $0.kinds.contains(.icon)
        }
        // A page without any icon has enough to mend.
        guard !links.isEmpty else { return [] }
        var problems: [IconProblem] = []
        let vectors = links.filter { link in
            site.icons[link.target]?.picture?.format == .svg
                || site.icons[link.target]?.picture == nil
                    && link.type.flatMap(MediaTypeName.essence) == ImageFormat.svg.mediaType
        }
        if vectors.isEmpty {
            problems.append(
                problem(
                    .noSVGIcon, "no SVG icon, so dense screens show a scaled one",
                    mend: "draw /icon.svg, and add:\n"
                        + Snippet.link(href: "/icon.svg", type: "image/svg+xml")))
        }
        let isDark = { (link: IconLink) in
            (link.media ?? "").asciiLowercased.contains("prefers-color-scheme")
                || site.icons[link.target]?.adaptsToScheme == true
        }
        // An SVG that nobody looked at may be one for both.
        let isKnown = vectors.allSatisfy { site.icons[$0.target]?.picture != nil }
        if isKnown, !links.contains(where: isDark) {
            problems.append(
                problem(
                    .noDarkIcon, "no icon for dark tabs, on which a dark icon can hardly be seen",
                    mend: "add to the SVG:\n<style>@media (prefers-color-scheme: dark) "
                        + "{ path { fill: white } }</style>\nor add:\n"
                        + Snippet.link(
                            href: "/icon-dark.png", media: "(prefers-color-scheme: dark)")))
        }
        return problems
    }

    // Sizes and pixels

    /// The server's `/favicon.ico`, if it is an icon.
    private var defaultIcon: IconLink? {
        guard let document = page.page.document else { return nil }
        let link = IconLink.ofServer(of: document)
        return site.icons[link.target]?.picture == nil ? nil : link
    }

    /// Whether an icon can be shown, as far as it was looked at.
    private func isUsable(_ link: IconLink) -> Bool {
        guard let file = site.icons[link.target] else { return true }
        if file.resource.isUnknown, case .web = link.target { return true }
        return file.picture != nil
    }

    /// The real sizes of an icon; the declared ones of one that nobody looked at.
    private func sizes(of link: IconLink) -> [DeclaredSize] {
        guard let image = site.icons[link.target]?.picture else { return link.sizes }
        return image.isScalable
            ? [.any] : image.sizes.map { .pixels(width: $0.width, height: $0.height) }
    }

    private func isSquareSVG(_ link: IconLink) -> Bool {
        guard let image = site.icons[link.target]?.picture, image.isScalable else { return false }
        return image.sizes.allSatisfy { $0.width == $0.height }
    }

    private func problem(_ rule: IconRule, _ message: String, mend: String) -> IconProblem {
        IconProblem(rule, message, mend: mend, at: page.headPlace)
    }
}

extension DeclaredSize {
    /// A size of equal sides.
    fileprivate static func square(_ side: Int) -> DeclaredSize {
        .pixels(width: side, height: side)
    }
}
