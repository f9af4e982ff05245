import DevtoolKit
import Fetching
import HTML
import Scanning
import URLs

enum BrokenRules {
    static func problems(of icon: IconDeclaration, in site: AuditedSite) -> [IconProblem] {
        guard let file = site.icons[icon.link.target] else {
            return icon.problem(
                .notLookedAt, "'\(icon.name)' was not checked: the site has more than \(site.limit) icons",
                mend: "check parts of the site")
        }
        if let url = ManifestRules.placeForPage(of: icon, in: site) { return placeProblem(of: icon, at: url) }
        switch icon.link.target {
        case .data: return dataProblems(of: icon, file) + contentProblems(of: icon, file)
        case .nothing: return []
        case .web(let url): return problems(of: icon, at: url, file, in: site)
        }
    }

    static func problems(of page: SitePage, in site: AuditedSite) -> [IconProblem] {
        let tags = page.page.withoutURL.filter { tag in !IconTarget.nothing(tag.reference ?? "").declaresNoIcon }
        var problems = tags.flatMap { tag in
            let attribute = tag.isTile ? "content" : "href"
            let place = page.place(of: attribute, inTagAt: tag.offset)
            if tag.exceedsLimit {
                return place.problem(
                    .notLookedAt,
                    "a tag for an icon was not checked: an attribute has more than "
                        + "\(HTMLScanner.attributeLimit >> 20) MiB",
                    mend: "put the image into a file, and write its URL")
            }
            let words =
                switch tag.reference {
                case nil: "a tag for an icon has no \(attribute), so browsers ignore it"
                case ""?: "a tag for an icon has an empty \(attribute), so browsers ignore it"
                case let text?: "'\(text)' is not a valid http, https or data: URL, so browsers show no icon or another"
                }
            return place.problem(.iconWithoutURL, words)
        }
        if page.page.exceedsLimit, !page.page.withoutURL.contains(where: \.exceedsLimit) {
            problems += page.headPlace.problem(
                .notLookedAt,
                "an attribute of a tag for an icon was not checked: it has more than "
                    + "\(HTMLScanner.attributeLimit >> 20) MiB", mend: "make it shorter")
        }
        if page.page.omittedCount > 0 {
            problems += page.headPlace.problem(
                .notLookedAt,
                "the first \(page.page.omittedCount) links to icons were not checked: the "
                    + "page has more than \(PageTags.iconLimit)", mend: "remove links")
        }
        if let reason = page.page.xmlProblem {
            problems += page.headPlace.problem(
                .notLookedAt, "the page is XML, but was read as HTML: \(reason)", mend: Page.libraryHint)
        }
        return problems + bodyProblem(of: page, in: site) + policyProblems(of: page, in: site)
    }

    private static func policyProblems(of page: SitePage, in site: AuditedSite) -> [IconProblem] {
        guard let document = page.page.document else { return [] }
        typealias Blocked = (name: String, place: SitePlace, target: IconTarget?, urls: [WebURL])
        var items = site.declarations(of: page).compactMap { icon -> Blocked? in
            guard icon.link.source == .link, case .web(let url) = icon.link.target else { return nil }
            var urls = [url]
            if case .served(let answer) = site.icons[icon.link.target]?.resource, answer.url != url.withoutCredentials {
                urls.append(answer.url)
            }
            return ("'\(icon.name)'", icon.place, icon.link.target, urls)
        }
        if let url = page.page.manifest {
            let name = "the manifest '\(IconTarget.web(url).shown(on: page))'"
            items.append((name, page.manifestPlace, nil, [url]))
        }
        return page.page.policies.map(\.text).distinct.flatMap { text -> [IconProblem] in
            var (blocked, lines): ([Blocked], [String]) = ([], [])
            for policy in page.page.policies where policy.text == text {
                var sources = policy.list.filter { $0 != "'none'" }
                let found = items.filter { item in
                    (item.target == nil) == (policy.use == .manifest)
                        && item.urls.enumerated().contains { index, url in
                            !policy.allows(url, on: document, isRedirected: index > 0)
                        }
                }
                for url in found.flatMap(\.urls) {
                    let source = url.hasOrigin(of: document) ? "'self'" : url.origin
                    if !sources.contains(source) { sources.append(source) }
                }
                if !found.isEmpty { lines.append("\(policy.use.rawValue) \(sources.joined(separator: " "))") }
                blocked += found
            }
            guard let first = blocked.first else { return [] }
            let names = blocked.map(\.name).distinct
            return first.place.problem(
                .blockedByCSP,
                "\(names.listed(", ")) \(names.count == 1 ? "is" : "are") forbidden by "
                    + "\(text.beginning()) in the page's policy, so browsers do not load "
                    + (names.count == 1 ? "it" : "them"), mend: "write in the policy: \(lines.joined(separator: "; "))",
                of: first.target)
        }
    }

