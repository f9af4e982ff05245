import Changelogs
import DevtoolKit

/// Compares the schema of a database with what its history says, or with another database.
///
/// The target is only read: one statement about its catalog and one about its history, in a session that cannot write.
struct DriftCheck {
    /// What a target is compared with.
    enum Standard {
        /// A throw-away database, or the given empty one of the user's.
        case changelog(given: DatabaseURL?)
        case target(Target)
    }

    private let job: LiquibaseJob
    private let comparesAccess: Bool
    private let context: Context
    /// The expected schemas, by all that decides on them.
    private var expected: [[String]: Result<SchemaSnapshot, any Error>] = [:]

    init(of job: LiquibaseJob, comparingAccess: Bool, in context: Context) {
        self.job = job
        comparesAccess = comparingAccess
        self.context = context
    }

    /// The differences of a target from another one, or from what its history makes of a throw-away database.
    ///
    /// - Throws: ``Problem`` if a database cannot be read, or the changesets cannot be run.
    mutating func report(on target: Target, comparedTo standard: Standard) async throws -> DriftReport {
        let reader = try await SchemaReader(of: target, by: job, in: context)
        let (actual, history) = try await reader.read(comparingAccess: comparesAccess)
        let key: [String]
        var other: String?
        switch standard {
        case .target(let target):
            other = target.name
            key = [target.name]
        case .changelog(let given):
            guard !history.isEmpty else {
                throw Problem(
                    .badData, "'\(target.name)' has no changeset history, so there is nothing to compare",
                    hint: "run 'devtool migrate update' to start one, or compare with another target using --against")
            }
            key =
                target.whatDecidesOnSchema + [given?.jdbc ?? "", actual.settings ?? ""]
                + history.map { "\($0.isRun) \($0.identity) \($0.checksum ?? "")" }
        }
        let expected = try await expected(by: key) { [self] in
            try await snapshot(of: standard, for: target, history, actual.settings)
        }
        let patterns = target.section[TargetSetting.driftIgnore].compactMap(DriftPattern.init)
        let report = DriftReport(of: target, against: other, actual, expected, ignoring: patterns)
        for pattern in report.unusedPatterns {
            context.console.report(
                Diagnostic(
                    "\(target.name): '\(pattern.text)' in 'drift.ignore' does not match any difference",
                    severity: .warning, hint: "remove it"))
        }
        return report
    }

    /// The report, or the status of a failure, which is reported.
    mutating func result(on target: Target, comparedTo standard: Standard) async throws -> Result<
        DriftReport, ExitStatus
    > {
        do { return .success(try await report(on: target, comparedTo: standard)) } catch let error
            as any DiagnosableError
        {
            error.diagnostics.forEach(context.console.report)
            return .failure(error.exitStatus)
        }
    }

    private mutating func expected(by key: [String], _ make: () async throws -> SchemaSnapshot) async throws
        -> SchemaSnapshot
    {
        if let known = expected[key] { return try known.get() }
        do {
            let snapshot = try await make()
            expected[key] = .success(snapshot)
            return snapshot
        } catch {
            expected[key] = .failure(error)
            throw error
        }
    }

    private func snapshot(of standard: Standard, for target: Target, _ history: [HistoryRow], _ settings: String?)
        async throws -> SchemaSnapshot
    {
        switch standard {
        case .target(let other):
            let reader = try await SchemaReader(of: other, by: job, in: context)
            return try await reader.read(comparingAccess: comparesAccess).snapshot
        case .changelog(let given):
            return try await SharedJVMSession.run { session in
                let replay = HistoryReplay(of: job, history, by: session, in: context)
                return try await ThrowawayDatabases.run(like: target, given: given, in: context) { databases in
                    try await replay.perform(on: databases.make(1).target.withoutFilters, settings: settings)
                }
            }
        }
    }
}

extension Target {
    /// The settings that decide on what changesets make of an empty database.
    fileprivate var whatDecidesOnSchema: [String] {
        let settings = [
            TargetSetting.changelog.setting, TargetSetting.searchPath.setting, TargetSetting.propertiesFile.setting,
            TargetSetting.driver.setting, TargetSetting.defaultSchema.setting, TargetSetting.liquibaseSchema.setting,
            TargetSetting.java.setting, TargetSetting.liquibase.setting, TargetSetting.javaOptions.setting,
        ]
        let url = url ?? ""
        // The schemas of the targets of a list are compared without their names.
        let schema = section.isOfList && url.engine == "postgresql" ? defaultSchema ?? "" : ""
        let options = String(url.drop { $0 != "?" && $0 != ";" }).replacing("currentSchema=" + schema, with: "")
        let texts = settings.map { section.text(ofKey: $0.key) ?? "" }.map { $0 == schema ? "" : $0 }
        return [url.engine, options, "\(classpath)"] + texts
            + section[TargetSetting.parameters].map { "\($0.name)=\($0.text)" }
    }
}

