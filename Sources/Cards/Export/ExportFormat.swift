import ArgumentParser
import DevtoolKit
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

    /// Which cards are shown where nothing was said about it: what people read shows the board as
    /// Trello does, what programs read holds everything.
    ///
    /// The page holds all, too, but archived cards folded away.
    var defaultState: CardState {
        switch self {
        case .table, .markdown: .open
        case .csv, .xml, .json, .html: .all
        }
    }

    /// Whether what is written for two exports, one after the other, is what would be written for both:
    /// a document has a beginning and an end.
    var canFollowItself: Bool {
        switch self {
        case .table, .markdown, .json: true
        case .csv, .xml, .html: false
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
        }
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