    private static func bodyProblem(of page: SitePage, in site: AuditedSite) -> [IconProblem] {
        let links = page.linksInBody
        guard let link = links.first else { return [] }
        let icon = IconDeclaration(link: link, page: page)
        let count = links.count > 1 ? " and \(links.count - 1) more are" : " is"
        var (closer, mend) = ("", "move \(links.count > 1 ? "them" : "it") into the head")
        if let end = page.headEnd {
            let place = page.text.location(at: end.offset)
            closer = " that \(end.name) in line \(place.line) began"
            mend += ": above \(end.name) in line \(place.line)"
        }
        let tab = ChromiumTab(of: page, in: site)
        if let shown = tab.shown?.target, tab.candidates.contains(where: { $0.target == shown }),
            page.page.links.contains(where: { $0.target == shown })
        {
            mend =
                "remove \(links.count > 1 ? "these links" : "this link"), for the head names "
                + "'\(shown.shown(on: page))'; if \(links.count > 1 ? "they" : "it") should count, " + mend
        }
        return icon.problem(
            .iconInBody, "'\(icon.name)'\(count) in the body\(closer), so Chromium shows no icon or another", mend: mend
        )
    }

    private static func problems(of icon: IconDeclaration, at url: WebURL, _ file: AuditedIcon, in site: AuditedSite)
        -> [IconProblem]
    {
        let name = icon.name
        var problems: [IconProblem] = []
        if site.isURLKnown, icon.page.page.document?.scheme == .https, url.scheme == .http {
            problems += icon.problem(
                .mixedContent, "'\(name)' is fetched without encryption, which browsers block on an https page",
                mend: "write https: instead of http:")
            if file.resource.isUnknown { return problems }
        }
        let final: WebURL? = if case .served(let answer) = file.resource { answer.url } else { nil }
        if icon.link.source == .link, LoadingGate(icon.page.page)?.policy(against: url, redirectingTo: final) != nil,
            file.resource.isUnknown
        {
            return problems
        }
        switch file.resource {
        case .elsewhere, .late:
            return problems
                + icon.place.problem(
                    notLookedAt: file.resource, "'\(name)'", at: url, on: icon.page.page, of: icon.link.target)
        case .failed(let error):
            return problems
                + icon.problem(
                    .iconUnreachable, "'\(name)' cannot be fetched, so browsers show no icon: \(error)",
                    mend: "correct the URL")
        case .served(let answer):
            problems += problemsOfAnswer(answer, for: icon, at: url, in: site)
            if file.image != nil { problems += problemsOfImage(file, of: icon, answer) }
            problems += contentProblems(of: icon, file)
            return problems + SearchRules.problems(of: icon, at: answer.url, in: site)
        }
    }

