import DevtoolKit

/// Reads the schema and the history of a database through its JDBC driver.
struct SchemaReader {
    private let run: TargetRun
    private let question: CatalogQuestion
    /// The schema of a target of a list, which may share its database with the others.
    private let onlySchema: String?

    init(of target: Target, by job: LiquibaseJob, in context: Context) async throws {
        try self.init(of: await TargetRun(job, on: target, isAlone: true, in: context))
    }

    /// Fails for an engine whose catalog is not understood.
    init(of run: TargetRun) throws {
        guard let url = run.target.url else {
            throw Problem(
                FailureKind.settingMissing.status, "missing 'url', which the command requires",
                hint: FailureKind.settingMissing.hint)
        }
        onlySchema = run.target.section.isOfList && url.engine == "postgresql" ? run.target.defaultSchema : nil
        guard let question = CatalogQuestion(url: url, only: onlySchema) else {
            throw Problem(
                .unavailable, "the schema of '\(run.target.name)' (\(url.engine)) cannot be compared",
                hint: "use a PostgreSQL, MariaDB, H2 or SQLite database")
        }
        self.run = run
        self.question = question
    }

    /// The longest time for the statement about the catalog.
    private static let limit = Duration.seconds(600)

    func read(comparingAccess: Bool = false) async throws -> (snapshot: SchemaSnapshot, history: [HistoryRow]) {
        try await ask { session throws(JDBCSession.Failure) in
            let snapshot = try snapshot(in: session, comparingAccess: comparingAccess)
            // With several schemas, each may have a history.
            let tables = snapshot.objects.filter { $0.kind == .table && run.keeper.isHistory($0) }
            let own = tables.first { $0.schema == run.target.defaultSchema } ?? tables.first
            let table = own.map(question.quoted) ?? (onlySchema == nil ? nil : run.keeper.historyTable)
            let history = try table.map { table throws(JDBCSession.Failure) in
                try session.rows(
                    "SELECT ID, AUTHOR, FILENAME, EXECTYPE, MD5SUM FROM \(table) ORDER BY ORDEREXECUTED",
                    within: Self.limit)
            }
            return (snapshot.leavingOut(run.keeper.isOwnTable), (history ?? []).compactMap(HistoryRow.init))
        }
    }

    /// All objects, Liquibase's own among them.
    private func snapshot(in session: JDBCSession, comparingAccess: Bool = false) throws(JDBCSession.Failure)
        -> SchemaSnapshot
    {
        for statement in question.preparation { try session.rows(statement) }
        if let onlySchema, try session.rows("SELECT current_schema()") == [[nil]] {
            throw .refused("there is no schema '\(onlySchema)'", [])
        }
        let server = try session.rows(question.version).first ?? []
        func objects(_ statement: String) throws(JDBCSession.Failure) -> [SchemaObject] {
            let rows = try session.rows(statement, within: Self.limit)
            if question.isScript { return H2Script(rows.compactMap { $0.first ?? nil }).objects }
            guard let objects = SchemaSnapshot.objects(in: rows) else {
                throw .refused("its catalog has an unknown format", [])
            }
            return objects
        }
        var all = try objects(question.statement)
        if comparingAccess, let owners = question.owners { all += try objects(owners) }
        var snapshot = SchemaSnapshot(
            of: server.first.flatMap(\.self) ?? "", all, settings: server.dropFirst().first ?? nil)
        if let details = question.details(of: all) { snapshot.add(try objects(details)) }
        return snapshot
    }

    /// The schema of a database that exists for this only, before the first statement and after each.
    ///
    /// If a statement fails, nothing follows but its message.
    func states(between statements: [String]) async throws -> (states: [SchemaSnapshot], failure: String?) {
        try await ask { session throws(JDBCSession.Failure) in
            func state() throws(JDBCSession.Failure) -> SchemaSnapshot {
                let snapshot = try snapshot(in: session).leavingOut(run.keeper.isOwnTable)
                if let ending = question.ending { try session.rows(ending) }
                return snapshot
            }
            var states = [try state()]
            for statement in statements {
                do throws(JDBCSession.Failure) { try session.rows(statement, within: Self.limit) } catch {
                    return (states, try error.refusal)
                }
                let isOfData = statement.prefixMatch(of: #/(?i)(insert|update|delete)\b/#) != nil
                states.append(isOfData ? states[states.count - 1] : try state())
            }
            return (states, nil)
        }
    }

    /// The rows of a query of the user's, which cannot write, or why the database refuses it.
    func rows(_ query: String) async throws -> (rows: [[String?]], failure: String?) {
        try await ask { session throws(JDBCSession.Failure) in
            if let readOnly = question.preparation.first { try session.rows(readOnly) }
            do throws(JDBCSession.Failure) { return (try session.rows(query, within: Self.limit), nil) } catch {
                return ([], try error.refusal)
            }
        }
    }

    /// Runs statements on a database that exists for the comparison only.
    func change(_ statements: [(String, [String])]) async throws {
        try await ask { session throws(JDBCSession.Failure) in
            for (statement, values) in statements { try session.rows(statement, values.map { .text($0) }) }
        }
    }

    private func ask<Answer: Sendable>(_ body: @escaping @Sendable (JDBCSession) throws(JDBCSession.Failure) -> Answer)
        async throws -> Answer
    {
        let target = run.target.name
        let result: Result<Answer, JDBCSession.Failure> = await runBlocking(
            within: Self.limit, else: .failure(.noAnswer)
        ) { [connect = run.connect] in
            do throws(JDBCSession.Failure) {
                let session = try connect()
                defer { session.end() }
                return .success(try body(session))
            } catch { return .failure(error) }
        }
        switch result {
        case .success(let answer): return answer
        case .failure(let failure): throw Problem.unreadable(target, failure)
        }
    }
}

extension Problem {
    fileprivate static func unreadable(_ target: String, _ failure: JDBCSession.Failure) -> Problem {
        switch failure {
        case .noAnswer: return Problem(.unavailable, "the database of '\(target)' does not respond")
        case .refused(let text, let causes):
            let kind = causes.lazy.compactMap(\.kind).first ?? .databaseUnreachable
            return Problem(
                kind.status, "the database of '\(target)' cannot be read: \(causes.first?.message ?? text)",
                hint: (kind == .connectionLost ? .databaseUnreachable : kind).hint)
        }
    }
}
