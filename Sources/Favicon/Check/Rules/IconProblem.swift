import DevtoolKit
import Scanning
import URLs

struct IconProblem: Sendable {
    let rule: Rule
    /// The problem and its consequence for users.
    private(set) var message: String
    /// The instruction that fixes the problem.
    private(set) var mend: String
    /// Lines to paste into the page's head, or entries for its manifest.
    private(set) var lines: [String]
    /// Whether one of the lines replaces a link that the page has.
    private(set) var isReplacing: Bool
    let place: SitePlace
    let target: IconTarget?
    /// The hosts that were not contacted, if that is the problem.
    private(set) var hosts: Set<String>

    static let moreTime = "find out why the server is slow, or set a longer --timeout"

    var isOfMissingIcon: Bool { target == nil && rule.group == .missing }

    /// The key under which problems of a page are combined; `nil` for a problem that is reported alone.
    var cause: String? {
        if isOfMissingIcon { return "\(ObjectIdentifier(place.text)) \(place.offset)" }
        return hosts.isEmpty ? nil : ""
    }

    var hint: String {
        if lines.isEmpty { return mend }
        if mend.hasSuffix(":") { return "\(mend)\n" + lines.joined(separator: ",\n") }
        return mend + (mend.hasSuffix("\n]}") ? "\nand add" : ", and add")
            + (isReplacing ? ", replacing links to the same files:\n" : ":\n") + lines.joined(separator: "\n")
    }
}

extension IconProblem {
    /// Combines problems with one cause: lines that the page lacks, or icons on hosts that are not contacted.
    init(joining problems: [IconProblem], _ first: IconProblem) {
        self = first
        hosts = Set(problems.flatMap(\.hosts))
        if hosts.isEmpty {
            message = problems.map(\.message).joined(separator: "; ")
            mend = problems.map(\.mend).distinct.joined(separator: ";\n")
            lines = problems.flatMap(\.lines).distinct
            isReplacing = problems.contains(where: \.isReplacing)
        } else {
            message =
                "\(problems.count) icons and manifests are on \(hosts.count == 1 ? "another host" : "other hosts") "
                + "(\(hosts.sorted().listed(", "))) and were not checked"
        }
    }
}

extension SitePlace {
    /// Describes a problem; without `mend`, the rule's help is the instruction.
    func problem(
        _ rule: Rule, _ message: String, mend: String? = nil, adding lines: [String] = [], isReplacing: Bool = false,
        of target: IconTarget? = nil, on hosts: Set<String> = []
    ) -> [IconProblem] {
        [
            IconProblem(
                rule: rule, message: message, mend: mend ?? rule.hint, lines: lines, isReplacing: isReplacing,
                place: self, target: target, hosts: hosts)
        ]
    }

    /// The finding for a file about which nothing is known; empty for any other file.
    func problem(
        notLookedAt resource: SiteResource, _ name: String, at url: WebURL, on page: Page, of target: IconTarget? = nil
    ) -> [IconProblem] {
        switch resource {
        case .served, .failed: []
        case .elsewhere:
            problem(
                .notLookedAt, "\(name) is \(url.isOutside(page)) and was not checked",
                mend: "check the deployed site: devtool favicon --check URL", of: target,
                on: page.document.map(url.hasOrigin) == true ? [] : [url.host])
        case .late:
            problem(
                .notLookedAt, "\(name) was not checked: the site's time limit was reached", mend: IconProblem.moreTime,
                of: target)
        }
    }
}

extension IconDeclaration {
    var name: String { link.target.shown(on: page) }

    func problem(
        _ rule: Rule, _ message: String, mend: String? = nil, replacing line: String? = nil, at attribute: String? = nil
    ) -> [IconProblem] {
        (attribute.map { place(of: $0) } ?? place).problem(
            rule, message, mend: mend, adding: [line].compactMap(\.self), isReplacing: true, of: link.target)
    }

    func writing(_ attribute: String, _ value: String) -> String {
        entry == nil ? "write \(attribute)=\"\(value)\"" : "write \"\(attribute)\": \"\(value)\""
    }
}

extension IconTarget {
    /// The icon's name in messages: its path on the page's server, its URL elsewhere, or the start of its data.
    func shown(on page: SitePage) -> String {
        switch self {
        case .data(let url): url.description.beginning(40)
        case .nothing(let reference): reference.beginning(40)
        case .web(let url):
            (page.page.document.map { url.shown(from: $0) } ?? url.withoutCredentials.description).beginning(200)
        }
    }
}

extension WebURL {
    fileprivate func isOutside(_ page: Page) -> String {
        page.document.map(hasOrigin) == true ? "not in the folder" : "on another host"
    }

    /// The URL, without its origin if the document has the same.
    func shown(from document: WebURL) -> String {
        let text = withoutCredentials.description
        guard hasOrigin(of: document) else { return text }
        return String(text.dropFirst(origin.utf8.count))
    }
}

enum Snippet {
    static func link(
        rel: String = "icon", href: String, sizes: String? = nil, type: String? = nil, media: String? = nil
    ) -> String {
        let attributes = [("rel", rel), ("href", href), ("type", type), ("sizes", sizes), ("media", media)]
        let text = attributes.compactMap { name, value in value.map { "\(name)=\"\(quoted($0))\"" } }
        return "<link \(text.joined(separator: " "))>"
    }

    static func entry(src: String, sizes: String, type: String, purpose: String) -> String {
        "{\"src\": \"\(src)\", \"sizes\": \"\(sizes)\", \"type\": \"\(type)\", \"purpose\": \"\(purpose)\"}"
    }

    private static func quoted(_ value: String) -> String {
        value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    }
}
