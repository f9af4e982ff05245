import Changelogs
import DevtoolKit
import Scanning
import SystemPackage

/// Applies changesets to a throwaway database, rolls them back, and applies them again.
struct Rehearsal {
    struct Outcome {
        var applied: [ChangeSetRun] = []
        /// The number of skipped changesets, for instance because of their contexts.
        var passedOver = 0
        var findings: [Diagnostic] = []
        var failure: ExitStatus?
    }

    /// What exists before: the file of a schema, or the first changesets.
    typealias Base = (schema: FilePath?, changeSets: Int)

    private let job: LiquibaseJob
    private let databases: ThrowawayDatabases
    private let base: Base
    private let data: String?
    private let changelog: ChangelogIndex?
    private let session: SharedJVMSession
    private let context: Context

    init(
        of job: LiquibaseJob, on databases: ThrowawayDatabases, after base: Base, data: String?,
        changelog: ChangelogIndex?, by session: SharedJVMSession, in context: Context
    ) {
        self.job = job
        self.databases = databases
        self.base = base
        self.data = data
        self.changelog = changelog
        self.session = session
        self.context = context
    }

    func perform() async throws -> Outcome {
        var outcome = Outcome()
        let database = try await prepared(1)
        let before = try await dump(database)
        let update = try await run(["update"], on: database)
        outcome.applied = update.summary.outcome.applied
        // Allowed failures are reported, too.
        update.summary.diagnostics.forEach(context.console.report)
        guard update.status == .success else {
            outcome.failure = update.status
            return outcome
        }
        outcome.passedOver = update.summary.outcome.passedOver.count
        guard !outcome.applied.isEmpty else {
            throw Problem(
                .badData, "\(database.target.name): no changesets were run, so nothing was rehearsed",
                hint: "'devtool migrate plan' shows which changesets are excluded by contexts, labels and dbms")
        }
        // A rollback includes changesets that are only marked as run.
        let ran = update.summary.outcome.inHistory.map(\.changeSet)
        let count = ran.count
        let after = try await dump(database)
        let rollback = try await run(["rollback-count", "\(count)"], on: database)
        let left = try await dump(database).difference(from: before)
        guard rollback.status == .success, left.isEmpty else {
            outcome.findings = try await rehearseSingly(ran, leaving: rollback.status == .success ? Set(left) : [])
            if outcome.findings.isEmpty {
                outcome.findings = [
                    Diagnostic(
                        "\(database.target.name): the changesets can be rolled back one by one, but not together",
                        hint: rollback.summary.outcome.failure?.message.firstLine, rule: .rollbackFailed)
                ]
            }
            return outcome
        }
        let again = try await run(["update"], on: database)
        guard again.status == .success else {
            again.summary.diagnostics.forEach(context.console.report)
            outcome.failure = again.status
            return outcome
        }
        let difference = try await dump(database).difference(from: after)
        if let first = difference.first {
            outcome.findings.append(
                Diagnostic(
                    "\(database.target.name): the update after the rollback produces a different database",
                    hint: Self.shown(first, of: difference), rule: .updateDiffers))
        }
        // The rollback of an earlier changeset may have removed what a later one left.
        if outcome.findings.isEmpty, count > 1 { outcome.findings = try await rehearseSingly(ran) }
        return outcome
    }

    /// Applies and rolls back each changeset on its own, to find those whose rollback fails or is incomplete.
    ///
    /// `left` is what all rollbacks together left: a changeset with an empty rollback may leave something that an
    /// earlier changeset's rollback removes.
    private func rehearseSingly(_ changeSets: [ChangeSetIdentity], leaving left: Set<String> = []) async throws
        -> [Diagnostic]
    {
        var findings: [Diagnostic] = []
        var number = 2
        var database = try await prepared(number)
        var before = try await dump(database)
        for (place, changeSet) in changeSets.enumerated() {
            let update = try await run(["update-count", "1"], on: database)
            try require(update)
            if update.summary.outcome.inHistory.map(\.changeSet) != [changeSet] {
                // A changeset with `runAlways` ran instead.
                number += 1
                database = try await prepared(number)
                try await require(run(["update-count", "\(place + 1)"], on: database))
            }
            let after = try await dump(database)
            let rollback = try await run(["rollback-count", "1"], on: database)
            let state = try await dump(database)
            var isAsAfter = false
            if rollback.status == .success {
                let difference = state.difference(from: before)
                let isMeant = changelog?.needsNoRollback(changeSet) == true && left.isDisjoint(with: difference)
                if let first = difference.first, !isMeant {
                    findings.append(
                        finding(
                            .rollbackIncomplete, "the rollback of '\(changeSet)' does not restore the database",
                            of: changeSet, hint: Self.shown(first, of: difference)))
                } else if difference.isEmpty, place < changeSets.count - 1 {
                    let again = try await run(["update-count", "1"], on: database)
                    let difference = try await dump(database).difference(from: after)
                    isAsAfter = again.status == .success && difference.isEmpty
                }
            } else {
                findings.append(failedRollback(rollback, of: changeSet))
                isAsAfter = state.difference(from: after).isEmpty
            }
            before = after
            // The next changeset needs the effects of this one.
            guard !isAsAfter, place < changeSets.count - 1 else { continue }
            number += 1
            database = try await prepared(number)
            try await require(run(["update-count", "\(place + 1)"], on: database))
        }
        return findings
    }

