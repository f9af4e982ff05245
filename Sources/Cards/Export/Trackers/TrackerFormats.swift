import JSON
import Scanning

/// CSV for Jira's importer ("Importing data from CSV"): a column for each field, and as many `Labels`,
/// `Attachment` and `Comment` columns as the card with the most needs, since Jira takes one value from
/// each.
///
/// Times are `yyyy-MM-dd HH:mm:ss` in UTC, which the importer asks for.
struct JiraFormat: BoardFormat {
    private static let columns = [
        "Summary", "Issue Type", "Status", "Resolution", "Description", "Assignee", "Date Created",
        "Date Modified", "Start Date", "Due Date",
    ]

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        let issues = TrackerIssue.issues(of: boards)
        let fields = boards.flatMap(\.customFields)
        var (labels, files, comments) = (0, 0, 0)
        for issue in issues {
            labels = max(labels, issue.labels.count)
            files = max(files, issue.card.attachments.count)
            comments = max(comments, issue.card.comments.count)
        }
        try output.write(
            CSVCell.plainLine(
                of: Self.columns + Self.columns(of: fields)
                    + [String](repeating: "Labels", count: labels)
                    + [String](repeating: "Attachment", count: files)
                    + [String](repeating: "Comment", count: comments)))
        for issue in issues {
            let card = issue.card
            var cells = [
                issue.title, "Task", issue.list.title, issue.isClosed ? "Done" : "",
                issue.body(includingComments: false), card.members.first ?? "",
                Self.time(issue.created), Self.time(card.lastActivity.flatMap(CardDate.init)),
                Self.time(card.start.flatMap(CardDate.init)),
                Self.time(card.due.flatMap(CardDate.init)),
            ]
            cells += fields.map { field in
                card.customFields.first { $0.field.id == field.id }.map(Self.text) ?? ""
            }
            // A label of Jira's has no blanks.
            let words = issue.labels.map { $0.split(whereSeparator: \.isWhitespace) }
            cells += Self.padded(words.map { $0.joined(separator: "-") }, to: labels)
            cells += Self.padded(card.attachments.map(\.url), to: files)
            cells += Self.padded(card.comments.map(Self.text), to: comments)
            try output.write(CSVCell.plainLine(of: cells))
        }
    }

    /// The names of the columns for custom fields: the importer asks for no punctuation in them, and takes
    /// columns of one name for several values of one field.
    private static func columns(of fields: [CustomField]) -> [String] {
        let others = columns + ["Labels", "Attachment", "Comment"]
        let names = fields.map { field in
            let words = field.name.split { !($0.isLetter || $0.isNumber) }.joined(separator: " ")
            return words.isEmpty ? "Field" : words
        }
        let all = (others + names).map { NameWish(name: $0) }.distinctNames
        return Array(all.dropFirst(others.count))
    }

    private static func text(of value: CustomFieldValue) -> String {
        guard value.field.kind == .date, let date = CardDate(value.text) else { return value.text }
        return time(date)
    }

    private static func text(of comment: CardComment) -> String {
        let author = comment.author.replacing(";", with: ",")
        return "\(time(CardDate(comment.date)));\(author);\(comment.text)"
    }

    private static func time(_ date: CardDate?) -> String {
        date?.timestamp.replacing("T", with: " ").replacing("Z", with: "") ?? ""
    }

    private static func padded(_ cells: [String], to count: Int) -> [String] {
        cells + [String](repeating: "", count: count - cells.count)
    }
}

/// CSV for GitLab's importer ("Importing issues from CSV"), which takes `title`, `description` and `due_date`;
/// labels are quick actions at the description's end.
///
/// The action `/close` does nothing to an issue that is being made, so the text says that a card is closed.
struct GitLabFormat: BoardFormat {
    /// Whether it is an object a line for `POST /projects/:id/issues` instead.
    var isForAPI = false

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        if !isForAPI {
            try output.write(CSVCell.plainLine(of: ["title", "description", "due_date"]))
        }
        for issue in TrackerIssue.issues(of: boards) {
            var body = Self.withoutActions(issue.body(includingComments: true))
            if issue.isClosed { body += (body.isEmpty ? "" : "\n") + "Closed on Trello.\n" }
            if isForAPI {
                try output.write(object(of: issue, body).compactText + "\n")
            } else {
                let actions = Self.actions(of: issue)
                let text = actions.isEmpty ? body : body + "\n" + actions
                try output.write(
                    CSVCell.plainLine(of: [issue.title, text, issue.dueDay ?? ""]))
            }
        }
    }

    private func object(of issue: TrackerIssue, _ body: String) -> JSONValue {
        // The API separates labels by commas.
        let labels = issue.labels.map { $0.replacing(",", with: " ") }
        var members: [(name: String, value: JSONValue)] = [
            ("title", .string(issue.title)), ("description", .string(body)),
            ("labels", .string(labels.joined(separator: ","))),
        ]
        if let day = issue.dueDay { members.append(("due_date", .string(day))) }
        if let created = issue.created {
            members.append(("created_at", .string(created.timestamp)))
        }
        return .object(members)
    }

    private static func actions(of issue: TrackerIssue) -> String {
        issue.labels.map { label in
            "/label ~\"\(label.withoutLineBreaks.replacing("\"", with: "'"))\"\n"
        }.joined()
    }

    /// The text so that no line of it is taken for a quick action: people wrote it for people.
    private static func withoutActions(_ text: String) -> String {
        MarkdownText.lines(of: text).map { line in
            line.drop { $0 == " " || $0 == "\t" }.hasPrefix("/")
                ? "\\" + line.drop { $0 == " " || $0 == "\t" } : String(line)
        }.joined(separator: "\n")
    }
}

