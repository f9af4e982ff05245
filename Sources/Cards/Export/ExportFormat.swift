import ArgumentParser
import DevtoolKit
import Scanning
import SystemPackage

/// The formats of `devtool cards --to` in which devtool rewrites a board.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case table
    case csv
    case xml
    case markdown
    /// One JSON object per line and card.
    case json
    case html
    case obsidian
    /// CSV with all text of a card in one column, for importers that map columns.
    case full = "import"
    /// CSV for the importers of Jira, GitLab, Linear and Kanboard; JSON lines for GitHub's.
    case jira, gitlab, github, linear, kanboard

    /// The cards to show by default: a format for people shows the board as Trello does; a data format has all cards.
    ///
    /// The page has all cards, too, with archived ones collapsed.
    var defaultState: CardState {
        switch self {
        case .table, .markdown: .open
        case .csv, .xml, .json, .html, .obsidian, .full, .jira, .gitlab, .github, .linear, .kanboard: .all
        }
    }

    /// Whether each card is a row or a line, so that several boards can share one table.
    var hasRowPerCard: Bool {
        switch self {
        case .csv, .json, .full, .jira, .gitlab, .github, .linear, .kanboard: true
        case .table, .xml, .markdown, .html, .obsidian: false
        }
    }

    /// Whether each card's number is shown beside its title, even on a board that is not marked.
    var showsEachNumber: Bool {
        switch self {
        case .table, .html: true
        case .csv, .xml, .markdown, .json, .obsidian, .full, .jira, .gitlab, .github, .linear, .kanboard: false
        }
    }

    /// Whether two exports can be concatenated: a document has a beginning and an end.
    var canFollowItself: Bool {
        switch self {
        case .table, .markdown, .json, .github: true
        case .csv, .xml, .html, .obsidian, .full, .jira, .gitlab, .linear, .kanboard: false
        }
    }

    /// The extensions that select the format; devtool uses the first one for its own file names.
    var fileExtensions: [String] {
        switch self {
        case .table: ["txt"]
        case .markdown: ["md", "markdown"]
        case .json: ["ndjson", "jsonl"]
        case .html: ["html", "htm"]
        case .csv, .xml: [rawValue]
        case .full, .jira, .gitlab, .linear, .kanboard: ["csv"]
        case .obsidian: ["md"]
        case .github: ["jsonl"]
        }
    }

    static var fileExtensions: [String] { allCases.flatMap(\.fileExtensions).distinct }

    /// Whether the extension of a file selects JSON lines, or CSV; `nil` if neither.
    static func isJSONLines(_ fileName: String) -> Bool? {
        let format = Self(fileName: fileName)
        return format == .json ? true : format == .csv ? false : nil
    }

    /// Refuses an output whose extension belongs to no format.
    static func refuseUnknownExtension(of fileName: String) throws {
        guard let end = FilePath(fileName).extension?.lowercased(), end != "json", Self(fileName: fileName) == nil
        else { return }
        throw Problem(
            .usage, "cannot determine the format of '\(fileName)': unknown extension",
            hint: "use .json for the export itself, .csv for a spreadsheet, or another known extension: "
                + fileExtensions.map { ".\($0)" }.joined(separator: ", ") + "; or add '--to'")
    }

    /// The format for a file name; `nil` for `board.json`, which keeps the export's format, and for other names.
    init?(fileName: String) {
        guard let end = FilePath(fileName).extension?.lowercased(), !fileName.hasSuffix("/"),
            let format = Self.allCases.first(where: { $0.fileExtensions.contains(end) })
        else { return nil }
        self = format
    }
}

/// A value of `--to`: a format, or an importer.
enum ExportChoice: Hashable, CaseIterable, ExpressibleByArgument, Sendable {
    case format(ExportFormat)
    /// An importer, which reads the numbered export or a format with another name.
    case importer(Importer)

    static let allCases =
        ExportFormat.allCases.map(Self.format)
        + Importer.allCases.filter { ExportFormat(rawValue: $0.rawValue) == nil }.map(Self.importer)

    /// The format to write; `nil` to keep the export's.
    var format: ExportFormat? {
        switch self {
        case .format(let format): format
        case .importer(let importer): importer.format
        }
    }

    var importer: Importer? { Importer(rawValue: defaultValueDescription) }

    init?(argument: String) {
        guard let choice = Self.allCases.first(where: { $0.defaultValueDescription == argument }) else { return nil }
        self = choice
    }

    var defaultValueDescription: String {
        switch self {
        case .format(let format): format.rawValue
        case .importer(let importer): importer.rawValue
        }
    }

    static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }
}