    private func failedRollback(_ report: LiquibaseReport, of changeSet: ChangeSetIdentity) -> Diagnostic {
        let failure = report.summary.outcome.failure
        let reason = failure?.message.firstLine ?? "Liquibase gave no reason"
        return finding(
            .rollbackFailed, "'\(changeSet)' cannot be rolled back: \(reason)", of: changeSet,
            hint: failure?.kind != .rollbackImpossible
                ? "correct its rollback"
                : changeSet.file.hasSuffix(".sql")
                    ? "add '--rollback SQL', or '--rollback not required' if there is nothing to undo"
                    : "add a rollback; leave it empty if there is nothing to undo")
    }

    private func finding(_ rule: Rule, _ message: String, of changeSet: ChangeSetIdentity, hint: String) -> Diagnostic {
        Diagnostic(message, at: changelog?.location(of: .changeSet(changeSet)), hint: hint, rule: rule)
    }

    private static func shown(_ line: String, of difference: [String]) -> String {
        let more = difference.count > 1 ? " (and \(difference.count - 1) more)" : ""
        let sign = line.hasPrefix("+") ? "it leaves" : "it lacks"
        // Tabs separate the values of rows.
        let words = line.dropFirst().map { $0.isASCII && ($0.asciiValue ?? 32) < 32 ? " " : "\($0)" }.joined().trimmed
        // A column's definition ends with a comma unless it is the last.
        return "\(sign): \(words.hasSuffix(",") ? String(words.dropLast()) : words)\(more)"
    }

    private func prepared(_ number: Int) async throws -> ThrowawayDatabases.Database {
        let database = try await databases.make(number, with: base.schema)
        if base.changeSets > 0 { try await require(run(["update-count", "\(base.changeSets)"], on: database)) }
        if let data {
            let report = try await run(["execute-sql", "--sql-file=\(data)"], on: database)
            if report.status != .success {
                let folder = context.workingDirectory
                let shown = FilePath(data).absolute(in: folder).shown(from: folder)
                context.console.report(Diagnostic("'\(shown)' could not be loaded"))
            }
            try require(report)
        }
        return database
    }

    private func dump(_ database: ThrowawayDatabases.Database) async throws -> DatabaseDump {
        try await databases.dump(database) { words in
            let report = try await run(words, on: database)
            try require(report)
            return report.output ?? ""
        }
    }

    private func require(_ report: LiquibaseReport) throws {
        if report.status == .success { return }
        report.summary.diagnostics.forEach(context.console.report)
        throw report.status
    }

    private func run(_ words: [String], on database: ThrowawayDatabases.Database) async throws -> LiquibaseReport {
        // execute-sql does not accept the options of update.
        let options = words[0] == "execute-sql" ? [] : Array(job.arguments.words.dropFirst())
        let job = try job.onThrowaway(words + options)
        return try await TargetRun(job, on: database.target, isAlone: true, in: context).perform(in: session)
    }
}

extension LiquibaseJob {
    /// A job on a database that exists for it only, whose report devtool reads.
    func onThrowaway(_ words: [String]) throws -> LiquibaseJob {
        var job = self
        job.mode = LiquibaseJob.RunMode(json: true, isSilent: true, isThrowaway: true)
        job.arguments = try LiquibaseArguments(words)
        return job
    }
}

extension Rule {
    static let rollbackFailed = Rule(
        "rollback-failed", "RollbackFailsInRehearsal", "The rollback of a changeset fails in a rehearsal.",
        help: "Correct the rollback, or add one; leave it empty if there is nothing to undo.")
    static let rollbackIncomplete = Rule(
        "rollback-incomplete", "RollbackLeavesChanges",
        "The rollback of a changeset does not restore the database that it was applied to.",
        help: "Complete the rollback so that it undoes everything the changeset does.")
    static let updateDiffers = Rule(
        "update-differs", "UpdateIsNotRepeatable",
        "An update after a rollback produces a different database from the first update.",
        help: "Look for changes that depend on existing data, and for rollbacks that leave something behind.")
}
