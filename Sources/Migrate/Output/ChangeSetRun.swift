import DevtoolKit

struct ChangeSetRun: Hashable, Sendable {
    enum Result: Hashable, Sendable {
        case applied
        /// It did not run, but the history records it as run, for this reason, or on request if it is empty.
        case markedRan(String)
        /// It did not run and will be tried again, for this reason.
        case skipped(String)
        /// It failed with this message, which `failOnError: false` allows; Liquibase retries it in each run.
        case failureAllowed(String)
        case rolledBack
        /// The run ended abruptly during this changeset or its rollback, and the history does not record it as done.
        case interrupted(isRollback: Bool)
        /// Like ``interrupted(isRollback:)``, but the history cannot be read.
        case unknown
    }

    let changeSet: ChangeSetIdentity
    let result: Result
    let duration: Duration?

    init(_ changeSet: ChangeSetIdentity, _ result: Result, took duration: Duration? = nil) {
        self.changeSet = changeSet
        self.result = result
        self.duration = duration
    }

    var line: String {
        switch result {
        case .applied: "applied \(changeSet)" + (duration.map { " in \($0.shortText)" } ?? "")
        case .markedRan(let reason): "marked as run \(changeSet)" + (reason.isEmpty ? "" : ": \(reason)")
        case .skipped(let reason): "skipped \(changeSet): \(reason)"
        case .failureAllowed(let reason): "failed \(changeSet) (allowed): \(reason)"
        case .rolledBack: "rolled back \(changeSet)"
        case .interrupted: "interrupted \(changeSet)"
        case .unknown: "unknown \(changeSet)"
        }
    }

    var isOpen: Bool {
        switch result {
        case .interrupted, .unknown: true
        case .applied, .markedRan, .skipped, .failureAllowed, .rolledBack: false
        }
    }

    /// A warning for an uncertain result, with the commands that resolve it.
    func diagnostic(on target: String?, at location: SourceLocation?) -> Diagnostic? {
        let options = target.map { "--target \($0) " } ?? ""
        func command(_ words: String) -> String { "'devtool migrate \(options)\(words)'" }
        switch result {
        case .interrupted(isRollback: false):
            return Diagnostic(
                "changeset \(changeSet) was interrupted: its changes may exist without a row in the history",
                severity: .warning, at: location, hint: "\(command("repair")) shows which of them exist",
                rule: .changeSetInterrupted)
        case .interrupted(isRollback: true):
            return Diagnostic(
                "the rollback of changeset \(changeSet) was interrupted: its changes may be undone, "
                    + "but the history still has its row", severity: .warning, at: location,
                hint: "if they still exist, roll it back again; if not, delete its row", rule: .changeSetInterrupted)
        case .unknown:
            return Diagnostic(
                "the result of changeset \(changeSet) is unknown: the history cannot be read", severity: .warning,
                at: location, hint: "\(command("history")) lists what was applied", rule: .changeSetInterrupted)
        case .applied, .markedRan, .skipped, .failureAllowed, .rolledBack: return nil
        }
    }
}

/// The file, id and author of a changeset, as in Liquibase's messages and its history.
struct ChangeSetIdentity: Hashable, Sendable, CustomStringConvertible {
    let file: String
    let id: String
    let author: String

    var description: String { "\(file)::\(id)::\(author)" }
}

extension ChangeSetIdentity {
    /// Parses `file::id::author`; only an id may contain `::`.
    init?(_ text: some StringProtocol) {
        guard let first = text.firstRange(of: "::"), let last = text[first.upperBound...].ranges(of: "::").last,
            !text[..<first.lowerBound].isEmpty
        else { return nil }
        self.init(
            file: String(text[..<first.lowerBound]), id: String(text[first.upperBound..<last.lowerBound]),
            author: String(text[last.upperBound...]))
    }

    /// Removes `classpath:`, `./` and `/` in front of the file, which Liquibase ignores in comparisons.
    var normalized: ChangeSetIdentity {
        var file = self.file[...]
        for prefix in ["classpath:", "./", "/"] where file.hasPrefix(prefix) { file = file.dropFirst(prefix.count) }
        return ChangeSetIdentity(file: String(file).replacing("\\", with: "/"), id: id, author: author)
    }
}

extension ChangeSetRun {
    init?(logged message: String) {
        if let match = message.firstMatch(of: #/^Change ?[Ss]et (.*) ran successfully in (\d+) ?ms/#),
            let changeSet = ChangeSetIdentity(match.1)
        {
            let time = Duration.milliseconds(Int(match.2) ?? 0)
            self.init(changeSet, .applied, took: time)
        } else if let match = message.firstMatch(
            of: #/^(Marking|Continuing past:?) (?:Change ?[Ss]et: )?"?(.*?)"? (as )?(ran )?despite (precondition \w+)/#),
            let changeSet = ChangeSetIdentity(match.2)
        {
            let reason = String(match.5)
            self.init(changeSet, match.1 == "Marking" ? .markedRan(reason) : .skipped(reason))
        } else if let match = message.firstMatch(
            of: #/^Change ?[Ss]et (.*) failed, (?:but|and) [^.]*failOnError[^.]* false\. *(?:Error: )?(.*)/#),
            let changeSet = ChangeSetIdentity(match.1)
        {
            self.init(changeSet, .failureAllowed(FailureParser(String(match.2)).failure.message))
        } else {
            return nil
        }
    }
}

extension Rule {
    static let changeSetInterrupted = Rule(
        "changeset-interrupted", "ChangesetInterrupted",
        "A run ended in the middle of a changeset, which was not recorded.",
        help: "Compare the database with the changeset, then record it or run it again.")
}
