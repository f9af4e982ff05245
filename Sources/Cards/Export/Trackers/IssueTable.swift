import Scanning

/// CSV for a program that makes an issue of each row; formulas get no apostrophe.
struct IssueTable: BoardFormat {
    typealias Column = (name: String, cell: @Sendable (TrackerIssue) -> String)
    let columns: [Column]
    var losses: ImportLosses?

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        func write(_ cells: [String]) throws {
            let line = CSVFormat.plainLine(of: cells)
            losses?.take(line)
            try output.write(line)
        }
        try write(columns.map(\.name))
        for issue in TrackerIssue.issues(of: boards, noting: losses) { try write(columns.map { $0.cell(issue) }) }
    }

    /// For importers that map columns, such as Vikunja's: all text in one column, and the other columns under common
    /// names.
    static let full: [Column] = [
        ("Title", { $0.title }), ("Description", { $0.body(includingComments: true) }), ("List", { $0.list.title }),
        ("Labels", { $0.labelList(separator: ", ") }), ("Members", { $0.card.members.joined(separator: ", ") }),
        ("Start Date", { $0.time(\.start) }), ("Due Date", { $0.time(\.due) }), ("Done", { "\($0.card.isComplete)" }),
        ("Archived", { "\($0.isArchived)" }), ("Created", { $0.created?.timestamp ?? "" }),
        ("Updated", { $0.time(\.lastActivity) }), ("Number", { $0.card.number ?? "" }), ("Board", { $0.board.title }),
        ("URL", { $0.card.url }),
    ]

    /// For GitLab's importer ("Importing issues from CSV"); labels are quick actions at the end of the description.
    static let gitlab: [Column] = [
        ("title", { $0.title }),
        (
            "description",
            { issue in
                let actions = issue.gitLabActions
                return actions.isEmpty ? issue.gitLabBody : issue.gitLabBody + "\n" + actions
            }
        ), ("due_date", { $0.dueDay ?? "" }),
    ]

    /// For programs that import GitHub issues from CSV.
    static let github: [Column] = [
        ("title", { $0.title }), ("body", { $0.body(includingComments: true) }),
        ("labels", { $0.labelList(separator: ",") }), ("state", { $0.isClosed ? "closed" : "open" }),
    ]

    /// For Kanboard's importer, which identifies columns by their order.
    static let kanboard: [Column] = [
        ("Reference", { $0.card.number ?? "" }), ("Title", { kanboard($0.title) }),
        ("Description", { kanboard($0.body(includingComments: true)) }),
        ("Assignee Username", { kanboard($0.card.members.first ?? "") }), ("Creator Username", none),
        ("Color Name", none), ("Column Name", { kanboard($0.list.title) }), ("Category Name", none),
        ("Swimlane Name", none), ("Complexity", none), ("Time Estimated", none), ("Time Spent", none),
        ("Start Date", { $0.minute(\.start) }), ("Due Date", { $0.minute(\.due) }), ("Priority", none),
        ("Status", { $0.isClosed ? "1" : "" }), ("Tags", { kanboard($0.labelList(separator: ",")) }),
        ("External Link", { $0.card.url.isWebAddress ? $0.card.url : "" }),
    ]

    /// For Linear's command-line importer ("Linear (CSV)"), which reads the columns of Linear's own export.
    static let linear: [Column] = [
        ("Id", { $0.card.number ?? $0.card.id }), ("Team", { $0.board.title }), ("Title", { linear($0.title) }),
        ("Description", { linear($0.body(includingComments: true)) }), ("Status", { $0.list.title }),
        ("Estimate", none), ("Priority", { _ in "No priority" }), ("Project", { $0.board.title }), ("Creator", none),
        ("Assignee", { $0.card.members.first ?? "" }), ("Labels", { $0.labelList(separator: ", ") }),
        ("Cycle Number", none), ("Cycle Name", none), ("Cycle Start", none), ("Cycle End", none),
        ("Created", { $0.created?.timestamp ?? "" }), ("Updated", { $0.time(\.lastActivity) }),
        ("Started", { $0.time(\.start) }), ("Completed", { $0.card.isComplete ? $0.ended : "" }), ("Canceled", none),
        ("Archived", { $0.isArchived ? $0.ended : "" }),
    ]

    @Sendable private static func none(_ issue: TrackerIssue) -> String { "" }

    /// The text as in Linear's export: formulas get an apostrophe, which the importer removes.
    private static func linear(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { "+-=@".unicodeScalars.contains($0) }
        return isFormula == true ? "'" + text : text
    }

    /// The text without a backslash before a quotation mark, which PHP's CSV parser treats as an escape.
    private static func kanboard(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        return text.replacing("\\\"", with: "\\'") + (text.hasSuffix("\\") ? " " : "")
    }
}

extension TrackerIssue {
    fileprivate func time(_ time: KeyPath<BoardCard, String?>) -> String {
        card[keyPath: time].flatMap(CardDate.init)?.timestamp ?? ""
    }

    fileprivate func minute(_ time: KeyPath<BoardCard, String?>) -> String {
        card[keyPath: time].flatMap(CardDate.init).map { "\($0.day) \($0.shownTime)" } ?? ""
    }

    /// The best estimate of when the work ended: a card without a date would be imported as open.
    fileprivate var ended: String {
        (card.lastActivity.flatMap(CardDate.init) ?? created ?? CardDate(secondsSince1970: 0)).timestamp
    }

    func labelList(separator: String) -> String {
        labels.map { $0.replacing(",", with: " ") }.joined(separator: separator)
    }

    /// The body for GitLab, in which no line of the card is a quick action.
    ///
    /// A closed card says so in the body, because `/close` has no effect when an issue is created.
    var gitLabBody: String {
        let body = body(includingComments: true).javaLines.map { line in
            let start = line.drop { $0 == " " || $0 == "\t" }
            return start.hasPrefix("/") ? "\\" + start : String(line)
        }.joined(separator: "\n")
        return isClosed ? body + (body.isEmpty ? "" : "\n") + "Closed on Trello.\n" : body
    }

    fileprivate var gitLabActions: String {
        labels.map { label in "/label ~\"\(label.withoutLineBreaks.replacing("\"", with: "'"))\"\n" }.joined()
    }
}

/// The columns for the custom fields of boards; fields of the same name on several boards share one.
struct FieldColumns: Sendable {
    private(set) var names: [String] = []
    private var columns: [[String]: Int] = [:]

    init(_ boards: [Board]) {
        for key in boards.flatMap(Self.keys) where columns[key] == nil {
            columns[key] = names.count
            names.append(key[0])
        }
    }

    func places(on board: Board) -> [(field: String, column: Int)] {
        zip(board.customFields, Self.keys(of: board)).compactMap { field, key in columns[key].map { (field.id, $0) } }
    }

    func values(of card: borrowing BoardCard, at places: [(field: String, column: Int)]) -> [CustomFieldValue?] {
        var values = [CustomFieldValue?](repeating: nil, count: names.count)
        if card.customFields.isEmpty { return values }
        for place in places { values[place.column] = card.customFields.first { $0.field.id == place.field } }
        return values
    }

    /// The key of each field's column: its name, and its rank among the board's fields of that name.
    private static func keys(of board: Board) -> [[String]] {
        var counts: [String: Int] = [:]
        return board.customFields.map { field in
            counts[field.name, default: 0] += 1
            return [field.name, "\(counts[field.name] ?? 0)"]
        }
    }
}
