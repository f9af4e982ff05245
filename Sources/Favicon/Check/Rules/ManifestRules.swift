import Fetching
import JSON
import URLs

/// The rules about the manifest of a page.
enum ManifestRules {
    /// The problems of a page's manifest.
    static func problems(of page: SitePage, in site: AuditedSite) -> [IconProblem] {
        guard let url = page.page.manifest, let resource = site.manifestFiles[url] else {
            if page.page.manifestOffset == nil { return [] }
            return [
                IconProblem(
                    .manifestNotFound,
                    "the link to the manifest names no URL, so the site cannot be installed",
                    mend: "correct the link", at: page.manifestPlace)
            ]
        }
        let name = IconTarget.web(url).shown(on: page)
        let place = page.manifestPlace
        func problem(_ rule: IconRule, _ message: String, mend: String) -> IconProblem {
            IconProblem(rule, message, mend: mend, at: place)
        }
        let isMixed =
            site.isURLKnown && page.page.document?.scheme == .https && url.scheme == .http
        let mixed = [
            problem(
                .mixedContent,
                "the manifest '\(name)' is fetched without encryption, which browsers block on an "
                    + "https page",
                mend: "write https: instead of http:")
        ].filter { _ in isMixed }
        switch resource {
        case .elsewhere where isMixed, .late where isMixed: return mixed
        case .elsewhere:
            return [
                problem(
                    .notLookedAt,
                    "the manifest '\(name)' is \(url.isOutside(page)) and was not looked at",
                    mend: "check the deployed site: devtool favicon --check URL")
            ]
        case .late:
            return [
                problem(
                    .notLookedAt,
                    "the manifest '\(name)' was not looked at: the time for the site was over",
                    mend: IconProblem.moreTime)
            ]
        case .failed(let error):
            return [
                problem(
                    .manifestNotFound,
                    "the manifest '\(name)' cannot be fetched, so the site cannot be installed: "
                        + "\(error)",
                    mend: "correct the link")
            ]
        case .served(let answer):
            guard (200...299).contains(answer.status) else {
                return [
                    problem(
                        .manifestNotFound,
                        "the manifest '\(name)' is not there (status \(answer.status)), so the site "
                            + "cannot be installed",
                        mend: "put it there, or correct the link")
                ]
            }
            if answer.byteCount > WebManifest.byteLimit {
                return [
                    problem(
                        .notLookedAt,
                        "the manifest '\(name)' was not looked at: it has more than "
                            + "\(WebManifest.byteLimit >> 20) MiB",
                        mend: "make it smaller")
                ]
            }
            var problems = mixed
            let sharesCookies = page.page.manifestUsesCredentials
            if let document = page.page.document, !answer.url.hasOrigin(of: document),
                !answer.isShared(with: document.origin, withCookies: sharesCookies)
            {
                problems.append(
                    problem(
                        .manifestCrossOrigin,
                        "the manifest is on \(answer.url.host), which does not allow other origins "
                            + "to read it\(sharesCookies ? " with cookies" : ""), so browsers ignore it",
                        mend: "serve it from the site, or send with it:\n"
                            + "Access-Control-Allow-Origin: \(document.origin)"
                            + (sharesCookies ? "\nAccess-Control-Allow-Credentials: true" : "")))
            }
            guard let manifest = site.manifests[url] else { return problems }
            return problems + self.problems(of: manifest, answer, on: page, in: site, problem)
        }
    }

