import HTML
import URLs

/// The rules about icons that browsers cannot show.
enum BrokenRules {
    /// The problems of an icon that is declared, or asked for.
    static func problems(of icon: IconDeclaration, in site: AuditedSite) -> [IconProblem] {
        guard let file = site.icons[icon.link.target] else {
            return [
                IconProblem(
                    .notLookedAt,
                    "'\(icon.link.target.shown(on: icon.page))' was not looked at: the site has more "
                        + "than \(site.limit) icons",
                    mend: "check parts of the site", at: icon.place, of: icon.link.target)
            ]
        }
        if let url = ManifestRules.placeForPage(of: icon, in: site) {
            return [placeProblem(of: icon, at: url)]
        }
        switch icon.link.target {
        case .data: return dataProblems(of: icon, file)
        case .nothing: return []
        case .web(let url): return problems(of: icon, at: url, file, in: site)
        }
    }

    /// The problems of tags that name no icon, and of those that nobody looks at.
    static func problemsOfTags(of page: SitePage) -> [IconProblem] {
        var problems = page.page.withoutURL.map { tag in
            let attribute = tag.isTile ? "content" : "href"
            if tag.exceedsLimit {
                return IconProblem(
                    .notLookedAt,
                    "a tag for an icon was not looked at: an attribute has more than "
                        + "\(HTMLScanner.attributeLimit >> 20) MiB",
                    mend: "put the image into a file, and write its URL",
                    at: page.place(of: attribute, inTagAt: tag.offset))
            }
            let words =
                switch tag.reference {
                case nil: "a tag for an icon has no \(attribute)"
                case ""?: "a tag for an icon has an empty \(attribute)"
                case let text?: "'\(text)' is not an http, https or data: URL"
                }
            return IconProblem(
                .iconWithoutURL, "\(words), so browsers ignore it",
                mend: "write the icon's URL, or remove the tag",
                at: page.place(of: attribute, inTagAt: tag.offset))
        }
        if page.page.exceedsLimit, !page.page.withoutURL.contains(where: \.exceedsLimit) {
            problems.append(
                IconProblem(
                    .notLookedAt,
                    "an attribute of a tag for an icon was not looked at: it has more than "
                        + "\(HTMLScanner.attributeLimit >> 20) MiB",
                    mend: "make it shorter", at: page.headPlace))
        }
        if page.page.omittedCount > 0 {
            problems.append(
                IconProblem(
                    .notLookedAt,
                    "the first \(page.page.omittedCount) links to icons were not looked at: the page has "
                        + "more than \(PageTags.iconLimit)",
                    mend: "remove links", at: page.headPlace))
        }
        return problems
    }

    private static func problems(
        of icon: IconDeclaration, at url: WebURL, _ file: AuditedIcon, in site: AuditedSite
    ) -> [IconProblem] {
        let name = icon.link.target.shown(on: icon.page)
        func problem(_ rule: IconRule, _ message: String, mend: String) -> IconProblem {
            IconProblem(rule, message, mend: mend, at: icon.place, of: icon.link.target)
        }
        var problems: [IconProblem] = []
        if site.isURLKnown, icon.page.page.document?.scheme == .https, url.scheme == .http {
            problems.append(
                problem(
                    .mixedContent,
                    "'\(name)' is fetched without encryption, which browsers block on an https page",
                    mend: "write https: instead of http:"))
            if file.resource.isUnknown { return problems }
        }
        switch file.resource {
        case .elsewhere:
            return problems + [
                problem(
                    .notLookedAt,
                    "'\(name)' is \(url.isOutside(icon.page)) and was not looked at",
                    mend: "check the deployed site: devtool favicon --check URL")
            ]
        case .late:
            return problems + [
                problem(
                    .notLookedAt, "'\(name)' was not looked at: the time for the site was over",
                    mend: IconProblem.moreTime)
            ]
        case .failed(let error):
            return problems + [
                problem(
                    .iconUnreachable,
                    "'\(name)' cannot be fetched, so browsers show no icon: \(error)",
                    mend: "correct the URL")
            ]
        case .served(let answer):
            problems += problemsOfAnswer(answer, for: icon, at: url, in: site, problem)
            if let image = file.image {
                problems += problemsOfImage(image, named: name, answer, problem)
            }
            if case .failure(let reason) = file.facts { problems.append(reason.finding(on: icon)) }
            if isForSearch(icon, in: site), let ban = site.bans[icon.link.target] {
                problems.append(ban.problem(of: icon, at: answer.url))
            }
            return problems
        }
    }

    private static func problemsOfAnswer(
        _ answer: ServedFile, for icon: IconDeclaration, at url: WebURL, in site: AuditedSite,
        _ problem: (IconRule, String, String) -> IconProblem
    ) -> [IconProblem] {
        let name = icon.link.target.shown(on: icon.page)
        guard (200...299).contains(answer.status) else {
            return [
                problem(
                    .iconNotFound,
                    "'\(name)' is not there (status \(answer.status)), so browsers show no icon or "
                        + "another",
                    site.isURLKnown
                        ? "put the file there, or correct the URL"
                        : "put the file there, or correct the URL; if the site has more than what is "
                            + "checked, name its folder with --root")
            ]
        }
        guard answer.url.host != url.host else { return [] }
        return [
            problem(
                .iconRedirected,
                "'\(name)' redirects to \(answer.url.host), to which every visitor connects then",
                "name the final URL: \(answer.url.withoutCredentials.description.beginning(1000))")
        ]
    }