/// A row of Liquibase's history.
struct HistoryRow: Hashable, Sendable {
    let id: String
    let author: String
    let file: String
    /// Whether the changeset was run, and not only marked as run.
    let isRun: Bool
    let checksum: String?

    /// Converts a row with the columns ID, AUTHOR, FILENAME, EXECTYPE and MD5SUM.
    init?(_ row: [String?]) {
        guard row.count == 5, let id = row[0], let author = row[1], let file = row[2] else { return nil }
        self.id = id
        self.author = author
        self.file = file
        isRun = row[3] != "MARK_RAN"
        checksum = row[4]
    }

    var identity: ChangeSetIdentity { ChangeSetIdentity(file: file, id: id, author: author).normalized }
}

/// Runs the changesets of a history on a database that exists for that only.
struct HistoryReplay {
    private let job: LiquibaseJob
    private let history: [HistoryRow]
    private let session: SharedJVMSession
    private let context: Context

    /// `history` is in the order of execution.
    init(of job: LiquibaseJob, _ history: [HistoryRow], by session: SharedJVMSession, in context: Context) {
        self.job = job
        self.history = history
        self.session = session
        self.context = context
    }

    /// The schema that the changesets lead to.
    ///
    /// All changesets of the changelog are marked as run first; those of the history are then run. `settings` are
    /// those of the target that new objects inherit.
    @discardableResult func perform(on target: Target, settings: String?) async throws -> SchemaSnapshot {
        let run = try await run("changelog-sync", on: target)
        let reader = try SchemaReader(of: run)
        let (empty, known) = try await reader.read()
        let wanted = Set(history.filter(\.isRun).map(\.identity))
        let replayed = known.filter { wanted.contains($0.identity) }
        guard !replayed.isEmpty else {
            throw Problem(
                .badData, "none of the changesets in the history of '\(target.name)' is in the changelog",
                hint: "a changeset's file is part of its identity: check whether the changelog was moved")
        }
        note(known, on: target.name)
        let delete = "DELETE FROM \(run.keeper.historyTable) WHERE ID = ? AND AUTHOR = ? AND FILENAME = ?"
        var statements = replayed.map { (delete, [$0.id, $0.author, $0.file]) }
        if let settings, settings != empty.settings { statements.append(("ALTER DATABASE COLLATE \(settings)", [])) }
        try await reader.change(statements)
        _ = try await self.run("update", on: target)
        let result = try await reader.read().snapshot
        // The database may be one of the user's.
        if let own = empty.settings, own != result.settings {
            try await reader.change([("ALTER DATABASE COLLATE \(own)", [])])
        }
        return result
    }

    private func run(_ command: String, on target: Target) async throws -> TargetRun {
        let run = try await TargetRun(job.onThrowaway([command]), on: target, isAlone: true, in: context)
        let report = try await run.perform(in: session)
        guard report.status == .success else {
            report.summary.diagnostics.forEach(context.console.report)
            throw Problem(
                report.status, "the changesets of '\(target.name)' cannot be run on an empty database",
                hint: "'devtool migrate --target \(target.name) rehearse' shows problems in the changelog itself")
        }
        return run
    }

    /// Reports what the history has and the changelog has not, or has otherwise.
    private func note(_ known: [HistoryRow], on target: String) {
        let places = Dictionary(known.enumerated().map { ($1.identity, $0) }, uniquingKeysWith: { first, _ in first })
        func note(_ rows: [HistoryRow], _ text: String, hint: String) {
            guard let first = rows.first else { return }
            let more = rows.count > 1 ? " (and \(rows.count - 1) more)" : ""
            context.console.report(
                Diagnostic("\(target): '\(first.identity)'\(more) \(text)", severity: .warning, hint: hint))
        }
        let ran = history.filter(\.isRun)
        note(
            ran.filter { places[$0.identity] == nil }, "ran here, but is not in the changelog",
            hint: "what it created is reported as unexpected")
        let edited = ran.filter { row in
            guard let place = places[row.identity], let own = row.checksum, let other = known[place].checksum else {
                return false
            }
            // The number before the colon is the version of Liquibase's algorithm.
            return own != other && own.prefix { $0 != ":" } == other.prefix { $0 != ":" }
        }
        note(edited, "was edited after it ran here", hint: "the comparison uses its current form")
        let order = ran.compactMap { row in places[row.identity].map { (row, $0) } }
        note(
            zip(order, order.dropFirst()).filter { $0.1 > $1.1 }.map(\.1.0),
            "ran in a different order than in the changelog", hint: "the comparison uses the order of the changelog")
    }
}
