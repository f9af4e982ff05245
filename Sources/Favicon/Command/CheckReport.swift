import DevtoolKit
import Fetching
import JSON
import URLs

struct CheckReport: Sendable {
    let requested: String
    let site: AuditedSite
    let findings: SiteFindings

    /// The final line, such as `5 icons of 1 page: 1 error, 2 notes`.
    var summary: String {
        let pages = site.pages.count.counted("page")
        let icons = site.lookedAt.count.counted("icon")
        let found = Diagnostic.Severity.counts(findings.count)
        let accepted = findings.acceptedCount > 0 ? ", \(findings.acceptedCount) accepted" : ""
        return "\(icons) of \(pages): \(found.isEmpty ? "no problems found" : found)\(accepted)"
    }

    private var platforms: String {
        let pages = site.pages.map { SitePreview(of: $0, in: site).shown }
        var table = Table()
        for (index, platform) in (pages.first ?? []).map(\.platform).enumerated() {
            var names: [String] = []
            for shown in pages {
                let name = shown[index].icon.map { site.name(of: $0.target).beginning() } ?? "-"
                if !names.contains(name) { names.append(name) }
            }
            table.append("  \(platform)", names.listed(", ", limit: 3))
        }
        return table.text
    }

    /// One test case for each page without errors; each error is a separate test case.
    var testCases: [TestCase] {
        let failed = Set(findings.findings.filter { $0.diagnostic.severity == .error }.flatMap(\.pages))
        return site.pages.map(\.text.name).filter { !failed.contains($0) }.map {
            TestCase($0, in: "devtool.favicon.check")
        }
    }

    func tell(on console: Console, asJSON: Bool) throws {
        for finding in findings.findings { console.report(finding.report) }
        for problem in findings.commentProblems { console.report(problem) }
        testCases.forEach(console.record)
        if asJSON {
            var text = JSONWriter(isPretty: true)
            write(to: &text)
            try console.print(text.text)
        }
        console.say(summary)
        if findings.findings.isEmpty, findings.commentProblems.isEmpty { console.say(platforms) }
    }

    static func text(of error: FaviconError, for requested: String) -> String {
        var json = JSONWriter(isPretty: true)
        json.object { json in
            json.member("schema", 1)
            json.member("url", WebURL.withoutUserInfo(requested))
            json.member("error") { error.write(to: &$0) }
        }
        return json.text
    }

    func write(to json: inout JSONWriter) {
        let found = counts
        json.object { json in
            json.member("schema", 1)
            json.member("url", WebURL.withoutUserInfo(requested))
            json.member("error") { $0.null() }
            json.member("pages", site.pages) { write($1, to: &$0, found[$1.text.name] ?? [:]) }
            json.member("errors", findings.count(.error))
            json.member("warnings", findings.count(.warning))
            json.member("notes", findings.count(.note))
            json.member("accepted", findings.acceptedCount)
            json.member("findings", findings.findings) { $1.write(to: &$0, of: site) }
            json.member("comments", findings.commentProblems) { json, problem in
                json.object { json in
                    json.member("severity", problem.severity.rawValue)
                    json.member("message", problem.message)
                    json.member("place", problem.location.map { "\($0)" } ?? "")
                }
            }
            json.member("icons", site.lookedAt) { $1.write(to: &$0, of: site) }
        }
    }

    private var counts: [String: [Diagnostic.Severity: Int]] {
        findings.findings.reduce(into: [:]) { counts, finding in
            for page in Set(finding.pages) { counts[page, default: [:]][finding.diagnostic.severity, default: 0] += 1 }
        }
    }

    private func write(_ page: SitePage, to json: inout JSONWriter, _ found: [Diagnostic.Severity: Int]) {
        let preview = SitePreview(of: page, in: site)
        let name = { (icon: AuditedIcon) in site.name(of: icon.target) }
        json.object { json in
            json.member("file", page.text.name)
            json.member("url", site.isURLKnown ? page.page.document?.withoutCredentials.description : nil)
            json.member("errors", found[.error] ?? 0)
            json.member("warnings", found[.warning] ?? 0)
            json.member("notes", found[.note] ?? 0)
            json.member("tab", preview.tab.map(name))
            json.member("dark_tab", preview.darkTab.map(name))
            json.member("search", preview.search.map(name))
            json.member("home_screen", preview.touch.map(name))
            json.member("launcher", preview.launcher.map(name))
        }
    }
}

extension AuditedSite {
    /// The URL of an icon, or only its path if the site's URL is unknown.
    fileprivate func name(of target: IconTarget) -> String {
        guard !isURLKnown, case .web(let url) = target, let base = WebURL(SiteFolder.unknownBase) else {
            return target.description
        }
        return url.shown(from: base)
    }

    /// The icons in the order of their URLs, except for those on other hosts, and for missing ones that no page names.
    var lookedAt: [AuditedIcon] {
        let named = Set(pages.flatMap { declarations(of: $0).map(\.link.target) })
        return icons.values.filter { icon in
            if icon.resource.isUnknown, case .web = icon.target { return false }
            return named.contains(icon.target) || icon.picture != nil
        }.sorted { $0.target.description < $1.target.description }
    }
}

extension JSONWriter {
    fileprivate mutating func value(_ isTrue: Bool?) { if let isTrue { value(isTrue) } else { null() } }
}

extension SiteFinding {
    fileprivate func write(to json: inout JSONWriter, of site: AuditedSite) {
        json.object { json in
            json.member("rule", diagnostic.rule?.id)
            json.member("rules", rules) { $0.value($1.id) }
            json.member("group", diagnostic.rule?.group?.id)
            json.member("severity", diagnostic.severity.rawValue)
            json.member("message", diagnostic.message)
            json.member("mend", diagnostic.hint)
            json.member("file", diagnostic.location?.file)
            json.member("line", diagnostic.location?.line)
            json.member("column", diagnostic.location?.column)
            json.member("icon", target.map(site.name))
            json.member("pages", zip(pages, places)) { json, page in
                json.object { json in
                    json.member("page", page.0)
                    json.member("file", page.1?.file)
                    json.member("line", page.1?.line)
                    json.member("column", page.1?.column)
                }
            }
            json.member("source", diagnostic.rule?.texts?.source)
        }
    }
}

extension AuditedIcon {
    fileprivate func write(to json: inout JSONWriter, of site: AuditedSite) {
        json.object { json in
            json.member("url", site.name(of: target))
            json.member("status", status)
            json.member("type", picture?.format.mediaType)
            json.member("sizes", picture?.sizes.map(\.description) ?? [])
            json.member("bytes", isCut ? nil : byteCount)
            json.member("problem", problem)
            json.member("transparent") { $0.value((try? facts?.get())?.hasTransparency) }
            json.member("beyond_safe_zone") { $0.value((try? facts?.get())?.hasContentBeyondSafeZone) }
        }
    }

    private var problem: String? {
        if case .failed(let error) = resource { return error.description }
        let verdicts = [loaded, image].compactMap(\.self)
        guard image != nil, let verdict = verdicts.first(where: { (try? $0.get()) == nil }),
            case .failure(let rejection) = verdict
        else { return nil }
        return rejection.description
    }

    private var status: Int? { if case .served(let answer) = resource { answer.status } else { nil } }
}
