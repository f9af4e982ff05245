import ArgumentParser
import DevtoolKit
import Scanning
import SystemPackage

/// The formats other than Trello's JSON in which `devtool cards` writes a board: the values of `--to`.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// For people at a terminal.
    case table
    /// Trello's own columns, and the card's number.
    case csv
    /// Elements in the convention of Rails.
    case xml
    /// Headings and task lists.
    case markdown
    /// A JSON object for each card, on a line of its own.
    case json
    /// A page that shows the board as a board.
    case html
    /// A note for the Kanban plugin of Obsidian.
    case obsidian
    /// CSV with all text of a card in one column, for importers that map columns.
    case full = "import"
    /// CSV for the importers of Jira, GitLab, Linear and Kanboard, and JSON lines for GitHub's.
    case jira, gitlab, github, linear, kanboard

    /// Which cards are shown where nothing was said about it: what people read shows the board as
    /// Trello does, what programs read holds everything.
    ///
    /// The page holds all, too, but archived cards folded away.
    var defaultState: CardState {
        switch self {
        case .table, .markdown: .open
        case .csv, .xml, .json, .html, .obsidian, .full, .jira, .gitlab, .github, .linear,
            .kanboard:
            .all
        }
    }

    /// Whether each card is a row or a line, so that several boards can be one table.
    var hasRowPerCard: Bool {
        switch self {
        case .csv, .json, .full, .jira, .gitlab, .github, .linear, .kanboard: true
        case .table, .xml, .markdown, .html, .obsidian: false
        }
    }

    /// Whether what is written for two exports, one after the other, is what would be written for both:
    /// a document has a beginning and an end.
    var canFollowItself: Bool {
        switch self {
        case .table, .markdown, .json, .github: true
        case .csv, .xml, .html, .obsidian, .full, .jira, .gitlab, .linear, .kanboard: false
        }
    }

    /// What the names of files in the format may end in; the first is what devtool ends them in.
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

    /// What the names of files in any format may end in.
    static var fileExtensions: [String] { allCases.flatMap(\.fileExtensions).distinct }

    /// Whether the name of a file asks for an object a line, or for CSV; nil where it asks for neither.
    static func isJSONLines(_ fileName: String) -> Bool? {
        switch Self(fileName: fileName) {
        case .json: true
        case .csv: false
        default: nil
        }
    }

    /// Makes sure that a file that is to get an export has no name of something else.
    ///
    /// - Throws: ``ExportError/unknownExtension(_:)``.
    static func refuseUnknownExtension(of fileName: String) throws {
        guard let end = FilePath(fileName).extension?.lowercased(), end != "json",
            Self(fileName: fileName) == nil
        else { return }
        throw ExportError.unknownExtension(fileName)
    }

    /// The format whose files have such names; nil for `board.json`, which is an export's, and for other
    /// names.
    init?(fileName: String) {
        guard let end = FilePath(fileName).extension?.lowercased(), !fileName.hasSuffix("/"),
            let format = Self.allCases.first(where: { $0.fileExtensions.contains(end) })
        else { return nil }
        self = format
    }
}

/// What `--to` can say: a format, or who is to read the export itself.
enum ExportChoice: Hashable, CaseIterable, ExpressibleByArgument, Sendable {
    case format(ExportFormat)
    /// What an importer reads: the numbered export, or a format with another name.
    case importer(Importer)

    static let allCases =
        ExportFormat.allCases.map(Self.format)
        + Importer.allCases.filter { ExportFormat(rawValue: $0.rawValue) == nil }
        .map(Self.importer)

    /// The format that is asked for; nil for the export's own.
    var format: ExportFormat? {
        switch self {
        case .format(let format): format
        case .importer(let importer): importer.format
        }
    }

    /// The importer that is to read it.
    var importer: Importer? { Importer(rawValue: defaultValueDescription) }

    init?(argument: String) {
        guard let choice = Self.allCases.first(where: { $0.defaultValueDescription == argument })
        else { return nil }
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
