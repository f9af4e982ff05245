import Reporting
import SystemPackage

/// `devtool help --man`: prints a page of the manual, or writes all pages to files.
enum ManualRequest: Sendable {
    /// The page of a command, subcommand or `devtool.yml`; without words, the suite's page.
    case page([String])
    case folder(String)

    static let words = ["help", "--man"]

    init?(_ arguments: [String]) throws {
        guard arguments.starts(with: Self.words) else { return nil }
        let rest = arguments.dropFirst(Self.words.count)
        switch (rest.first, rest.count) {
        case ("--output", 2), ("-o", 2): self = .folder(rest.last ?? "")
        case _ where rest.allSatisfy { !$0.hasPrefix("-") }: self = .page(Array(rest))
        default: throw Problem.manualUsage
        }
    }

    func answer(for suite: Suite, in context: Context) throws {
        let pages = Manual(
            suite: suite, sections: context.plugins.map { ($0.sectionName, $0.settings) }, documents: context.documents,
            sample: context.sampleConfiguration, date: context.manualDate
        ).pages
        switch self {
        case .page(let words):
            let name = words.first ?? suite.name
            let names = ["\(suite.name)-\(name)", name]
            let command = suite.root.subcommand(namedIn: words)
            let isKnown = words.count < 2 || words.count == 2 && command?.subcommand(namedIn: [words[1]]) != nil
            guard isKnown, let page = pages.first(where: { names.contains($0.name) }) else {
                let known = pages.map { String($0.name.trimmingPrefix("\(suite.name)-")) }
                throw Problem.unknownPage(
                    words.joined(separator: " "), nearest: name.nearest(in: known), suite: suite.name)
            }
            try context.console.print(page.text)
        case .folder(let folder):
            for page in pages {
                let path = context.path(folder).appending(page.path)
                try path.containingFolder.createDirectories()
                let file = try AtomicFile(replacing: path)
                try Array(page.text.utf8).withUnsafeBytes { try file.write($0) }
                try file.commit()
            }
        }
    }
}

extension Context {
    /// The date of `SOURCE_DATE_EPOCH`, for reproducible builds, or else today.
    fileprivate var manualDate: String {
        let moment = environment["SOURCE_DATE_EPOCH"].flatMap(Int.init).map(Timestamp.init(secondsSince1970:)) ?? .now
        return String(moment.description.prefix { $0 != "T" })
    }
}

extension Problem {
    fileprivate static var manualUsage: Problem {
        Problem(
            .usage, "'help --man' takes a command name, or '--output' and a folder",
            hint: "for example 'help --man run' or 'help --man --output man'")
    }

    fileprivate static func unknownPage(_ name: String, nearest: String?, suite: String) -> Problem {
        Problem(
            .usage, "no manual page for '\(name)'",
            hint: nearest.map { "did you mean '\($0)'?" } ?? "run '\(suite) --help' for a list of commands")
    }
}
