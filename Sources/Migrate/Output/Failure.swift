import DevtoolKit

struct Failure: Hashable, Sendable {
    /// One of several problems in a validation error.
    struct Problem: Hashable, Sendable {
        let changeSet: ChangeSetIdentity?
        let message: String
    }

    enum Subject: Hashable {
        case changeSet(ChangeSetIdentity)
        /// A file or folder to which a changelog refers; the message contains its name.
        case missingFile(message: String)
        /// The preconditions of a changelog file; the message contains its name.
        case preconditions(message: String)
    }

    var kind: FailureKind
    var message: String
    var changeSet: ChangeSetIdentity?
    var sql: String?
    /// The location in a changelog according to Liquibase.
    var location: SourceLocation?
    /// A hint that replaces the one of the failure's kind.
    var hint: String?
    /// The problems of a validation error, if there are several or if they concern changesets.
    var problems: [Problem] = []

    var status: ExitStatus { kind.status }

    init(_ kind: FailureKind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The reason why devtool stopped Liquibase; `nil` for a signal.
    init?(_ error: any Error) {
        guard let diagnostic = (error as? any DiagnosableError)?.diagnostics.first else { return nil }
        self.init(.other, diagnostic.message)
        hint = diagnostic.hint
    }

    private static let shownSQL = 1000

    /// Converts the failure to diagnostics, one for each problem of a validation error.
    func diagnostics(place: (Subject) -> SourceLocation?) -> [Diagnostic] {
        let problems = problems.isEmpty ? [Problem(changeSet: changeSet, message: sentence)] : problems
        return problems.enumerated().map { index, problem in
            let isNamed = problem.changeSet.map { !problem.message.contains("\($0)") } ?? false
            return Diagnostic(
                (isNamed ? problem.changeSet.map { "changeset \($0): " } ?? "" : "") + problem.message,
                at: location ?? subject(of: problem).flatMap(place),
                hint: index == problems.count - 1 ? hint ?? kind.hint : nil, rule: kind.rule)
        }
    }

    private func subject(of problem: Problem) -> Subject? {
        if let changeSet = problem.changeSet { return .changeSet(changeSet) }
        if kind == .changelogFileMissing { return .missingFile(message: problem.message) }
        return kind == .preconditionFailed ? .preconditions(message: problem.message) : nil
    }

    private var sentence: String {
        guard let sql, !sql.isEmpty else { return message }
        let shown = sql.count > Self.shownSQL ? sql.prefix(Self.shownSQL) + "…" : sql[...]
        return message + "\n  SQL: " + shown.replacing("\n", with: "\n       ")
    }
}
