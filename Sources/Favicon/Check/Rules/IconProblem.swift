import DevtoolKit
import Scanning
import URLs

/// Something wrong with the icons of a site, at one place.
struct IconProblem: Sendable {
    /// The rule that it breaks.
    let rule: Rule
    /// What is wrong, and what a user sees because of it.
    let message: String
    /// What to do.
    let mend: String
    /// The lines to paste into the head of the page for it.
    let lines: [String]
    /// Whether one of the lines is for a file that the page has a link to already.
    let isReplacing: Bool
    let place: SitePlace
    /// The icon, if it is about one.
    let target: IconTarget?
    /// The other host that was not asked, if it is about that.
    let hosts: Set<String>

    /// What to do about what the time was not enough for.
    static let moreTime = "look why the server is slow, or give it more time with --timeout"

    /// Describes a problem; what to do is the rule's help if it is nothing more special.
    init(
        _ rule: Rule, _ message: String, mend: String? = nil, adding lines: [String] = [],
        isReplacing: Bool = false, at place: SitePlace, of target: IconTarget? = nil,
        on hosts: Set<String> = []
    ) {
        self.isReplacing = isReplacing
        self.hosts = hosts
        self.rule = rule
        self.message = message
        self.mend = mend ?? rule.hint
        self.lines = lines
        self.place = place
        self.target = target
    }

    /// Combines problems with one cause: lines that the page lacks, or icons on hosts that are not contacted.
    init(joining problems: [IconProblem], _ first: IconProblem) {
        let hosts = first.hosts.union(problems.flatMap(\.hosts))
        guard hosts.isEmpty else {
            let words = hosts.count == 1 ? "another host" : "other hosts"
            self.init(
                first.rule,
                "\(problems.count) icons and manifests are on \(words) "
                    + "(\(hosts.sorted().listed(", "))) and were not looked at", mend: first.mend,
                at: first.place, of: first.target, on: hosts)
            return
        }
        self.init(
            first.rule, problems.map(\.message).joined(separator: "; "),
            mend: problems.map(\.mend).distinct.joined(separator: ";\n"),
            adding: problems.flatMap(\.lines).distinct,
            isReplacing: problems.contains(where: \.isReplacing), at: first.place)
    }

    /// Whether it is about an icon that a page or its manifest lacks.
    var isOfMissingIcon: Bool {
        target == nil && rule.group == .missing
    }

    /// The cause that it has in common with others of its page, with which it is one finding; `nil` if it is one alone.
    var cause: String? {
        if isOfMissingIcon { return "\(ObjectIdentifier(place.text)) \(place.offset)" }
        return hosts.isEmpty ? nil : ""
    }

    /// What to do, with the lines to paste into the page, or the entries of a manifest.
    var hint: String {
        if lines.isEmpty { return mend }
        if mend.hasSuffix(":") { return "\(mend)\n" + lines.joined(separator: ",\n") }
        return mend + (mend.hasSuffix("\n]}") ? "\nand add" : ", and add")
            + (isReplacing ? ", in place of links to the same files:\n" : ":\n")
            + lines.joined(separator: "\n")
    }
}

extension SitePlace {
    /// A problem at the place, as a list.
    func problem(
        _ rule: Rule, _ message: String, mend: String? = nil, adding lines: [String] = [],
        isReplacing: Bool = false, of target: IconTarget? = nil, on hosts: Set<String> = []
    ) -> [IconProblem] {
        [
            IconProblem(
                rule, message, mend: mend, adding: lines, isReplacing: isReplacing, at: self,
                of: target, on: hosts)
        ]
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
                mend: "check the deployed site: devtool favicon --check URL", of: target,
                on: page.document.map(url.hasOrigin) == true ? [] : [url.host])
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
        _ rule: Rule, _ message: String, mend: String? = nil, replacing line: String? = nil,
        at attribute: String? = nil
    ) -> [IconProblem] {
        (attribute.map { place(of: $0) } ?? place)
            .problem(
                rule, message, mend: mend, adding: [line].compactMap(\.self), isReplacing: true,
                of: link.target)
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
