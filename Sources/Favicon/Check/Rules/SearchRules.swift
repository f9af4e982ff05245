import DevtoolKit
import URLs

extension IconDeclaration {
    /// The problem with an icon that redirects to a URL, if Google shows it in search results and may not fetch it.
    func searchProblems(at url: WebURL, in site: AuditedSite) -> [IconProblem] {
        isForSearch(in: site) ? site.bans[link.target]?.problem(of: self, at: url) ?? [] : []
    }

    /// Whether Google shows the icon in search results; `/favicon.ico` only if the page names none.
    private func isForSearch(in site: AuditedSite) -> Bool {
        switch link.source {
        case .link: return link.kinds != [.maskIcon] && link.kinds != [.fluidIcon]
        case .default: return link.kinds.isEmpty && !site.declarations(of: page).contains { $0.isForSearch(in: site) }
        case .manifest, .tile, .browserconfig: return false
        }
    }
}

extension SearchBan {
    fileprivate func problem(of icon: IconDeclaration, at url: WebURL) -> [IconProblem] {
        switch self {
        case .rule(let ban):
            icon.problem(
                .blockedByRobots, "robots.txt blocks Google from '\(icon.name)', so search results show a globe",
                // A new group would override all rules of the existing one.
                mend: ban.isShort
                    ? "add below 'User-agent: \(ban.agent)' in robots.txt:\n"
                        + "Allow: \(url.pathAndQuery.beginning(1000))$"
                    : "remove from robots.txt:\nDisallow: \(ban.pattern.beginning(1000))")
        case .unreachable(let file, let reason):
            // Reported once for all icons.
            icon.place.problem(
                .blockedByRobots,
                "'\(IconTarget.web(file).shown(on: icon.page))' cannot be read (\(reason)), so Google "
                    + "does not fetch any icons, and search results show a globe",
                mend: "make the server respond (with 404 if there are no rules)")
        case .late(let file):
            icon.place.problem(
                notLookedAt: .late, "'\(IconTarget.web(file).shown(on: icon.page))'", at: file, on: icon.page.page)
        case .unknown:
            icon.problem(
                .notLookedAt, "robots.txt was not checked for '\(icon.name)': it has too many rules",
                mend: "use fewer rules")
        }
    }
}

extension Rule {
    static let blockedByRobots = Rule(
        "blocked-by-robots", in: .broken, level: .warning, "IconHiddenFromSearch",
        "Google's crawler cannot fetch the icon: robots.txt blocks it or cannot be read.",
        because: "Search results show a globe instead of the icon.", help: "Allow Googlebot-Image to fetch the file.",
        source: RuleSource.google)
}
