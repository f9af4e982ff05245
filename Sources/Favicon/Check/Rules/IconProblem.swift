import DevtoolKit
import URLs

/// Something wrong with the icons of a site, at one place.
struct IconProblem: Sendable {
    /// The rule that it breaks.
    let rule: IconRule
    /// What is wrong, and what a user sees because of it.
    let message: String
    /// What to do.
    let mend: String
    /// The lines to paste into the head of the page for it.
    let lines: [String]
    let place: SitePlace
    /// The icon, if it is about one.
    let target: IconTarget?

    /// What to do about what the time was not enough for.
    static let moreTime = "look why the server is slow, or give it more time with --timeout"

    /// Describes a problem; what to do is the rule's help if it is nothing more special.
    init(
        _ rule: IconRule, _ message: String, mend: String? = nil, adding lines: [String] = [],
        at place: SitePlace, of target: IconTarget? = nil
    ) {
        self.rule = rule
        self.message = message
        self.mend = mend ?? rule.hint
        self.lines = lines
        self.place = place
        self.target = target
    }

    /// One problem of several that concern a page as a whole: they have one cause, the lines that it lacks.
    init(joining problems: [IconProblem], _ first: IconProblem) {
        var mends: [String] = []
        for problem in problems where !mends.contains(problem.mend) { mends.append(problem.mend) }
        var lines: [String] = []
        for line in problems.flatMap(\.lines) where !lines.contains(line) { lines.append(line) }
        self.init(
            first.rule, problems.map(\.message).joined(separator: "; "),
            mend: mends.joined(separator: ";\n"), adding: lines, at: first.place)
    }

    /// Whether it is about an icon that a page or its manifest lacks.
    var isOfMissingIcon: Bool {
        target == nil && rule.description.group == IconRule.Group.missing.rawValue
    }

    /// What to do, with the lines to paste into the page, or the entries of a manifest.
    var hint: String {
        if lines.isEmpty { return mend }
        if mend.hasSuffix(":") { return "\(mend)\n" + lines.joined(separator: ",\n") }
        return mend + (mend.hasSuffix("\n]}") ? "\nand add:\n" : ", and add:\n")
            + lines.joined(separator: "\n")
    }
}

extension SitePlace {
    /// A problem at the place, as a list.
    func problem(
        _ rule: IconRule, _ message: String, mend: String? = nil, adding lines: [String] = [],
        of target: IconTarget? = nil
    ) -> [IconProblem] {
        [IconProblem(rule, message, mend: mend, adding: lines, at: self, of: target)]
    }

    /// The finding for a file about which nothing is known; none for any other file.
    func problem(
        notLookedAt resource: SiteResource, _ name: String, at url: WebURL, on page: Page,
        of target: IconTarget? = nil
    ) -> [IconProblem] {
        switch resource {
        case .served, .failed: []
        case .elsewhere:
            problem(
                .notLookedAt, "\(name) is \(url.isOutside(page)) and was not looked at",
                mend: "check the deployed site: devtool favicon --check URL", of: target)
        case .late:
            problem(
                .notLookedAt, "\(name) was not looked at: the time for the site was over",
                mend: IconProblem.moreTime, of: target)
        }
    }
}

extension IconDeclaration {
    /// The icon as messages about its page name it.
    var name: String { link.target.shown(on: page) }

    /// A problem of the icon, at an attribute of its tag or entry, or at its URL.
    func problem(
        _ rule: IconRule, _ message: String, mend: String? = nil, at attribute: String? = nil
    ) -> [IconProblem] {
        (attribute.map { place(of: $0) } ?? place)
            .problem(rule, message, mend: mend, of: link.target)
    }

    /// How an attribute is written where the icon is declared.
    func writing(_ attribute: String, _ value: String) -> String {
        entry == nil ? "write \(attribute)=\"\(value)\"" : "write \"\(attribute)\": \"\(value)\""
    }
}

extension IconTarget {
    /// The icon in a message about a page: its path on the page's own server, its URL elsewhere, and the beginning
    /// of its data.
    func shown(on page: SitePage) -> String {
        switch self {
        case .data(let url): url.description.beginning(40)
        case .nothing(let reference): reference.beginning(40)
        case .web(let url):
            (page.page.document.map { url.shown(from: $0) } ?? url.withoutCredentials.description)
                .beginning(200)
        }
    }
}

extension WebURL {
    /// Where the URL is that a folder does not have, in words after "is".
    fileprivate func isOutside(_ page: Page) -> String {
        page.document.map(hasOrigin) == true ? "not in the folder" : "on another host"
    }

    /// The URL, without its origin if that is a page's.
    func shown(from document: WebURL) -> String {
        let text = withoutCredentials.description
        guard hasOrigin(of: document) else { return text }
        return String(text.dropFirst(origin.utf8.count))
    }
}

/// Lines to paste into a page or a manifest.
enum Snippet {
    static func link(
        rel: String = "icon", href: String, sizes: String? = nil, type: String? = nil,
        media: String? = nil
    ) -> String {
        let attributes = [
            ("rel", rel), ("href", href), ("type", type), ("sizes", sizes), ("media", media),
        ]
        let text = attributes.compactMap { name, value in
            value.map { "\(name)=\"\(quoted($0))\"" }
        }
        return "<link \(text.joined(separator: " "))>"
    }

    /// An entry of the icons of a manifest.
    static func entry(src: String, sizes: String, type: String, purpose: String) -> String {
        "{\"src\": \"\(src)\", \"sizes\": \"\(sizes)\", \"type\": \"\(type)\", "
            + "\"purpose\": \"\(purpose)\"}"
    }

    private static func quoted(_ value: String) -> String {
        value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    }
}