    private static func problemsOfImage(
        _ image: Result<IconImage, IconRejection>, named name: String, _ answer: ServedFile,
        _ problem: (IconRule, String, String) -> IconProblem
    ) -> [IconProblem] {
        switch image {
        case .success(let image): return typeProblems(image, named: name, answer, problem)
        case .failure(.page):
            return [
                problem(
                    .iconIsHTML, "'\(name)' is an HTML page, so browsers show no icon or another",
                    "put the image there, or let the server respond with 404")
            ]
        case .failure(.empty):
            return [
                problem(
                    .iconEmpty, "'\(name)' is empty, so browsers show no icon or another",
                    "build the file again")
            ]
        case .failure(.singlePixel):
            return [
                problem(
                    .iconSinglePixel, "'\(name)' is a single pixel, so the tab shows an empty spot",
                    "use an image of 32x32 pixels")
            ]
        case .failure(.noLibrary(let reason)):
            return [
                problem(
                    .notLookedAt, "'\(name)' was not looked at: \(reason)",
                    "install libxml2 (on Debian: apt install libxml2)")
            ]
        case .failure(let reason):
            return [
                problem(
                    .iconUnreadable,
                    "'\(name)' is no icon (\(reason)), so browsers show another or none",
                    "save the image again, as PNG, ICO or SVG")
            ]
        }
    }

    private static func typeProblems(
        _ image: IconImage, named name: String, _ answer: ServedFile,
        _ problem: (IconRule, String, String) -> IconProblem
    ) -> [IconProblem] {
        let sent = answer.mediaType.map { "as \($0.beginning())" } ?? "without a Content-Type"
        let consequence: String
        switch (image.format, answer.mediaType) {
        case (.svg, ImageFormat.svg.mediaType): return []
        case (.svg, _), (_, ImageFormat.svg.mediaType): consequence = "so browsers show no icon"
        // Browsers look at the bytes of all other pictures; others go by what is said.
        case (_, let type?) where !type.hasPrefix("image/") && type != "application/octet-stream":
            consequence = "so crawlers and feed readers, which believe it, show no icon"
        default: return []
        }
        return [
            problem(
                .iconContentType,
                "'\(name)' is \(image.format.article) \(image.format), but is sent \(sent), "
                    + consequence,
                "send it as \(image.format.mediaType)")
        ]
    }

    private static func dataProblems(
        of icon: IconDeclaration, _ file: AuditedIcon
    ) -> [IconProblem] {
        guard case .failure(let reason)? = file.image else { return [] }
        let isEmpty = reason == .empty || reason == .damagedURL
        let words = isEmpty ? "the data: URL has no data" : "the data: URL holds no icon: \(reason)"
        return [
            IconProblem(
                isEmpty ? .dataURLEmpty : .iconUnreadable, "\(words), so browsers show no icon",
                mend: "write the image's bytes, or href=\"data:,\" if the page shall have no icon",
                at: icon.place, of: icon.link.target)
        ]
    }

    /// The problem of a manifest's icon that is where the page would look for it.
    private static func placeProblem(of icon: IconDeclaration, at url: WebURL) -> IconProblem {
        let name = icon.link.target.shown(on: icon.page)
        let place = IconTarget.web(url).shown(on: icon.page)
        return IconProblem(
            .manifestIconPlace,
            "'\(name)' is not there, so Android shows no icon: icons of a manifest are relative to "
                + "the manifest, not to the page",
            mend: "write \"src\": \"\(place)\"", at: icon.place, of: icon.link.target)
    }

    /// Whether Google takes the icon for search results: `/favicon.ico` where the page names none.
    private static func isForSearch(_ icon: IconDeclaration, in site: AuditedSite) -> Bool {
        let link = icon.link
        switch link.source {
        case .link: return link.kinds != [.maskIcon] && link.kinds != [.fluidIcon]
        case .default:
            return link.kinds.isEmpty
                && !site.declarations(of: icon.page).contains { isForSearch($0, in: site) }
        case .manifest, .tile, .browserconfig: return false
        }
    }
}

extension SearchBan {
    /// What is told of an icon that is at a URL in the end.
    fileprivate func problem(of icon: IconDeclaration, at url: WebURL) -> IconProblem {
        let name = icon.link.target.shown(on: icon.page)
        return switch self {
        case .rule(let ban):
            IconProblem(
                .blockedByRobots,
                "robots.txt keeps Google from '\(name)', so search results show a globe",
                // Another group would lift all rules of this one.
                mend: ban.isShort
                    ? "add below 'User-agent: \(ban.agent)' in robots.txt:\n"
                        + "Allow: \(url.pathAndQuery.beginning(1000))$"
                    : "remove from robots.txt:\nDisallow: \(ban.pattern.beginning(1000))",
                at: icon.place, of: icon.link.target)
        case .unreachable(let file, let reason):
            // It is told once of all icons.
            IconProblem(
                .blockedByRobots,
                "'\(IconTarget.web(file).shown(on: icon.page))' cannot be read (\(reason)), so Google "
                    + "fetches no icons, and search results show a globe",
                mend: "let the server respond to it, with 404 if there are no rules", at: icon.place
            )
        case .late(let file):
            IconProblem(
                .notLookedAt,
                "'\(IconTarget.web(file).shown(on: icon.page))' was not looked at: the time for the "
                    + "site was over",
                mend: IconProblem.moreTime, at: icon.place)
        case .unknown:
            IconProblem(
                .notLookedAt,
                "nobody looked whether robots.txt keeps Google from '\(name)': it has too many rules",
                mend: "write fewer rules", at: icon.place, of: icon.link.target)
        }
    }
}

extension ImageFormat {
    /// The indefinite article before the format's name.
    var article: String {
        switch self {
        case .ico, .svg, .avif: "an"
        case .png, .cur, .gif, .jpeg, .webp, .bmp: "a"
        }
    }
}