    private static func problems(
        of manifest: SiteManifest, _ answer: ServedFile, on page: SitePage, in site: AuditedSite,
        _ problem: (IconRule, String, String) -> IconProblem
    ) -> [IconProblem] {
        if let error = manifest.syntaxError {
            return [
                IconProblem(
                    .manifestNotJSON,
                    "not valid JSON: \(error); browsers ignore all of the manifest",
                    mend: "correct it here",
                    at: SitePlace(
                        text: manifest.text, offset: error.offset, page: page.text.name))
            ]
        }
        if !manifest.isObject {
            return [
                IconProblem(
                    .manifestNotJSON,
                    "not a JSON object, but another value; browsers ignore all of the manifest",
                    mend: "write {\"icons\": […]}",
                    at: SitePlace(text: manifest.text, offset: 0, page: page.text.name))
            ]
        }
        var problems: [IconProblem] = []
        if let type = answer.mediaType, !type.hasSuffix("json") {
            problems.append(
                problem(
                    .manifestContentType,
                    "the manifest is sent as \(type.beginning()), which validators and some browsers refuse",
                    "name it site.webmanifest, or send it as application/manifest+json"))
        }
        for entry in manifest.ignored {
            let place = SitePlace(text: manifest.text, offset: entry.offset, page: page.text.name)
            if let purpose = entry.purpose {
                problems.append(
                    IconProblem(
                        .manifestUnknownPurpose,
                        "'\(purpose.beginning())' is no purpose that browsers know, so they ignore the "
                            + "icon",
                        mend: "write \"purpose\": \"any\"", at: place))
                continue
            }
            if let data = entry.reference.flatMap({ DataURL($0) }), data.isEmpty {
                problems.append(
                    IconProblem(
                        .dataURLEmpty, "the data: URL has no data, so browsers ignore the icon",
                        mend: "write the icon's URL, or remove the entry", at: place))
                continue
            }
            let words =
                entry.reference.map { "'\($0.beginning())' is not an http, https or data: URL" }
                ?? "an icon of the manifest has no src"
            problems.append(
                IconProblem(
                    .iconWithoutURL, "\(words), so browsers ignore it",
                    mend: "write the icon's URL, or remove the entry", at: place))
        }
        if manifest.omittedCount > 0 {
            problems.append(
                problem(
                    .notLookedAt,
                    "the first \(manifest.omittedCount) icons of the manifest were not looked at: it has "
                        + "more than \(PageTags.iconLimit)",
                    "remove icons"))
        }
        for icon in manifest.icons {
            let declaration = IconDeclaration(link: icon.link, page: page, entry: (manifest, icon))
            let name = icon.link.target.shown(on: page)
            if !icon.hasPurpose {
                problems.append(
                    IconProblem(
                        .manifestNoPurpose,
                        "'\(name)' has no purpose, so it counts as 'any', meant or not",
                        mend: "write \"purpose\": \"any\"", at: declaration.place,
                        of: icon.link.target))
            }
            if icon.link.purposes.contains(.any), icon.link.purposes.contains(.maskable) {
                problems.append(
                    IconProblem(
                        .manifestMixedPurpose,
                        "'\(name)' is for 'any' and for 'maskable', so it is too small in one place "
                            + "or cut off in the other",
                        mend: "write two entries, one with \"purpose\": \"any\", one with "
                            + "\"purpose\": \"maskable\"",
                        at: declaration.place(of: "purpose"), of: icon.link.target))
            }
        }
        return problems
    }

    /// Where a manifest's icon is if it is not beside the manifest, but where the page would look for it.
    static func placeForPage(of icon: IconDeclaration, in site: AuditedSite) -> WebURL? {
        guard let (manifest, entry) = icon.entry,
            let document = icon.page.page.document,
            site.icons[icon.link.target]?.picture == nil,
            let url = document.resolving(entry.reference), url != manifest.url
        else { return nil }
        return site.icons[.web(url)]?.picture == nil ? nil : url
    }
}

extension ServedFile {
    /// Whether the server lets pages of an origin read the file (Fetch, "CORS check").
    fileprivate func isShared(with origin: String, withCookies: Bool) -> Bool {
        switch headers["Access-Control-Allow-Origin"] {
        case "*": !withCookies
        case origin: !withCookies || headers["Access-Control-Allow-Credentials"] == "true"
        default: false
        }
    }
}
