import DevtoolKit
import Scanning

struct SiteFindings: Sendable {
    /// In the order of the pages, and within a page by position.
    private(set) var findings: [SiteFinding] = []
    private(set) var acceptedCount = 0
    private(set) var commentProblems: [Diagnostic] = []

    /// The word before `:allow` in comments that accept findings.
    static let keyword = "devtool"

    init(of site: AuditedSite, levels: RuleLevels, warningsAreErrors: Bool = false) {
        var allowed = AllowedFindings(for: Self.keyword)
        var places: [String: Int] = [:]
        func add(_ problems: [IconProblem], on page: SitePage) {
            for (problem, severity, rules) in Self.joined(
                problems.compactMap { problem in accepted(problem, on: page).map { (problem, $0) } })
            {
                let target = problem.target.map { "\($0)" } ?? ""
                let diagnostic = Diagnostic(
                    problem.message, severity: severity, at: problem.place.location, hint: problem.hint,
                    rule: problem.rule)
                let key = "\(problem.rule.id) \(problem.message) \(target)"
                if let index = places[key] {
                    findings[index].add(page.text.name, diagnostic.location)
                } else {
                    places[key] = findings.count
                    findings.append(
                        SiteFinding(diagnostic: diagnostic, rules: rules, target: problem.target, page: page.text.name))
                }
            }
        }
        /// The severity of a problem; `nil` if its rule is off, or if a comment accepts it.
        func accepted(_ problem: IconProblem, on page: SitePage) -> Diagnostic.Severity? {
            let rule = problem.rule
            guard var severity = levels.level(of: rule).severity else { return nil }
            if warningsAreErrors, severity == .warning { severity = .error }
            let diagnostic = Diagnostic(problem.message, severity: severity, at: problem.place.location, rule: rule)
            // A manifest has no comments, so a comment above its link accepts what is found in it.
            let place = problem.place.text === page.text ? problem.place : page.manifestPlace
            let tag = place.tag ?? place.offset
            guard allowed.accepts(diagnostic, aboutTagAt: tag, onLine: page.text.line(at: tag), of: page.text.name)
            else { return severity }
            acceptedCount += 1
            return nil
        }
        for page in site.pages {
            allowed.read(page.text.bytes, file: page.text.name)
            add(Self.problems(of: page, in: site), on: page)
        }
        if let path = site.path, let (page, problems) = Self.problems(ofPath: path, in: site) {
            add(problems, on: page)
        }
        for page in site.fragments {
            let problem = page.headPlace.problem(
                .notLookedAt, "a page fragment without a doctype, html or head tag; it was not checked",
                mend: "remove it from the site if it is not a page")
            add(problem, on: page)
        }
        let checked = levels
        commentProblems = allowed.problems(in: RuleCatalog.icons) { name in
            RuleCatalog.icons.rule(name).map { checked.level(of: $0) != .off } ?? true
        }.map { problem in
            var problem = problem
            if warningsAreErrors { problem.severity = .error }
            return problem
        }
    }

    private static func joined(_ problems: [(problem: IconProblem, severity: Diagnostic.Severity)]) -> [(
        IconProblem, Diagnostic.Severity, [Rule]
    )] {
        var groups: [[(problem: IconProblem, severity: Diagnostic.Severity)]] = []
        var places: [String: Int] = [:]
        for (problem, severity) in problems {
            let key = problem.cause.map { "\($0) \(severity)" }
            if let index = key.flatMap({ places[$0] }) {
                groups[index].append((problem, severity))
            } else {
                if let key { places[key] = groups.count }
                groups.append([(problem, severity)])
            }
        }
        return groups.map { group in
            let problems = group.map(\.problem)
            // An icon that is named twice counts once.
            var targets: Set<IconTarget> = []
            let distinct = problems.filter { problem in
                problem.hosts.isEmpty || problem.target.map { targets.insert($0).inserted } ?? true
            }
            return (
                distinct.count == 1 ? distinct[0] : IconProblem(joining: distinct, distinct[0]), group[0].severity,
                distinct.map(\.rule).distinct
            )
        }
    }

    /// The finding for a site whose pages name icons below a path that the folder lacks; it is on the first such page.
    private static func problems(ofPath path: String, in site: AuditedSite) -> (SitePage, [IconProblem])? {
        for page in site.pages {
            let places =
                site.declarations(of: page).compactMap { icon -> SitePlace? in
                    guard case .web(let url) = icon.link.target, url.path.hasPrefix(path) else { return nil }
                    return icon.place
                } + (page.page.manifest?.path.hasPrefix(path) == true ? [page.manifestPlace] : [])
            guard let place = places.first else { continue }
            let problems = place.problem(
                .servedBelowPath,
                "the pages link to icons below '\(path.beginning())', so the folder was checked as "
                    + "if it were served there", mend: "set the site's URL: --base-url https://HOST\(path.beginning())")
            return (page, problems)
        }
        return nil
    }

