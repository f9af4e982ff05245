import DevtoolKit
import Fetching
import JSON
import URLs

enum ManifestRules {
    static func problems(of page: SitePage, in site: AuditedSite) -> [IconProblem] {
        guard let url = page.page.manifest, let resource = site.manifestFiles[url] else {
            if page.page.manifestOffset == nil { return [] }
            return page.manifestPlace.problem(
                .manifestNotFound, "the manifest link has no URL, so the site cannot be installed",
                mend: "correct the link")
        }
        // `blockedByCSP` reports this.
        if page.page.policy(against: url) != nil { return [] }
        let name = "the manifest '\(IconTarget.web(url).shown(on: page))'"
        let place = page.manifestPlace
        var problems: [IconProblem] = []
        if site.isURLKnown, page.page.document?.scheme == .https, url.scheme == .http {
            problems += place.problem(
                .mixedContent, "\(name) is fetched without encryption, which browsers block on an HTTPS page",
                mend: "use https: instead of http:")
            if resource.isUnknown { return problems }
        }
        switch resource {
        case .elsewhere, .late: return place.problem(notLookedAt: resource, name, at: url, on: page.page)
        case .failed(let error):
            return place.problem(
                .manifestNotFound, "\(name) cannot be fetched, so the site cannot be installed: \(error)",
                mend: "correct the link")
        case .served(let answer):
            guard (200...299).contains(answer.status) else {
                return place.problem(
                    .manifestNotFound,
                    "\(name) is not available (status \(answer.status)), so the site cannot be installed",
                    mend: "put it there, or correct the link")
            }
            if answer.byteCount > WebManifest.byteLimit {
                return place.problem(
                    .notLookedAt, "\(name) was not checked: it is larger than \(WebManifest.byteLimit >> 20) MiB",
                    mend: "make it smaller")
            }
            let sharesCookies = page.page.manifestUsesCredentials
            if let document = page.page.document, !answer.url.hasOrigin(of: document),
                !answer.isShared(with: document.origin, withCookies: sharesCookies)
            {
                problems += place.problem(
                    .manifestCrossOrigin,
                    "the manifest is on \(answer.url.host), which does not allow other origins "
                        + "to read it\(sharesCookies ? " with cookies" : ""), so browsers ignore it",
                    mend: "serve it from the site, or send it with:\n"
                        + "Access-Control-Allow-Origin: \(document.origin)"
                        + (sharesCookies ? "\nAccess-Control-Allow-Credentials: true" : ""))
            }
            guard let manifest = site.manifests[url] else { return problems }
            return problems + self.problems(of: manifest, answer, on: page, in: site)
        }
    }

    private static func problems(
        of manifest: SiteManifest, _ answer: ServedFile, on page: SitePage, in site: AuditedSite
    ) -> [IconProblem] {
        let place = page.manifestPlace
        func found(_ rule: Rule, _ message: String, mend: String, at offset: Int) -> [IconProblem] {
            SitePlace(text: manifest.text, offset: offset, page: page.text.name).problem(rule, message, mend: mend)
        }
        if let error = manifest.syntaxError {
            return found(
                .manifestNotJSON, "not valid JSON: \(error); browsers ignore the whole manifest",
                mend: "correct the syntax here", at: error.offset)
        }
        if !manifest.isObject {
            return found(
                .manifestNotJSON, "valid JSON, but not an object; browsers ignore the whole manifest",
                mend: "write {\"icons\": […]}", at: 0)
        }
        var problems: [IconProblem] = []
        if let type = answer.mediaType, !type.hasSuffix("json") {
            problems += place.problem(
                .manifestContentType,
                "the manifest is sent as \(type.beginning()), which validators and some browsers reject",
                mend: "name it site.webmanifest, or send it as application/manifest+json")
        }
        let mend = "add the icon's URL, or remove the entry"
        problems += manifest.ignored.flatMap { entry in
            if let purpose = entry.purpose {
                return found(
                    .manifestUnknownPurpose,
                    "'\(purpose.beginning())' is not a known purpose, so browsers ignore the icon",
                    mend: "write \"purpose\": \"any\"", at: entry.offset)
            }
            if let data = entry.reference.flatMap({ DataURL($0) }), data.isEmpty {
                return found(
                    .dataURLEmpty, "the data: URL has no data, so browsers ignore the icon", mend: mend,
                    at: entry.offset)
            }
            let words =
                entry.reference.map { "'\($0.beginning())' is not an http, https or data: URL" }
                ?? "a manifest icon has no src"
            return found(.iconWithoutURL, "\(words), so browsers ignore it", mend: mend, at: entry.offset)
        }
        if manifest.omittedCount > 0 {
            problems += place.problem(
                .notLookedAt,
                "the first \(manifest.omittedCount) manifest icons were not checked: the "
                    + "manifest has more than \(PageTags.iconLimit)", mend: "remove icons")
        }
        let icons = site.declarations(of: page).filter { $0.entry != nil }
        let withoutPurpose = icons.filter { $0.entry?.icon.hasPurpose == false }
        if let icon = withoutPurpose.first {
            let others = withoutPurpose.count - 1
            let (more, words) =
                others == 0
                ? ("", "has no purpose, so it counts") : (" and \(others) more", "have no purpose, so they count")
            problems += icon.problem(
                .manifestNoPurpose, "'\(icon.name)'\(more) \(words) as 'any', whether intended or not")
        }
        for icon in icons where icon.link.purposes.contains(.any) && icon.link.purposes.contains(.maskable) {
            problems += icon.problem(
                .manifestMixedPurpose,
                "'\(icon.name)' is declared for both 'any' and 'maskable', so it is too small in one place or "
                    + "cut off in the other",
                mend: "write two entries, one with \"purpose\": \"any\" and one with \"purpose\": \"maskable\"",
                at: "purpose")
        }
        return problems
    }

