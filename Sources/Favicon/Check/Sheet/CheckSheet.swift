import DevtoolKit
import Scanning
import URLs

/// The contact sheet of a check, which groups similar pages.
///
/// Each group has a verdict, previews of its icons in browsers, search results and phones, and a card for each icon
/// with its problems.
struct CheckSheet {
    private let report: CheckReport
    private let findings: [SiteFinding]
    private let pictures: LookBudget

    static let pictureLimit = 1 << 26
    init(_ report: CheckReport, pictures: LookBudget = LookBudget(bytes: Self.pictureLimit)) {
        self.report = report
        self.pictures = pictures
        findings = report.findings.findings
    }

    var text: String {
        ContactSheet.begin(
            title: "Icon check", style: Self.style,
            tools: "<p class=\"total\">\(VisibleText.escaped(report.summary))</p>")
            + groups.enumerated().map { section($1, number: $0 + 1) }.joined() + "</main>\n</body>\n</html>\n"
    }

    private static let style = ContactSheet.style + String(decoding: PackageResources.check_sheet_css, as: UTF8.self)

    /// Pages that declare the same icons and have the same findings.
    private struct Group {
        let page: SitePage
        var names: [String]
        let declarations: [IconDeclaration]
        let findings: [Int]
    }

    private var groups: [Group] {
        var places: [[String]: Int] = [:]
        var groups: [Group] = []
        var findingsOfPages: [String: [Int]] = [:]
        for (index, finding) in findings.enumerated() {
            for page in Set(finding.pages) { findingsOfPages[page, default: []].append(index) }
        }
        for page in report.site.pages {
            let declarations = report.site.declarations(of: page)
            let found = findingsOfPages[page.text.name] ?? []
            let key =
                declarations.map { "\($0.link.target) \($0.link.rel ?? "") \($0.link.media ?? "")" }
                + found.map(String.init)
            if let index = places[key] {
                groups[index].names.append(page.text.name)
            } else {
                places[key] = groups.count
                groups.append(Group(page: page, names: [page.text.name], declarations: declarations, findings: found))
            }
        }
        return groups
    }

    private func section(_ group: Group, number: Int) -> String {
        let found = group.findings.map { findings[$0] }
        let others = group.names.count == 1 ? "" : " <small>and \(group.names.count - 1) more</small>"
        let general = found.filter { $0.target == nil }
        let targets = group.declarations.map(\.link.target) + found.compactMap(\.target)
        let cards = targets.distinct.map { target in card(target, group, found.filter { $0.target == target }) }
        return """
            <section class="page\(Self.style(of: found))" aria-labelledby="page-\(number)">
            <h2 id="page-\(number)"><bdi>\(VisibleText.escaped(group.names[0]))</bdi>\(others)</h2>
            \(verdict(found))
            \(previews(of: group.page))
            \(general.isEmpty ? "" : "<ul class=\"findings\">\n\(general.map(item).joined())</ul>\n")\
            \(cards.isEmpty ? "" : "<ol>\n\(cards.joined())</ol>\n")\
            </section>

            """
    }

    /// The previews with captions; the markup contains every icon once, however often it is shown.
    ///
    /// If there is no icon, the style sheet shows a globe in browsers and search results, and a letter on phones.
    private func previews(of page: SitePage) -> String {
        let preview = SitePreview(of: page, in: report.site)
        let host = report.site.isURLKnown ? page.page.document?.host : nil
        let title = page.title.flatMap { $0.isEmpty ? nil : $0 } ?? host ?? page.text.name
        let name = VisibleText.escaped(title, limit: 40)
        let letter = "<i class=\"letter\">\(VisibleText.escaped(title.prefix(1).uppercased()))</i>"
        let icons = [
            ("tab", preview.tab), ("dark", preview.darkTab), ("search", preview.search), ("touch", preview.touch),
            ("app", preview.launcher),
        ]
        let variables = icons.compactMap { name, icon in icon.flatMap(pictureURL).map { "--\(name):url(\($0))" } }
        let mask = preview.maskable == nil ? "disc" : "masked"
        let touch = preview.touch == nil ? letter : "<i></i>"
        let app = preview.launcher == nil ? letter : "<span class=\"\(mask)\"><i></i></span>"
        func figure(_ style: String, _ caption: String, _ content: String) -> String {
            "<figure class=\"\(style)\"><div>\(content)</div><figcaption>\(caption)</figcaption></figure>"
        }
        return """
            <div class="previews" style="\(variables.joined(separator: ";"))">
            \(figure("browser light", "Browser tab", "<b class=\"tab-strip\"><i></i>\(name)</b>"))
            \(figure("browser dark", "Dark browser tab", "<b class=\"tab-strip\"><i></i>\(name)</b>"))
            \(figure("bookmarks", "Bookmark bar", "<b><i></i>\(name)</b><b><s></s>News</b>"))
            \(figure("search", "Search result", "<i></i><b>\(name)</b>"))
            \(figure("iphone", "iPhone home screen", "\(touch)<b>\(name)</b>"))
            \(figure("android", "Android launcher", "\(app)<b>\(name)</b>"))
            </div>
            """
    }