    private static func problemsOfAnswer(
        _ answer: ServedFile, for icon: IconDeclaration, at url: WebURL, in site: AuditedSite
    ) -> [IconProblem] {
        guard (200...299).contains(answer.status) else { return site.problem(ofMissing: icon, at: url, answer) }
        var problems: [IconProblem] = []
        if LoadingGate(icon.page.page)?.isShared(answer.url, answer.headers) == false {
            problems += icon.problem(
                .blockedByCORP,
                "'\(icon.name)' is sent with 'Cross-Origin-Resource-Policy: "
                    + "\((answer.headers["Cross-Origin-Resource-Policy"] ?? "").beginning(20))', so browsers show no icon"
            )
        }
        if answer.url.host != url.host {
            problems += icon.problem(
                .iconRedirected, "'\(icon.name)' redirects to \(answer.url.host), to which every visitor then connects",
                mend: "name the final URL: " + answer.url.withoutCredentials.description.beginning(1000))
        }
        return problems
    }

    private static func problemsOfImage(_ file: AuditedIcon, of icon: IconDeclaration, _ answer: ServedFile)
        -> [IconProblem]
    {
        let name = icon.name
        switch file.loaded {
        case .failure(.wrongType), .success: return typeProblems(file, of: icon, answer)
        // `notSquare` reports this.
        case .failure(.wrongSides): return []
        // Reported with the message of the decoder.
        case .failure(.incomplete) where file.facts != nil: return []
        case .failure(.page):
            return icon.problem(.iconIsHTML, "'\(name)' is an HTML page, so browsers show no icon or another")
        case .failure(.empty):
            return icon.problem(.iconEmpty, "'\(name)' is empty, so browsers show no icon or another")
        case .failure(.noLibrary(let reason)):
            return icon.problem(.notLookedAt, "'\(name)' was not checked: \(reason)", mend: Page.libraryHint)
        case .failure(let reason):
            return icon.problem(
                .iconUnreadable, "'\(name)' is no icon (\(reason)), so browsers show another icon or none")
        }
    }

    private static func typeProblems(_ file: AuditedIcon, of icon: IconDeclaration, _ answer: ServedFile)
        -> [IconProblem]
    {
        guard let image = file.picture else { return [] }
        let sent = answer.mediaType.map { "as \($0.beginning())" } ?? "without a Content-Type"
        var consequence = "so browsers show no icon"
        if file.isUsable {
            // Browsers sniff the bytes; other programs trust the Content-Type.
            guard let type = answer.mediaType, !type.hasPrefix("image/"), type != "application/octet-stream" else {
                return []
            }
            consequence = "so crawlers and feed readers, which trust it, show no icon"
        }
        return icon.problem(
            .iconContentType,
            "'\(icon.name)' is \(image.format.article) \(image.format), but is sent \(sent), " + consequence,
            mend: "send it as \(image.format.mediaType)")
    }

    private static func contentProblems(of icon: IconDeclaration, _ file: AuditedIcon) -> [IconProblem] {
        // Browsers draw a picture without a size.
        if file.isUsable, case .failure(let reason)? = file.image {
            let isPixel = if case .singlePixel = reason { true } else { false }
            return icon.problem(
                isPixel ? .iconSinglePixel : .iconInvisible,
                "'\(icon.name)' \(isPixel ? "is a single pixel" : "has no size"), so the tab shows an empty spot")
        }
        if let reference = file.externalReference {
            return icon.problem(
                .svgExternalReference,
                "'\(icon.name)' needs '\(reference.beginning())', which browsers do not load for an "
                    + "icon, so a part of the picture is missing")
        }
        switch file.facts {
        case .failure(let reason): return reason.finding(on: icon)
        case .success(let facts):
            guard file.isUsable, let words = facts.visible.invisibility(of: icon) else { return [] }
            return icon.problem(
                .iconInvisible, "'\(icon.name)' \(words)", mend: facts.visible == .none ? "draw a visible picture" : nil
            )
        case nil: return []
        }
    }

    private static func dataProblems(of icon: IconDeclaration, _ file: AuditedIcon) -> [IconProblem] {
        guard case .failure(let reason) = file.loaded else { return [] }
        // Reported with the message of the decoder.
        if case .incomplete = reason, file.facts != nil { return [] }
        let isEmpty = reason == .empty || reason == .damagedURL
        let words = isEmpty ? "the data: URL has no data" : "the data: URL holds no icon: \(reason)"
        return icon.problem(
            isEmpty ? .dataURLEmpty : .iconUnreadable, "\(words), so browsers show no icon",
            mend: "write the image's bytes, or href=\"data:,\" if the page should have no icon")
    }