    private static func problems(of page: SitePage, in site: AuditedSite) -> [IconProblem] {
        let declarations = site.declarations(of: page)
        var problems = BrokenRules.problems(of: page, in: site)
        problems += ManifestRules.problems(of: page, in: site)
        for icon in declarations {
            problems += BrokenRules.problems(of: icon, in: site)
            problems += UntrueRules.problems(of: icon, in: site)
            problems += UnfitRules.problems(of: icon, in: site)
        }
        problems += undeclaredProblems(of: page, among: declarations, in: site)
        problems += HeavyRules.problems(of: declarations, in: site)
        problems += UnfitRules.problems(of: page, in: site)
        problems += MissingRules(page, in: site).problems()
        return problems.enumerated().sorted { one, other in key(one) < key(other) }.map(\.element)
        /// Sorts problems of the manifest after those of the page, and missing icons last.
        func key(_ item: (offset: Int, element: IconProblem)) -> (Int, Int, Int, Int) {
            let (problem, isOfPage) = (item.element, item.element.place.text === page.text)
            return (problem.isOfMissingIcon ? 1 : 0, isOfPage ? 0 : 1, problem.place.offset, item.offset)
        }
    }

    /// The problems with files that clients request by default, if they exist and the page does not name them.
    private static func undeclaredProblems(
        of page: SitePage, among declarations: [IconDeclaration], in site: AuditedSite
    ) -> [IconProblem] {
        guard let document = page.page.document else { return [] }
        let hasTouchIcon = declarations.contains { $0.link.kinds.contains(where: \.isTouch) }
        return AuditedSite.undeclared(of: document).filter { link in
            site.icons[link.target]?.resource.file != nil && !declarations.contains { $0.link.target == link.target }
                && !(hasTouchIcon && link.kinds == [.appleTouchIcon])
        }.flatMap { BrokenRules.problems(of: IconDeclaration(link: $0, page: page), in: site) }
    }

    func count(_ severity: Diagnostic.Severity) -> Int {
        findings.count { $0.diagnostic.severity == severity } + commentProblems.count { $0.severity == severity }
    }
}

struct SiteFinding: Sendable {
    let diagnostic: Diagnostic
    /// Several if it combines several missing icons.
    let rules: [Rule]
    let target: IconTarget?
    private(set) var pages: [String] = []
    /// The place for each element of ``pages``, in the page or in its manifest.
    private(set) var places: [SourceLocation?] = []

    init(diagnostic: Diagnostic, rules: [Rule], target: IconTarget?, page: String) {
        self.diagnostic = diagnostic
        self.rules = rules
        self.target = target
        add(page, diagnostic.location)
    }

    mutating func add(_ page: String, _ place: SourceLocation?) {
        guard pages.last != page || places.last.map({ $0?.isSamePlace(as: place) }) != true else { return }
        pages.append(page)
        places.append(place)
    }

    var pageCount: Int { Set(pages).count }

    /// The finding for the report, with the number of its other places and pages, unless it is in a manifest.
    var report: Diagnostic {
        guard pages.count > 1, diagnostic.location?.file == pages[0] else { return diagnostic }
        var also: [String] = []
        let lines = zip(pages, places).dropFirst().filter { $0.0 == pages[0] }.compactMap { $0.1?.line }
        if let line = lines.first {
            also.append("on line \(line)\(lines.count > 1 ? " and \(lines.count - 1) more" : "")")
        }
        let others = pageCount - 1
        if others > 0 { also.append("on \(others.counted("other page"))") }
        var report = diagnostic
        report.message += " (also \(also.joined(separator: ", ")))"
        return report
    }
}

extension SourceLocation {
    fileprivate func isSamePlace(as other: SourceLocation?) -> Bool {
        file == other?.file && line == other?.line && column == other?.column
    }
}

extension Rule {
    static let servedBelowPath = Rule(
        "served-below-path", in: .unchecked, level: .note, "SiteBelowPath",
        "The pages link to icons below a path that does not exist in the folder.",
        because: "The folder is checked as if it were served there.", help: "Set the site's URL with --base-url.")
}
