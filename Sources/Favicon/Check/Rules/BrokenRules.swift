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
                mend: "check the site in parts")
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
                    "an icon tag was not checked: an attribute exceeds \(HTMLScanner.attributeLimit >> 20) MiB",
                    mend: "put the image in a file and use its URL")
            }
            let words =
                switch tag.reference {
                case nil: "an icon tag has no \(attribute), so browsers ignore it"
                case ""?: "an icon tag has an empty \(attribute), so browsers ignore it"
                case let text?:
                    "'\(text)' is not a valid http, https or data: URL, so browsers show another icon or none"
                }
            return place.problem(.iconWithoutURL, words)
        }
        if page.page.exceedsLimit, !page.page.withoutURL.contains(where: \.exceedsLimit) {
            problems += page.headPlace.problem(
                .notLookedAt,
                "an attribute of an icon tag was not checked: it exceeds \(HTMLScanner.attributeLimit >> 20) MiB",
                mend: "shorten it")
        }
        if page.page.omittedCount > 0 {
            problems += page.headPlace.problem(
                .notLookedAt,
                "the first \(page.page.omittedCount) icon links were not checked: the "
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
                "\(names.listed(", ")) \(names.count == 1 ? "is" : "are") blocked by "
                    + "\(text.beginning()) in the page's policy, so browsers do not load "
                    + (names.count == 1 ? "it" : "them"), mend: "set in the policy: \(lines.joined(separator: "; "))",
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
            closer = " (started by \(end.name) on line \(place.line))"
            mend += ", above \(end.name) on line \(place.line)"
        }
        let tab = ChromiumTab(of: page, in: site)
        if let shown = tab.shown?.target, tab.candidates.contains(where: { $0.target == shown }),
            page.page.links.contains(where: { $0.target == shown })
        {
            mend =
                "remove \(links.count > 1 ? "these links" : "this link"), because the head links to "
                + "'\(shown.shown(on: page))'; to use \(links.count > 1 ? "them" : "it") instead, " + mend
        }
        return icon.problem(
            .iconInBody, "'\(icon.name)'\(count) in the body\(closer), so Chromium shows another icon or none",
            mend: mend)
    }

    private static func problems(of icon: IconDeclaration, at url: WebURL, _ file: AuditedIcon, in site: AuditedSite)
        -> [IconProblem]
    {
        let name = icon.name
        var problems: [IconProblem] = []
        if site.isURLKnown, icon.page.page.document?.scheme == .https, url.scheme == .http {
            problems += icon.problem(
                .mixedContent, "'\(name)' is fetched without encryption, which browsers block on an HTTPS page",
                mend: "use https: instead of http:")
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
            return problems + icon.searchProblems(at: answer.url, in: site)
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
                .iconRedirected,
                "'\(icon.name)' redirects to \(answer.url.host), so every visitor connects to that host",
                mend: "use the final URL: " + answer.url.withoutCredentials.description.beginning(1000))
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
            return icon.problem(.iconIsHTML, "'\(name)' is an HTML page, so browsers show another icon or none")
        case .failure(.empty):
            return icon.problem(.iconEmpty, "'\(name)' is empty, so browsers show another icon or none")
        case .failure(.noLibrary(let reason)):
            return icon.problem(.notLookedAt, "'\(name)' was not checked: \(reason)", mend: Page.libraryHint)
        case .failure(let reason):
            return icon.problem(
                .iconUnreadable, "'\(name)' is not an icon (\(reason)), so browsers show another icon or none")
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
            consequence = "so crawlers and feed readers, which trust the header, show no icon"
        }
        return icon.problem(
            .iconContentType,
            "'\(icon.name)' is \(image.format.article) \(image.format) but is sent \(sent), " + consequence,
            mend: "send it as \(image.format.mediaType)")
    }

    private static func contentProblems(of icon: IconDeclaration, _ file: AuditedIcon) -> [IconProblem] {
        // Browsers draw a picture without a size.
        if file.isUsable, case .failure(let reason)? = file.image {
            let isPixel = if case .singlePixel = reason { true } else { false }
            return icon.problem(
                isPixel ? .iconSinglePixel : .iconInvisible,
                "'\(icon.name)' \(isPixel ? "is a single pixel" : "has no size"), so the tab shows a blank space")
        }
        if let reference = file.externalReference {
            return icon.problem(
                .svgExternalReference,
                "'\(icon.name)' references '\(reference.beginning())', which browsers do not load for "
                    + "icons, so part of the image is missing")
        }
        switch file.facts {
        case .failure(let reason): return reason.finding(on: icon)
        case .success(let facts):
            guard file.isUsable, let words = facts.visible.invisibility(of: icon) else { return [] }
            return icon.problem(
                .iconInvisible, "'\(icon.name)' \(words)", mend: facts.visible == .none ? "use a visible picture" : nil)
        case nil: return []
        }
    }

    private static func dataProblems(of icon: IconDeclaration, _ file: AuditedIcon) -> [IconProblem] {
        guard case .failure(let reason) = file.loaded else { return [] }
        // Reported with the message of the decoder.
        if case .incomplete = reason, file.facts != nil { return [] }
        let isEmpty = reason == .empty || reason == .damagedURL
        let words = isEmpty ? "the data: URL has no data" : "the data: URL does not contain an icon: \(reason)"
        return icon.problem(
            isEmpty ? .dataURLEmpty : .iconUnreadable, "\(words), so browsers show no icon",
            mend: "include the image's data, or use href=\"data:,\" if the page should have no icon")
    }

    /// The problem with a manifest's icon whose URL was written relative to the page.
    private static func placeProblem(of icon: IconDeclaration, at url: WebURL) -> [IconProblem] {
        icon.problem(
            .manifestIconPlace,
            "'\(icon.name)' does not exist, so Android shows no icon: icon paths in a manifest are relative to "
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
                "'\(icon.name)' does not exist, but '\(name)' exists: servers are case-sensitive, "
                    + "so browsers show another icon or none", mend: "write '\(name)', or rename the file")
        }
        let outside = isURLKnown ? "" : "; if only part of the site is checked, set --root to the site's folder"
        return icon.problem(
            .iconNotFound,
            "'\(icon.name)' is not available (status \(answer.status)), so browsers show another icon or none",
            mend: "put the file there, or correct the URL\(outside)")
    }
}

