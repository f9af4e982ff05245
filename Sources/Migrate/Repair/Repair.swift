import Changelogs
import DevtoolKit

/// How much of a changeset that has no row in the history exists in a database.
struct Repair: Sendable {
    /// A statement of the changeset, and whether it has run.
    struct Step: Sendable {
        enum State: Sendable {
            case ran, missing
            /// What is in the catalog does not tell.
            case notUnderstood
        }

        /// As Liquibase prints it for the target.
        let statement: String
        let state: State
        /// The statement as a client reads it.
        let text: String

        init(_ statement: String, _ state: State, isForMariaDB: Bool) {
            self.statement = statement
            self.state = state
            // MariaDB's client ends a statement at any `;`.
            let isCut = isForMariaDB && statement.contains(";")
            text = isCut ? "delimiter //\n\(statement)//\ndelimiter ;" : statement + ";"
        }

        /// Whether it is about the session only, such as `SET search_path`.
        var isSetting: Bool { statement.prefixMatch(of: #/(?i)(set|use)\b/#) != nil }
    }

    enum Verdict { case everything, nothing, part }

    let steps: [Step]
    let verdict: Verdict
    /// The objects that the changeset changes, and what differs from them.
    let table: Table

    /// Compares a database with one that was the same before the changeset.
    ///
    /// `states` are that one's schemas before the first statement and after each. With `isAtomic`, either all
    /// statements have run or none.
    init(of actual: SchemaSnapshot, _ statements: [String], _ states: [SchemaSnapshot], isAtomic: Bool) {
        let all = states.map { Set(actual.differences(from: $0)) }
        // What differs whichever statements have run has nothing to do with them.
        let unrelated = all.reduce(all[0]) { $0.intersection($1) }
        let left = all.map { $0.subtracting(unrelated) }
        let end = statements.count
        let counts = left.indices.filter { left[$0].isEmpty && (!isAtomic || $0 == 0 || $0 == end) }
        let open = left[end].sorted()
        let isForMariaDB = actual.server.hasPrefix("MariaDB")
        steps = statements.enumerated().map { index, statement in
            func step(_ state: Step.State) -> Step { Step(statement, state, isForMariaDB: isForMariaDB) }
            if let least = counts.first, let most = counts.last {
                return step(index < least ? .ran : index >= most ? .missing : .notUnderstood)
            }
            // Not the first ones have run, as after changes by hand.
            let before = Set(states[index].objects)
            let effects = before.symmetricDifference(states[index + 1].objects)
            let found = open.filter { difference in effects.contains(where: difference.isAbout) }
            // If some of what it makes exists, it cannot run again.
            let old = Set(before.map(\.key))
            let made = states[index + 1].objects.filter { !old.contains($0.key) }
            let lacking = made.count { object in found.contains { $0.isAbout(object) } }
            let isKnown =
                !effects.isEmpty && (lacking == 0 || lacking == made.count)
                && found.allSatisfy { $0.state == .missing || $0.state == .unexpected || before.contains($0.object) }
            return step(!isKnown ? .notUnderstood : found.isEmpty ? .ran : .missing)
        }
        let results = steps.filter { !$0.isSetting }.map(\.state)
        verdict =
            !counts.isEmpty && results.allSatisfy { $0 == .missing }
            ? .nothing : open.isEmpty && results.allSatisfy { $0 == .ran } ? .everything : .part
        var table = Table("KIND", "OBJECT", "STATE")
        let changes = states[end].differences(from: states[0])
        for change in changes {
            let difference = open.first { $0.object.key == change.object.key }
            let state =
                switch change.state {
                case .unexpected: difference?.text ?? "exists"
                case .missing: difference == nil ? "dropped" : "not dropped"
                case .changed: difference?.text ?? "changed"
                }
            table.append(change.object.kind.rawValue, change.object.path, state)
        }
        for difference in open where !changes.contains(where: { $0.object.key == difference.object.key }) {
            table.append(difference.object.kind.rawValue, difference.object.path, difference.text)
        }
        for step in steps where step.state == .notUnderstood && !step.isSetting {
            table.append("statement", step.statement.abridged, "not understood")
        }
        self.table = table
    }

    /// What is left, and what to do about it.
    var remainder: (words: String, hint: String) {
        if steps.contains(where: { $0.state == .missing && !$0.isSetting }) {
            return ("part of it is missing", "run the missing statements, then run 'COMMAND repair' again")
        }
        let isClear = steps.allSatisfy { $0.state == .ran || $0.isSetting }
        return (
            isClear ? "its objects differ" : "part of it cannot be parsed",
            "check the database; if all of it exists, record it with 'COMMAND mark-next-changeset-ran'"
        )
    }

    /// The SQL that is left to run; what is not understood is a comment.
    var missing: String {
        steps.compactMap { step in
            switch step.state {
            case _ where step.isSetting: step.text
            case .ran: nil
            case .missing: step.text
            case .notUnderstood:
                "-- cannot be parsed; it may have run:\n"
                    + step.text.split(separator: "\n").map { "-- " + $0 }.joined(separator: "\n")
            }
        }.joined(separator: "\n")
    }
}

extension SchemaDifference {
    /// Whether it is about an object, or the object's table is missing.
    fileprivate func isAbout(_ object: SchemaObject) -> Bool {
        self.object.key == object.key || state == .missing && self.object.path == object.parent
    }
}

extension String {
    /// The first words, on one line.
    fileprivate var abridged: String {
        let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 60 ? line.prefix(59) + "…" : line
    }
}

/// Looks up how much of the next changeset exists in a database.
struct RepairCheck {
    private let job: LiquibaseJob
    private let session: SharedJVMSession
    private let context: Context