    private func pictureURL(of icon: AuditedIcon) -> String? {
        guard let picture = icon.picture, let bytes = icon.kept, pictures.takeBytes(bytes.count) else { return nil }
        return picture.dataURL(of: bytes)
    }

    private func verdict(_ found: [SiteFinding]) -> String {
        let counts = Diagnostic.Severity.counts { severity in found.count { $0.diagnostic.severity == severity } }
        return "<p class=\"verdict\">\(counts.isEmpty ? "No problems found" : counts)</p>"
    }

    private static func style(of found: [SiteFinding]) -> String {
        let severities = Set(found.map(\.diagnostic.severity))
        return severities.contains(.error) ? "" : severities.contains(.warning) ? " fair" : " found"
    }

    private func item(_ finding: SiteFinding) -> String {
        let diagnostic = finding.diagnostic
        let mend = diagnostic.hint.map { "<pre>\(VisibleText.markup($0))</pre>" } ?? ""
        return """
            <li>\(Self.badge(finding)) <bdi>\(VisibleText.escaped(diagnostic.message, limit: 1000))</bdi>\
            \(mend)</li>

            """
    }

    private static func badge(_ finding: SiteFinding) -> String {
        let style =
            switch finding.diagnostic.severity {
            case .error: "bad"
            case .warning: "warn"
            case .note: "plain"
            }
        return finding.rules.map { "<span class=\"mark \(style)\">\($0.id)</span>" }.joined(separator: " ")
    }

    private func card(_ target: IconTarget, _ group: Group, _ found: [SiteFinding]) -> String {
        let icon = report.site.icons[target]
        let name = VisibleText.escaped(target.shown(on: group.page))
        let picture =
            icon.flatMap(pictureURL).map { url in
                let isScalable = icon?.picture?.isScalable ?? false
                return "<span class=\"natural\"><img\(isScalable ? " class=\"scalable\"" : "") "
                    + "src=\"\(url)\" alt=\"\(name)\"></span>"
            } ?? "<span class=\"none\">\(icon?.picture == nil ? "No image" : "Not shown")</span>"
        let declared = group.declarations.filter { $0.link.target == target }.map {
            VisibleText.escaped(Self.words(for: $0))
        }
        var facts: [(String, String)] = declared.map { ("Declared", $0) }
        if let image = icon?.picture {
            let sizes = image.sizes.prefix(12).map(\.description).joined(separator: " ")
            facts.append(("Content", "\(image.format) \(sizes.isEmpty ? "of any size" : sizes)"))
            facts.append(("Length", "\(icon?.byteCount ?? 0) bytes"))
        }
        let badges = found.map(Self.badge).joined(separator: " ")
        let right = "<span class=\"mark good\">ok</span>"
        return """
            <li class="icon">
            <div class="pictures">\(picture)</div>
            <h3><bdi dir="ltr">\(name)</bdi> \(found.isEmpty ? right : badges)</h3>
            <dl>
            \(facts.map { "<dt>\($0)</dt><dd>\($1)</dd>\n" }.joined())</dl>
            \(found.isEmpty ? "" : "<ul class=\"findings\">\n\(found.map(item).joined())</ul>\n")\
            </li>

            """
    }

    private static func words(for icon: IconDeclaration) -> String {
        let link = icon.link
        let kind =
            icon.entry == nil
            ? link.rel ?? link.source.rawValue
            : "manifest, for " + link.purposes.map(\.rawValue).joined(separator: " and ")
        return [kind, link.sizesText, link.type, link.media].compactMap(\.self).filter { !$0.isEmpty }.joined(
            separator: " · ")
    }
}
