import JSON
import Scanning

/// CSV for Jira's importer ("Importing data from CSV"), with as many `Labels`, `Attachment` and `Comment` columns as
/// the card with the most needs, since Jira reads one value from each column.
///
/// Dates are `yyyy-MM-dd HH:mm:ss` in UTC.
struct JiraFormat: BoardFormat {
    var losses: ImportLosses?

    private static let columns = [
        "Summary", "Issue Type", "Status", "Resolution", "Description", "Assignee", "Date Created", "Date Modified",
        "Start Date", "Due Date",
    ]

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        let issues = TrackerIssue.issues(of: boards)
        let fields = FieldColumns(boards)
        var (labels, files, comments) = (0, 0, 0)
        for issue in issues {
            labels = max(labels, issue.labels.count)
            files = max(files, issue.card.attachments.count)
            comments = max(comments, issue.card.comments.count)
        }
        try output.write(
            CSVFormat.plainLine(
                of: Self.columns + Self.columns(named: fields.names) + [String](repeating: "Labels", count: labels)
                    + [String](repeating: "Attachment", count: files) + [String](repeating: "Comment", count: comments))
        )
        for issue in TrackerIssue.issues(of: boards, noting: losses) {
            let card = issue.card
            var cells = [
                issue.title, "Task", issue.list.title, issue.isClosed ? "Done" : "",
                issue.body(includingComments: false), card.members.first ?? "", Self.time(issue.created),
                Self.time(card.lastActivity.flatMap(CardDate.init)), Self.time(card.start.flatMap(CardDate.init)),
                Self.time(card.due.flatMap(CardDate.init)),
            ]
            cells += fields.values(of: card, at: fields.places(on: issue.board)).map { $0.map(Self.text) ?? "" }
            // Labels in Jira have no spaces.
            let words = issue.labels.map { $0.split(whereSeparator: \.isWhitespace) }
            cells += Self.padded(words.map { $0.joined(separator: "-") }, to: labels)
            cells += Self.padded(card.attachments.map(\.url), to: files)
            cells += Self.padded(card.comments.map(Self.text), to: comments)
            try output.write(CSVFormat.plainLine(of: cells))
        }
    }

    /// The columns for custom fields, without punctuation, which the importer does not allow, and with unique names,
    /// because equal ones would become several values of one field.
    private static func columns(named fields: [String]) -> [String] {
        let others = columns + ["Labels", "Attachment", "Comment"]
        let names = fields.map { field in
            let words = field.split { !($0.isLetter || $0.isNumber) }.joined(separator: " ")
            return words.isEmpty ? "Field" : words
        }
        let all = (others + names).map { PreferredName(name: $0) }.distinctNames
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

/// JSON lines for GitLab's `POST /projects/:id/issues`.
struct GitLabLines: BoardFormat {
    var losses: ImportLosses?

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        for issue in TrackerIssue.issues(of: boards, noting: losses) {
            // The API separates labels by commas.
            var members: [(name: String, value: JSONValue)] = [
                ("title", .string(issue.title)), ("description", .string(issue.gitLabBody)),
                ("labels", .string(issue.labelList(separator: ","))),
            ]
            if let day = issue.dueDay { members.append(("due_date", .string(day))) }
            if let created = issue.created { members.append(("created_at", .string(created.timestamp))) }
            try output.write(JSONValue.object(members).compactText + "\n")
        }
    }
}

/// JSON lines for GitHub's issue import API (`application/vnd.github.golden-comet-preview`), with comments.
struct GitHubLines: BoardFormat {
    var losses: ImportLosses?

    func write(_ boards: [Board], to output: inout ExportOutput) throws {
        for issue in TrackerIssue.issues(of: boards, noting: losses) {
            try output.write(object(of: issue).compactText + "\n")
        }
    }

    private func object(of issue: TrackerIssue) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("title", .string(issue.title)), ("body", .string(issue.body(includingComments: false))),
        ]
        if let created = issue.created { members.append(("created_at", .string(created.timestamp))) }
        members.append(("closed", .bool(issue.isClosed)))
        members.append(("labels", .array(issue.labels.map { .string($0) })))
        return [
            "issue": .object(members),
            "comments": .array(
                issue.card.comments.map { comment in
                    var members: [(name: String, value: JSONValue)] = []
                    if let date = CardDate(comment.date) { members.append(("created_at", .string(date.timestamp))) }
                    let author = MarkdownText.escaped(comment.shownAuthor)
                    members.append(("body", .string("**\(author)** wrote:\n\n\(comment.text)")))
                    return .object(members)
                }),
        ]
    }
}
