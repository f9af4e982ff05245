import Foundation
import Reporting
import TestSupport
import Testing

@testable import Changelogs
@testable import Policy

/// What lint and plan say of locks, of rows and of loss, statement by statement beside what the servers did.
///
/// `Scripts/prove-locks` has recorded it. Nothing is left out: a statement is understood, or reported as not known.
@Suite(.tags(.slow)) struct LockRecordingTests {
    /// A line of a recording.
    struct Recorded: Decodable, CustomTestStringConvertible {
        struct Table: Decodable {
            let lock: String
            let work: String
        }

        let statement: String
        let lost: [String: String]
        /// PostgreSQL's.
        var tables: [String: Table]?
        var inTransaction: Bool?
        /// MariaDB's.
        var algorithm: String?
        var lock: String?
        var copied: Int?

        var testDescription: String { statement }

        /// Whether only a catalog tells that what is known of most tables does not hold for one.
        var isOfUncommonTable: Bool {
            statement.contains(#/\b(ft|my|ar|gp|gv|co|hp|hu|nq|np|ex|pa|ck|dp|da|dpd|pr|fv|rk|f DROP COLUMN)\b/#)
        }
    }

    /// What is claimed of a statement.
    private struct Claim {
        /// The costs for tables that were there.
        var costs: [OperationCost] = []
        var isKnown = true

        var blocks: Bool { costs.contains { $0.lock.blocks != .nothing } }
        var rewrites: Bool { costs.contains { $0.work == .rewrite } }
        var isSure: Bool { costs.allSatisfy { $0.exception == nil } }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/Locks")

    /// What of the tables is known beside a statement.
    enum Knowledge: CaseIterable {
        case changelog, nothing
        /// What the server's catalog answers to the question that the statement raises.
        case catalog
    }

    /// The first line of a recording.
    private struct Server: Decodable {
        let server: String
        let catalog: [[String?]]

        /// The server's answer to a question about names, with the tables that they belong or refer to.
        func catalog(of names: [String]) -> Catalog {
            let others = catalog.compactMap { row in
                row[0] == "index" && names.contains(row[3] ?? "")
                    ? row[2] : ["key", "parent"].contains(row[0]) && names.contains(row[2] ?? "") ? row[5] : nil
            }
            return Catalog(catalog.filter { row in (names + others).contains { row[row[0] == "index" ? 3 : 2] == $0 } })
        }
    }

    private static func server(of engine: DatabaseEngineName) throws -> Server {
        let text = try String(contentsOf: folder.appending(path: "\(engine).jsonl"), encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first)
        return try JSONDecoder().decode(Server.self, from: Data(line.utf8))
    }

    /// What is claimed of each statement.
    private static func claims(on engine: DatabaseEngineName, by knowledge: Knowledge) throws -> [(Recorded, Claim)] {
        let schema = try parts(of: engine).0
        let server = try server(of: engine)
        let history = history(knowledge == .changelog ? schema : "", on: engine)
        let tables = try tables(of: engine)
        return try recording(of: engine).map { recorded in
            var history = history
            if knowledge == .catalog {
                let costs = OperationCosts(engine: engine, history: history)
                let asked = operations(of: recorded.statement, on: engine).flatMap { costs.names(toAskFor: $0) }
                history.learn(server.catalog(of: asked))
            }
            return (recorded, claim(recorded.statement, on: engine, knowing: history, of: tables))
        }.filter { recorded, _ in knowledge == .catalog || !recorded.isOfUncommonTable }
    }

    private static func recording(of engine: DatabaseEngineName) throws -> [Recorded] {
        let text = try String(contentsOf: folder.appending(path: "\(engine).jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").dropFirst().map {
            try JSONDecoder().decode(Recorded.self, from: Data($0.utf8))
        }
    }

    private static func parts(of engine: DatabaseEngineName) throws -> (String, [Substring]) {
        let text = try String(contentsOf: folder.appending(path: "\(engine).sql"), encoding: .utf8)
        let parts = text.components(separatedBy: "-- statements\n")
        return (parts[0], parts[1].split(separator: "\n"))
    }

    private static func operations(of sql: String, on engine: DatabaseEngineName) -> [SchemaOperation] {
        SQLReading(engines: [engine], endDelimiter: nil, keepsComments: true).operations(of: sql) { _ in
            SourceLocation(file: "a.sql", line: 1, column: 1)
        }
    }

    private static func history(_ sql: String, on engine: DatabaseEngineName) -> SchemaHistory {
        var history = SchemaHistory()
        for operation in operations(of: sql, on: engine) { history.apply(operation, in: "") }
        return history
    }

    /// What is claimed of a statement for the tables of a schema.
    private static func claim(
        _ statement: String, on engine: DatabaseEngineName, knowing history: SchemaHistory, of tables: Set<String>
    ) -> Claim {
        var history = history
        let told = PolicyCheck.Costs(of: operations(of: statement, on: engine), on: engine, after: &history)
        return Claim(costs: told.costs.filter { tables.contains($0.table.name) }, isKnown: told.unknown.isEmpty)
    }

    /// The names of the tables and views of a list.
    private static func tables(of engine: DatabaseEngineName) throws -> Set<String> {
        Set(try parts(of: engine).0.matches(of: #/CREATE (?:TABLE|VIEW|MATERIALIZED VIEW) (\w+)/#).map { String($0.1) })
    }

    /// What the lint finds in a statement when the tables have been there.
    private static func changelog(_ changeSet: String) throws -> ScratchChangelog {
        try ScratchChangelog(["a.sql": "--liquibase formatted sql\n--changeset ada:\(changeSet)\n"])
    }

    private static func findings(_ recorded: Recorded, on engine: DatabaseEngineName, after earlier: [ChangeSet]) throws
        -> [ChangeFinding]
    {
        let attribute = recorded.inTransaction == false ? " runInTransaction:false" : ""
        return try changelog("1\(attribute)\n\(recorded.statement);").policyFindings(
            on: engine.rawValue, after: earlier
        ) { $0.id == "1" }
    }

    /// The page names the servers that were asked.
    @Test(arguments: [DatabaseEngineName.postgresql, .mariadb]) func theDocumentationNamesTheServers(
        engine: DatabaseEngineName
    ) throws {
        let name = try Self.server(of: engine).server
        let server = engine == .postgresql ? DatabaseServer.postgreSQL : .mariaDB
        #expect(name.hasPrefix("\(server)."))
        #expect(try String(contentsOf: LintPage.url, encoding: .utf8).contains(name))
    }

    @Test(arguments: [DatabaseEngineName.postgresql, .mariadb]) func everyStatementIsRecorded(
        engine: DatabaseEngineName
    ) throws {
        let statements = try Self.parts(of: engine).1.map(String.init)
        #expect(statements.count >= 120)
        let page = try String(contentsOf: LintPage.url, encoding: .utf8)
        #expect(page.contains("each of \(statements.count) statements"))
        #expect(try Self.recording(of: engine).map(\.statement) == statements)
    }

    /// Where nothing of the tables is known, what is claimed too much says when it is not so.
    @Test(arguments: Knowledge.allCases) func postgreSQL(knowledge: Knowledge) throws {
        let isKnown = knowledge != .nothing
        for (recorded, claim) in try Self.claims(on: .postgresql, by: knowledge) {
            for (name, seen) in try #require(recorded.tables) {
                let lock = try #require(TableLock(rawValue: seen.lock))
                let work = try #require(TableWork(rawValue: seen.work))
                // What else is locked is in no statement.
                let isNamed = recorded.statement.contains(try Regex("\\b\(name)\\b"))
                guard lock.blocks != .nothing, isKnown || isNamed else { continue }
                let costs = claim.costs.filter { $0.table.name == name }
                #expect(costs.contains { $0.lock == lock } || !claim.isKnown, "\(recorded.statement): \(name)")
                #expect(costs.contains { $0.work >= work } || !claim.isKnown, "\(recorded.statement): \(name)")
            }
            for cost in claim.costs {
                let name = cost.table.name
                let seen = recorded.tables?[name]
                let lock = seen.flatMap { TableLock(rawValue: $0.lock) }
                if cost.lock.blocks != .nothing {
                    let isSo = cost.lock == lock || !claim.isKnown || lock == nil && cost.exception != nil
                    #expect(isSo, "\(recorded.statement): \(cost)")
                }
                let work = seen.flatMap { TableWork(rawValue: $0.work) } ?? .none
                if cost.exception == nil, recorded.inTransaction != false {
                    #expect(cost.work <= work, "\(recorded.statement): \(cost) of \(name)")
                }
            }
        }
    }

    @Test(arguments: Knowledge.allCases) func mariaDB(knowledge: Knowledge) throws {
        for (recorded, claim) in try Self.claims(on: .mariadb, by: knowledge) {
            let copies = recorded.copied ?? 0 > 0 && !recorded.statement.hasPrefix("CREATE TABLE")
            if recorded.lock.map({ $0 != "NONE" }) ?? copies {
                #expect(claim.blocks || !claim.isKnown, "\(recorded.statement)")
                // Nor is it said beside what is not known.
                #expect(claim.blocks || claim.costs.isEmpty, "\(recorded.statement)")
            }
            if recorded.algorithm == "COPY" || copies {
                #expect(claim.rewrites || !claim.isKnown, "\(recorded.statement)")
            }
            if recorded.lock == "NONE", claim.isSure { #expect(!claim.blocks, "\(recorded.statement): \(claim.costs)") }
            if recorded.algorithm == "INSTANT" && !copies, claim.isSure {
                #expect(!claim.rewrites, "\(recorded.statement): \(claim.costs)")
            }
        }
    }

    /// What the catalog leaves open must not become more: mostly collations, and types of which only the server knows
    /// whether it stores them alike.
    @Test(arguments: [(DatabaseEngineName.postgresql, 85), (.mariadb, 81)]) func theCatalogSettles(
        engine: DatabaseEngineName, allBut count: Int
    ) throws {
        let open = try Self.claims(on: engine, by: .catalog).filter { !$0.1.isSure }
        #expect(open.count == count, "\(open.map(\.0.statement))")
    }

    /// A table that is gone, or empty, is told of by a rule of its own; so is one that nobody can write to while
    /// its rows are read.
    @Test(arguments: [DatabaseEngineName.postgresql, .mariadb]) func lossAndWaitingAreFound(engine: DatabaseEngineName)
        throws
    {
        let schema = try Self.changelog("0\n\(Self.parts(of: engine).0)").changeSets(on: engine.rawValue)
        for recorded in try Self.recording(of: engine) {
            let found = try Self.findings(recorded, on: engine, after: schema)
            let groups = Set(found.compactMap(\.rule.group))
            // Rows that are in another table afterwards are not lost.
            let isMove = recorded.statement.contains(#/RENAME|EXCHANGE|CONVERT PARTITION/#)
            // What leaves rows has a condition: they are meant to go.
            let isMeant = recorded.statement.hasPrefix("DELETE") && recorded.lost.values.contains("some rows")
            if !recorded.lost.isEmpty, !isMove, !isMeant {
                #expect(groups.contains(.destructive), "\(recorded.statement): \(recorded.lost)")
            }
            let waits = (recorded.tables ?? [:]).contains { name, seen in
                // Nobody writes to a materialized view.
                seen.work != "none" && name != "mv"
                    && TableLock(rawValue: seen.lock).map { $0.blocks != .nothing } == true
            }
            let isCopied = recorded.algorithm == "COPY"
            // Of these, 'plan' says that it is not known, or after 'unless'.
            let isLeftToPlan = recorded.isOfUncommonTable || recorded.statement.contains(#/\b(lo|uq)\b/#)
            if waits || isCopied, !isLeftToPlan { #expect(groups.contains(.blocking), "\(recorded.statement)") }
        }
    }

    /// What is not understood, which must not become more.
    @Test(arguments: [
        (
            DatabaseEngineName.postgresql,
            [
                "REINDEX INDEX ta", "REINDEX INDEX CONCURRENTLY ta", "ALTER INDEX ta SET (fillfactor = 70)",
                "ALTER TABLE t DROP COLUMN a CASCADE", "ALTER TABLE u DROP CONSTRAINT u_pkey CASCADE",
                "DROP TABLE u CASCADE", "TRUNCATE u CASCADE",
                "WITH gone AS (DELETE FROM q RETURNING id) SELECT count(*) FROM gone",
                "SELECT * FROM t WHERE id = 7 FOR UPDATE", "DROP STATISTICS st", "ALTER DOMAIN d ADD CHECK (VALUE > 0)",
                "ALTER DOMAIN d SET NOT NULL", "ALTER INDEX ta SET TABLESPACE pg_default", "SELECT 1",
                "DO 'BEGIN UPDATE t SET a = 2; END'", "CREATE PUBLICATION z FOR TABLE t", "DROP SEQUENCE sd CASCADE",
                "DROP TYPE hue CASCADE",
            ]
        ),
        (
            .mariadb,
            [
                "ALTER TABLE p ADD PARTITION (PARTITION p2 VALUES LESS THAN (9000))", "ALTER TABLE p DROP PARTITION p0",
                "ALTER TABLE p TRUNCATE PARTITION p0", "ALTER TABLE p EXCHANGE PARTITION p0 WITH TABLE r",
                "ALTER TABLE p OPTIMIZE PARTITION p0", "ALTER TABLE p CONVERT PARTITION p0 TO TABLE pp",
                "ANALYZE TABLE t", "CHECK TABLE t", "CREATE TRIGGER m BEFORE UPDATE ON t FOR EACH ROW SET NEW.a = 1",
                "DROP TRIGGER tr", "ALTER TABLE gp MODIFY p int AS (n * 3) PERSISTENT",
                "ALTER TABLE lo ADD UNIQUE KEY i (x)", "ALTER TABLE lo ADD UNIQUE KEY i (id) USING HASH",
                "CREATE UNIQUE INDEX i ON lo (x)",
            ]
        ),
    ]) func whatIsNotKnown(engine: DatabaseEngineName, statements: [String]) throws {
        let history = Self.history(try Self.parts(of: engine).0, on: engine)
        let unknown = try Self.recording(of: engine).map(\.statement).filter { statement in
            !Self.claim(statement, on: engine, knowing: history, of: []).isKnown
        }
        #expect(unknown == statements)
    }

    /// What blocks nothing on MariaDB is not said of MySQL unless MySQL's documentation says it.
    @Test(arguments: [
        ("ALTER TABLE t COMMENT = 'x'", false), ("ALTER TABLE t CHARACTER SET latin1", false),
        ("ALTER TABLE t PAGE_COMPRESSED = 1", false), ("ALTER TABLE t DROP CONSTRAINT tc", false),
        ("ALTER TABLE t RENAME INDEX ta TO tz", true), ("ALTER TABLE t FORCE", true),
        ("ALTER TABLE t DROP PRIMARY KEY", true),
    ]) func mySQLIsNotMariaDB(statement: String, isKnown: Bool) throws {
        let history = Self.history(try Self.parts(of: .mariadb).0, on: .mysql)
        let claim = Self.claim(statement, on: .mysql, knowing: history, of: ["t"])
        #expect(claim.isKnown == isKnown)
        #expect(isKnown || claim.costs.isEmpty)
        #expect(claim.blocks == statement.contains("PRIMARY"))
        #expect(Self.claim(statement, on: .mariadb, knowing: history, of: ["t"]).isKnown)
    }
}