    /// The URL of a manifest's icon that exists relative to the page, but not relative to the manifest.
    static func placeForPage(of icon: IconDeclaration, in site: AuditedSite) -> WebURL? {
        guard let (manifest, entry) = icon.entry, let document = icon.page.page.document,
            site.icons[icon.link.target]?.picture == nil, let url = document.resolving(entry.reference),
            url != manifest.url
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

extension Rule {
    static let manifestNotFound = Rule(
        "manifest-not-found", in: .manifest, level: .error, "MissingManifestFile",
        "The server has no manifest at the linked URL.",
        because: "The site cannot be installed, and Android has no icon for it.",
        help: "Correct the link, or put the manifest there.", source: RuleSource.manifest)
    static let manifestNotJSON = Rule(
        "manifest-not-json", in: .manifest, level: .error, "MalformedManifest",
        "The manifest is not a valid JSON object.", because: "Browsers ignore the whole manifest.",
        help: "Correct it at the position shown.", source: RuleSource.manifest)
    static let manifestContentType = Rule(
        "manifest-content-type", in: .manifest, level: .warning, "ManifestMediaType",
        "The server sends the manifest with a non-JSON MIME type.", because: "Validators and some browsers reject it.",
        help: "Send it as application/manifest+json.", source: RuleSource.manifest)
    static let manifestIconPlace = Rule(
        "manifest-icon-place", in: .manifest, level: .error, "ManifestIconAtPage",
        "The path of a manifest icon is relative to the page instead of the manifest.",
        because: "Browsers resolve it against the manifest and do not find the icon.",
        help: "Make the path relative to the manifest, or start it with a slash.", source: RuleSource.manifest)
    static let manifestNoPurpose = Rule(
        "manifest-no-purpose", in: .manifest, level: .note, "NoPurposeGiven",
        "Manifest icons do not declare a 'purpose'.",
        because: "They count as 'any'; it is unclear whether that is intended.", help: "Write \"purpose\": \"any\".",
        source: RuleSource.purpose)
    static let manifestMixedPurpose = Rule(
        "manifest-mixed-purpose", in: .manifest, level: .warning, "PurposeAnyAndMaskable",
        "A manifest icon is declared for both 'any' and 'maskable'.",
        because: "Its padding suits only one of the two, so it looks too small or is cut off.",
        help: "Declare two icons, one for each purpose.", source: RuleSource.maskable)
    static let manifestUnknownPurpose = Rule(
        "manifest-unknown-purpose", in: .manifest, level: .warning, "UnknownPurpose",
        "A manifest icon has no purpose that browsers recognize.", because: "Browsers ignore it.",
        help: "Use 'any', 'maskable' or 'monochrome'.", source: RuleSource.purpose)
    static let manifestCrossOrigin = Rule(
        "manifest-cross-origin", in: .manifest, level: .error, "ManifestWithoutCORS",
        "The manifest is on another origin, which does not allow the page to read it.",
        because: "Browsers do not read it.",
        help: "Serve it from the site, or send Access-Control-Allow-Origin with it.",
        source: "https://html.spec.whatwg.org/multipage/links.html#link-type-manifest")
}
