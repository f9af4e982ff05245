import DevtoolKit

/// The failure of a run of Liquibase.
struct Failure: Hashable, Sendable {
    /// One of several problems, as a validation lists them.
    struct Problem: Hashable, Sendable {
        /// The changeset that it is about.
        let changeSet: ChangeSetIdentity?
        /// What is wrong.
        let message: String
    }

    /// The subject of a failure, if it can occur in a changelog.
    enum Subject: Hashable {
        /// A changeset.
        case changeSet(ChangeSetIdentity)
        /// A file or a folder that a changelog names, which is in the message.
        case missingFile(message: String)
        /// The preconditions of a file, of which the message tells.
        case preconditions(message: String)
    }

    /// A place that Liquibase names in a changelog.
    struct Place: Hashable, Sendable {
        let file: String
        /// The line, from 1.
        let line: Int
        /// The column, from 1.
        let column: Int
    }

    /// What kind of failure it is.
    var kind: FailureKind
    /// The database's message, or Liquibase's.
    var message: String
    /// The changeset that failed.
    var changeSet: ChangeSetIdentity?
    /// The statement that failed.
    var sql: String?
    var place: Place?
    /// What to do about it, where that is another thing than its kind tells.
    var hint: String?
    /// What a validation found, where it is more than one thing, or about a changeset.
    var problems: [Problem] = []

    /// What the process is to end with.
    var status: ExitStatus { kind.status }

    init(_ kind: FailureKind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The most characters of a statement that are shown.
    private static let shownSQL = 1000

    /// What is told.
    ///
    /// - Parameter place: where something stands in a changelog, if that is known.
    /// - Returns: one diagnostic, or one for each problem of a validation.
    func diagnostics(
        place: (Subject) -> SourceLocation?
    ) -> [Diagnostic] {
        let problems =
            problems.isEmpty ? [Problem(changeSet: changeSet, message: sentence)] : problems
        return problems.enumerated().map { index, problem in
            let isNamed = problem.changeSet.map { !problem.message.contains("\($0)") } ?? false
            return Diagnostic(
                (isNamed ? problem.changeSet.map { "changeset \($0): " } ?? "" : "")
                    + problem.message,
                at: location ?? subject(of: problem).flatMap(place),
                hint: index == problems.count - 1 ? hint ?? kind.hint : nil, rule: kind.rule)
        }
    }

    private func subject(of problem: Problem) -> Subject? {
        if let changeSet = problem.changeSet { return .changeSet(changeSet) }
        switch kind {
        case .changelogFileMissing: return .missingFile(message: problem.message)
        case .preconditionFailed: return .preconditions(message: problem.message)
        default: return nil
        }
    }

    /// The message and the statement.
    private var sentence: String {
        guard let sql, !sql.isEmpty else { return message }
        let shown = sql.count > Self.shownSQL ? sql.prefix(Self.shownSQL) + "…" : sql[...]
        return message + "\n  SQL: " + shown.replacing("\n", with: "\n       ")
    }

    private var location: SourceLocation? {
        place.map { SourceLocation(file: $0.file, line: $0.line, column: $0.column) }
    }
}