/// An object a line for GitHub's issue import API (`application/vnd.github.golden-comet-preview`), with comments.
struct GitHubFormat: BoardFormat {
    /// Whether it is CSV with `title`, `body`, `labels` and `state` instead.
    var isCSV = false

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        if isCSV {
            try output.write(CSVCell.plainLine(of: ["title", "body", "labels", "state"]))
        }
        for issue in TrackerIssue.issues(of: boards) {
            if isCSV {
                let labels = issue.labels.map { $0.replacing(",", with: " ") }
                try output.write(
                    CSVCell.plainLine(of: [
                        issue.title, issue.body(includingComments: true),
                        labels.joined(separator: ","), issue.isClosed ? "closed" : "open",
                    ]))
            } else {
                try output.write(object(of: issue).compactText + "\n")
            }
        }
    }

    private func object(of issue: TrackerIssue) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("title", .string(issue.title)),
            ("body", .string(issue.body(includingComments: false))),
        ]
        if let created = issue.created {
            members.append(("created_at", .string(created.timestamp)))
        }
        members.append(("closed", .bool(issue.isClosed)))
        members.append(("labels", .array(issue.labels.map { .string($0) })))
        return [
            "issue": .object(members),
            "comments": .array(
                issue.card.comments.map { comment in
                    var members: [(name: String, value: JSONValue)] = []
                    if let date = CardDate(comment.date) {
                        members.append(("created_at", .string(date.timestamp)))
                    }
                    let author = MarkdownText.escaped(comment.shownAuthor)
                    members.append(("body", .string("**\(author)** wrote:\n\n\(comment.text)")))
                    return .object(members)
                }),
        ]
    }
}

/// CSV for Linear's command-line importer ("Linear (CSV)"), which takes the columns of Linear's own export.
struct LinearFormat: BoardFormat {
    private static let columns = [
        "Id", "Team", "Title", "Description", "Status", "Estimate", "Priority", "Project",
        "Creator",
        "Assignee", "Labels", "Cycle Number", "Cycle Name", "Cycle Start", "Cycle End", "Created",
        "Updated", "Started", "Completed", "Canceled", "Archived",
    ]

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        try output.write(CSVCell.plainLine(of: Self.columns))
        for issue in TrackerIssue.issues(of: boards) {
            let card = issue.card
            let updated = card.lastActivity.flatMap(CardDate.init)
            // A card without a date would be imported as open.
            let ended = (updated ?? issue.created ?? CardDate(secondsSince1970: 0)).timestamp
            // The importer separates labels by commas.
            let labels = issue.labels.map { $0.replacing(",", with: " ") }
            try output.write(
                CSVCell.plainLine(of: [
                    card.number ?? card.id, issue.board.title, Self.quoted(issue.title),
                    Self.quoted(issue.body(includingComments: true)), issue.list.title, "",
                    "No priority", issue.board.title, "", card.members.first ?? "",
                    labels.joined(separator: ", "), "", "", "", "",
                    issue.created?.timestamp ?? "", updated?.timestamp ?? "",
                    card.start.flatMap(CardDate.init)?.timestamp ?? "",
                    card.isComplete ? ended : "", "", issue.isArchived ? ended : "",
                ]))
        }
    }

    /// The text as Linear's export has it: with an apostrophe, which the importer takes away, before what
    /// a spreadsheet would take for a formula.
    private static func quoted(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { "+-=@".unicodeScalars.contains($0) }
        return isFormula == true ? "'" + text : text
    }
}