    /// The problem with a manifest's icon whose URL was written relative to the page.
    private static func placeProblem(of icon: IconDeclaration, at url: WebURL) -> [IconProblem] {
        icon.problem(
            .manifestIconPlace,
            "'\(icon.name)' is not there, so Android shows no icon: icons of a manifest are relative to "
                + "the manifest, not to the page",
            mend: "write \"src\": \"\(IconTarget.web(url).shown(on: icon.page))\"")
    }
}

extension AuditedSite {
    func problem(ofMissing icon: IconDeclaration, at url: WebURL, _ answer: ServedFile) -> [IconProblem] {
        if let other = folder?.urlDifferingInCase(from: url) {
            let name = IconTarget.web(other).shown(on: icon.page)
            return icon.problem(
                .iconNotFound,
                "'\(icon.name)' is not there, but '\(name)' is: servers distinguish upper and lower case, "
                    + "so browsers show no icon or another", mend: "write '\(name)', or rename the file")
        }
        let outside = isURLKnown ? "" : "; if only a part of the site is checked, name its folder with --root"
        return icon.problem(
            .iconNotFound, "'\(icon.name)' is not there (status \(answer.status)), so browsers show no icon or another",
            mend: "put the file there, or correct the URL\(outside)")
    }
}

extension VisibleColors {
    /// Why an icon is invisible where it is shown, as words that follow its name; `nil` if it is visible.
    fileprivate func invisibility(of icon: IconDeclaration) -> String? {
        let isForTabs = icon.link.source == .link && icon.link.kinds.contains(.icon)
        func isShown(_ scheme: MediaEnvironment.Scheme) -> Bool {
            isForTabs && MediaQuery.matches(icon.link.media, in: MediaEnvironment(scheme: scheme))
        }
        switch self {
        case .none: return "shows nothing, so there is an empty spot instead"
        case .one(.white) where isShown(.light): return "is white only, so it is invisible on a light tab"
        case .one(.dark) where isShown(.dark) && !isShown(.light):
            return "is dark only, so it is invisible on a dark tab"
        case .one, .several: return nil
        }
    }
}

extension ImageFormat {
    var article: String {
        switch self {
        case .ico, .svg, .avif: "an"
        case .png, .cur, .gif, .jpeg, .webp, .bmp: "a"
        }
    }
}