extension VisibleColors {
    /// Why an icon is invisible where it is shown, as words that follow its name; `nil` if it is visible.
    fileprivate func invisibility(of icon: IconDeclaration) -> String? {
        let isForTabs = icon.link.source == .link && icon.link.kinds.contains(.icon)
        func isShown(_ scheme: MediaEnvironment.Scheme) -> Bool {
            isForTabs && MediaEnvironment(scheme: scheme).matches(icon.link.media)
        }
        switch self {
        case .none: return "shows nothing, so users see a blank space"
        case .one(.white) where isShown(.light): return "is entirely white, so it is invisible on a light tab"
        case .one(.dark) where isShown(.dark) && !isShown(.light):
            return "is entirely dark, so it is invisible on a dark tab"
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
        "icon-unreachable", in: .broken, level: .error, "UnreachableIcon", "The icon's server does not respond.",
        because: "Browsers show another icon or none.",
        help: "Correct the host, or serve the icon from the site itself.", source: RuleSource.html)
    static let iconIsHTML = Rule(
        "icon-is-html", in: .broken, level: .error, "HTMLInsteadOfIcon", "The icon's URL returns an HTML page.",
        because: "Browsers show another icon or none, while monitoring reports success.",
        help: "Put the icon there, or make the server respond with 404.", source: RuleSource.sniffing)
    static let iconEmpty = Rule(
        "icon-empty", in: .broken, level: .error, "EmptyIconFile", "The icon file is empty.",
        because: "Browsers show another icon or none.", help: "Rebuild the file.", source: RuleSource.html)
    static let iconSinglePixel = Rule(
        "icon-single-pixel", in: .broken, level: .error, "OnePixelIcon", "The icon is a single pixel.",
        because: "The tab shows a blank space.", help: "Use a 32x32-pixel icon.", source: RuleSource.html)
    static let iconUnreadable = Rule(
        "icon-unreadable", in: .broken, level: .error, "DamagedIcon",
        "The icon file is not an image that browsers can read.", because: "Browsers show another icon or none.",
        help: "Save the image again as PNG, ICO or SVG.", source: RuleSource.sniffing)
    static let iconContentType = Rule(
        "icon-content-type", in: .broken, level: .error, "IconMediaType",
        "The server sends the icon with the wrong Content-Type.",
        because: "Browsers require image/svg+xml for SVGs and reject other images "
            + "with that type; crawlers and feed readers always trust the header.",
        help: "Fix the file extension or the server's MIME type mapping.", source: RuleSource.sniffing)
    static let iconInBody = Rule(
        "icon-in-body", in: .broken, level: .error, "IconLinkInBody",
        "The page links to icons in its body, often because a tag closed the head too early.",
        because: "Chromium ignores these links and shows another icon or none.", help: "Move the links into the head.",
        source: "https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead")
    static let blockedByCSP = Rule(
        "blocked-by-csp", in: .broken, level: .error, "IconForbiddenByPolicy",
        "The page's Content-Security-Policy blocks the icon or the manifest.",
        because: "Browsers do not request it and show no icon.",
        help: "Add the icon's origin to img-src, and the manifest's origin to manifest-src.",
        source: "https://www.w3.org/TR/CSP3/#directive-img-src")
    static let blockedByCORP = Rule(
        "blocked-by-corp", in: .broken, level: .error, "IconForbiddenByItsServer",
        "The icon's Cross-Origin-Resource-Policy header prevents other sites from showing it.",
        because: "Browsers load the icon but do not show it.",
        help: "Send 'Cross-Origin-Resource-Policy: cross-origin' with it.",
        source: "https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header")
    static let iconInvisible = Rule(
        "icon-invisible", in: .broken, level: .error, "NothingToSee",
        "The icon is transparent, empty, or the same color as the tab.", because: "Users see a blank space instead.",
        help: "Draw it in a color that contrasts with the tab.", source: RuleSource.html)
    static let svgExternalReference = Rule(
        "svg-external-reference", in: .broken, level: .error, "ExternalPartOfSVG",
        "An SVG references another file, such as a picture, a style sheet or a font.",
        because: "Browsers do not load external files for an icon, so the referenced content is missing.",
        help: "Embed the other file in the SVG; use a data: URL for a picture or a font.",
        source: "https://www.w3.org/TR/SVG2/conform.html#secure-static-mode")
    static let iconRedirected = Rule(
        "icon-redirected", in: .broken, level: .warning, "IconOnAnotherHost",
        "The icon's URL redirects to another host.",
        because: "Each visitor connects to a host that the page does not mention, and the icon "
            + "depends on that host.", help: "Use the final URL, or serve the file from the site itself.",
        source: RuleSource.google)
    static let mixedContent = Rule(
        "mixed-content", in: .broken, level: .error, "InsecureIcon",
        "An HTTPS page links to an icon or manifest over HTTP.",
        because: "Browsers block it or request it over HTTPS instead.",
        help: "Use https in the URL, or omit the scheme and host.", source: "https://www.w3.org/TR/mixed-content/")
    static let dataURLEmpty = Rule(
        "data-url-empty", in: .broken, level: .error, "EmptyDataURL", "A data: URL has no data.",
        because: "Browsers show no icon.",
        help: "Include the image's data, or use 'data:,' if the page should have no icon.",
        source: "https://www.rfc-editor.org/rfc/rfc2397")
    static let iconWithoutURL = Rule(
        "icon-without-url", in: .broken, level: .error, "IconWithoutURL",
        "A link, a tile or a manifest entry has no URL.", because: "Browsers ignore it or show no icon.",
        help: "Add the icon's URL, or remove the tag.", source: RuleSource.html)
    static let notLookedAt = Rule(
        "not-looked-at", in: .unchecked, level: .note, "UncheckedIcon", "An icon or its pixels could not be checked.",
        because: "Any problems with it remain undetected.",
        help: "Install the named library, or run the check on the deployed site's URL.")
}