    init(of job: LiquibaseJob, by session: SharedJVMSession, in context: Context) {
        self.job = job
        self.session = session
        self.context = context
    }

    /// The next pending changeset; `nil` if there is none.
    ///
    /// - Throws: ``Problem`` if it cannot be told.
    func next(on target: Target, given: DatabaseURL?) async throws -> (step: MigrationPlan.Step, repair: Repair)? {
        let (actual, history) = try await SchemaReader(of: target, by: job, in: context).read()
        let applied = Set(history.map(\.identity))
        let plan = try await PlanReader(of: job, by: session, in: context).plan(of: target)
        guard let step = plan.steps.first(where: { !applied.contains($0.changeSet.normalized) }) else { return nil }
        guard let sql = step.sql,
            let changeSet = job.preflight.plannedChangelog(of: target)?.0.changeSets.first(where: {
                $0.identity == step.changeSet
            })
        else { throw Problem.notUnderstood(step, plan.lackOfSQL ?? "it is not in the changelog") }
        let engine = target.url.flatMap(DatabaseProduct.init)?.engine
        let statements = changeSet.statements(of: sql, on: engine)
        let states = try await ThrowawayDatabases.run(like: target, given: given, in: context) { databases in
            try await self.states(
                of: step, changeSet, on: databases.make(1).target.withoutFilters, after: history, actual.settings)
        }
        guard states.count == statements.count + 1 else {
            throw Problem.notUnderstood(step, "it generates different SQL statements on an empty database")
        }
        let isAtomic = changeSet.conduct.runsInTransaction && engine?.commitsDefinitions == false
        return (step, Repair(of: actual, statements, states, isAtomic: isAtomic))
    }

    /// The schemas before and after each statement of a changeset, on a database that becomes what the history says.
    private func states(
        of step: MigrationPlan.Step, _ changeSet: ChangeSet, on target: Target, after history: [HistoryRow],
        _ settings: String?
    ) async throws -> [SchemaSnapshot] {
        var job = job
        job.mode.isThrowaway = true
        let run = try await TargetRun(job, on: target, isAlone: true, in: context)
        let reader = try SchemaReader(of: run)
        if history.contains(where: \.isRun) {
            try await HistoryReplay(of: job, history, by: session, in: context).perform(on: target, settings: settings)
            // The replay has marked it as run.
            let own = step.changeSet
            let delete = "DELETE FROM \(run.keeper.historyTable) WHERE ID = ? AND AUTHOR = ?"
            try await reader.change([(delete, [own.id, own.author])])
        }
        let plan = try await PlanReader(of: job, by: session, in: context).plan(of: target)
        let sql = plan.steps.first { $0.changeSet == step.changeSet }?.sql ?? ""
        let statements = changeSet.statements(of: sql, on: target.url.flatMap(DatabaseProduct.init)?.engine)
        let own = try await reader.read().snapshot.settings
        let isOther = settings != nil && settings != own
        func collate(_ name: String?) async throws {
            if isOther, let name { try await reader.change([("ALTER DATABASE COLLATE \(name)", [])]) }
        }
        try await collate(settings)
        let (states, failure) = try await reader.states(between: statements)
        // The database may be one of the user's.
        try await collate(own)
        if let failure {
            throw Problem.notUnderstood(step, "statement \(states.count) fails on an empty database: \(failure)")
        }
        return states
    }
}

extension Problem {
    fileprivate static func notUnderstood(_ step: MigrationPlan.Step, _ reason: String) -> Problem {
        Problem(
            .badData, "'\(step.changeSet)' cannot be checked: \(reason)", at: step.location,
            hint: "check the database: if its changes exist, record it with "
                + "'devtool migrate mark-next-changeset-ran'; if not, run 'devtool migrate update'")
    }
}