extension Rule {
    static let iconNotFound = Rule(
        "icon-not-found", in: .broken, level: .error, "MissingIconFile", "The server has no file at the icon's URL.",
        because: "Browsers show another icon or none, and request the file again.",
        help: "Correct the URL, or put the file there.", source: RuleSource.html)
    static let iconUnreachable = Rule(
        "icon-unreachable", in: .broken, level: .error, "UnreachableIcon", "The icon's server does not answer.",
        because: "Browsers show another icon, or none.",
        help: "Correct the host, or serve the icon from the site itself.", source: RuleSource.html)
    static let iconIsHTML = Rule(
        "icon-is-html", in: .broken, level: .error, "HTMLInsteadOfIcon", "There is an HTML page at the icon's URL.",
        because: "Browsers show another icon, or none; monitoring sees a success.",
        help: "Put the icon there, or let the server respond with 404.", source: RuleSource.sniffing)
    static let iconEmpty = Rule(
        "icon-empty", in: .broken, level: .error, "EmptyIconFile", "The icon's file has no bytes.",
        because: "Browsers show another icon, or none.", help: "Build the file again.", source: RuleSource.html)
    static let iconSinglePixel = Rule(
        "icon-single-pixel", in: .broken, level: .error, "OnePixelIcon", "The icon is a single pixel.",
        because: "The tab shows an empty spot.", help: "Use a picture of 32x32 pixels.", source: RuleSource.html)
    static let iconUnreadable = Rule(
        "icon-unreadable", in: .broken, level: .error, "DamagedIcon",
        "The icon's file is not an image that browsers can read.", because: "Browsers show another icon, or none.",
        help: "Save the image again, as PNG, ICO or SVG.", source: RuleSource.sniffing)
    static let iconContentType = Rule(
        "icon-content-type", in: .broken, level: .error, "IconMediaType",
        "The server sends the icon with the wrong Content-Type.",
        because: "Browsers accept an SVG only as image/svg+xml, and only an SVG "
            + "as that; for other types, crawlers and feed readers trust the header.",
        help: "Correct the file's extension, or the server's table of types.", source: RuleSource.sniffing)
    static let iconInBody = Rule(
        "icon-in-body", in: .broken, level: .error, "IconLinkInBody",
        "The page names icons in its body, often because a tag closed the head too early.",
        because: "Chromium ignores these links, and shows another icon or none.", help: "Move the links into the head.",
        source: "https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead")
    static let blockedByCSP = Rule(
        "blocked-by-csp", in: .broken, level: .error, "IconForbiddenByPolicy",
        "The page's Content-Security-Policy forbids the icon, or the manifest.",
        because: "Browsers do not request it, and show no icon.",
        help: "Name the file's origin in img-src, that of the manifest in manifest-src.",
        source: "https://www.w3.org/TR/CSP3/#directive-img-src")
    static let blockedByCORP = Rule(
        "blocked-by-corp", in: .broken, level: .error, "IconForbiddenByItsServer",
        "The icon's server forbids other sites to show it, by Cross-Origin-Resource-Policy.",
        because: "Browsers load the icon, but do not show it.",
        help: "Send 'Cross-Origin-Resource-Policy: cross-origin' with it.",
        source: "https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header")
    static let iconInvisible = Rule(
        "icon-invisible", in: .broken, level: .error, "NothingToSee",
        "The icon is transparent or empty, or has the colour of the tab.", because: "Users see an empty spot instead.",
        help: "Draw it in a colour that contrasts with the tab.", source: RuleSource.html)
    static let svgExternalReference = Rule(
        "svg-external-reference", in: .broken, level: .error, "ExternalPartOfSVG",
        "An SVG refers to another file, such as a picture, a style sheet or a font.",
        because: "Browsers load no further files for an icon, so that part is missing.",
        help: "Put the other file into the SVG, a picture or a font as a data: URL.",
        source: "https://www.w3.org/TR/SVG2/conform.html#secure-static-mode")
    static let iconRedirected = Rule(
        "icon-redirected", in: .broken, level: .warning, "IconOnAnotherHost",
        "The icon's URL redirects to another host.",
        because: "Each visitor connects to a host that the page does not name, and without that "
            + "host there is no icon.", help: "Name the final URL, or serve the file from the site itself.",
        source: RuleSource.google)
    static let mixedContent = Rule(
        "mixed-content", in: .broken, level: .error, "InsecureIcon",
        "A page that is served over https has an icon or a manifest with an http URL.",
        because: "Browsers block it, or request it over https.",
        help: "Write the URL with https, or without a scheme and a host.",
        source: "https://www.w3.org/TR/mixed-content/")
    static let dataURLEmpty = Rule(
        "data-url-empty", in: .broken, level: .error, "EmptyDataURL", "A data: URL has no data.",
        because: "Browsers show no icon.",
        help: "Write the image's bytes, or 'data:,' if the page should have no icon.",
        source: "https://www.rfc-editor.org/rfc/rfc2397")
    static let iconWithoutURL = Rule(
        "icon-without-url", in: .broken, level: .error, "IconWithoutURL",
        "A link, a tile or a manifest entry has no URL.", because: "Browsers ignore it, or show no icon.",
        help: "Write the icon's URL, or remove the tag.", source: RuleSource.html)
    static let notLookedAt = Rule(
        "not-looked-at", in: .unchecked, level: .note, "UncheckedIcon", "An icon, or its pixels, could not be checked.",
        because: "Problems with it are not found.",
        help: "Install the named library, or check the deployed site by its URL.")
}
