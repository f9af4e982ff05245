import DevtoolKit
import Synchronization
import SystemPackage

/// An empty database that the user provides for rehearsals, and that is emptied again.
final class GivenDatabase: Sendable {
    let url: DatabaseURL
    let name: String
    let client: DatabaseClient
    private let context: Context
    /// What existed before the rehearsal: extensions, and objects of the whole server.
    private let kept = Mutex((extensions: Set<String>(), onServer: Set<String>()))

    init(_ url: DatabaseURL, in folder: FilePath, context: Context) throws {
        self.url = url
        self.context = context
        context.console.hide(url.passwords)
        guard let kind = DatabaseClient.Kind(url: url.jdbc), let place = DatabasePlace(url: url.jdbc) else {
            throw Problem.notForRehearsal(url.jdbc.hidingURLPassword)
        }
        name = place.database
        let user = url.username ?? url.jdbc.urlParameter("user")
        let password = url.password ?? url.jdbc.urlParameter("password").map { Secret($0) }
        let parameters = kind.parameters(of: url.jdbc, user: user) ?? [:]
        client = DatabaseClient(kind, parameters, password: password, folder: folder, context: context)
    }

    /// Runs `body` on the database, which must be empty, and empties it afterwards.
    func run<Result>(_ body: () async throws -> Result) async throws -> Result {
        try client.writeLogin()
        let found = try await contents()
        if let first = found.first {
            let more = found.count > 1 ? " and \(found.count - 1) more" : ""
            throw Problem(
                .badData,
                "the database '\(url.jdbc.hidingURLPassword)' is not empty: it contains \(first)\(more); "
                    + "nothing was changed", hint: "a rehearsal erases its database: use an empty one")
        }
        let before = (extensions: try await extensions(), onServer: await onServer())
        kept.withLock { $0 = before }
        do {
            let result = try await body()
            await leaveEmpty()
            return result
        } catch {
            // In a separate task, because this one may be cancelled.
            await Task { await leaveEmpty() }.value
            throw error
        }
    }

    private func leaveEmpty() async {
        do {
            try await clear()
            let left = try await contents()
            let onServer = kept.withLock(\.onServer)
            let new = await self.onServer().subtracting(onServer)
            if !new.isEmpty {
                context.console.report(
                    Diagnostic(
                        "the rehearsal on \(url.jdbc.hidingURLPassword) left objects on the server: "
                            + new.sorted().joined(separator: ", "), severity: .warning,
                        hint: "remove them, and make the rollback of their changeset remove them"))
            }
            guard let first = left.first else { return }
            report("it still contains \(first)\(left.count > 1 ? " and \(left.count - 1) more" : "")")
        } catch { report((error as? any DiagnosableError)?.diagnostics.first?.message ?? "\(error)") }
    }

    private func report(_ reason: String) {
        context.console.report(
            Diagnostic(
                "the rehearsal database \(url.jdbc.hidingURLPassword) could not be emptied: \(reason)",
                severity: .warning, hint: "empty it before the next rehearsal"))
    }

    private func contents() async throws -> [String] {
        try await client.execute(client.kind == .postgreSQL ? Self.postgreSQLContents : Self.mariaDBContents, in: name)
    }

    /// Descriptions of the server's global objects that the login can see.
    private func onServer() async -> Set<String> {
        let query = client.kind == .postgreSQL ? Self.postgreSQLServer : Self.mariaDBServer
        return Set((try? await client.execute(query, in: name)) ?? [])
    }

    private func extensions() async throws -> Set<String> {
        guard client.kind == .postgreSQL else { return [] }
        return Set(try await client.execute("SELECT extname FROM pg_extension", in: name))
    }

    func clear() async throws {
        switch client.kind {
        case .postgreSQL:
            let kept = kept.withLock(\.extensions)
            for new in try await extensions().subtracting(kept) {
                try await client.execute(
                    "SET client_min_messages = error; DROP EXTENSION IF EXISTS \(new.quoted()) CASCADE", in: name)
            }
            try await client.execute("SET client_min_messages = error; " + Self.clearing, in: name)
        case .mariaDB:
            let rows = try await client.execute(
                """
                SELECT CONCAT('DROP DATABASE `', REPLACE(schema_name, '`', '``'), '`; CREATE DATABASE `',
                REPLACE(schema_name, '`', '``'), '` CHARACTER SET ', default_character_set_name,
                ' COLLATE ', default_collation_name)
                FROM information_schema.schemata WHERE schema_name = DATABASE()
                """, in: name)
            if let statements = rows.first { try await client.execute(statements, in: name) }
        }
    }

    /// Objects in the user's schemas, without those of extensions.
    private static let postgreSQLObjects = """
        FROM pg_depend d JOIN pg_namespace n ON d.refclassid = 'pg_namespace'::regclass
        AND d.refobjid = n.oid AND d.deptype = 'n', LATERAL pg_identify_object(d.classid, d.objid, 0) o
        WHERE n.nspname NOT IN ('information_schema') AND n.nspname NOT LIKE 'pg\\_%'
        AND d.classid NOT IN ('pg_extension'::regclass, 'pg_default_acl'::regclass)
        AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.deptype = 'e' AND e.classid = d.classid
            AND e.objid = d.objid)
        """
    /// Objects of the database outside of schemas, without those of extensions.
    private static let postgreSQLOthers = """
        FROM (SELECT 'pg_event_trigger'::regclass, oid FROM pg_event_trigger
            UNION ALL SELECT 'pg_publication'::regclass, oid FROM pg_publication
            UNION ALL SELECT 'pg_foreign_data_wrapper'::regclass, oid FROM pg_foreign_data_wrapper
            UNION ALL SELECT 'pg_foreign_server'::regclass, oid FROM pg_foreign_server
            UNION ALL SELECT 'pg_language'::regclass, oid FROM pg_language
            UNION ALL SELECT 'pg_cast'::regclass, oid FROM pg_cast
            UNION ALL SELECT 'pg_am'::regclass, oid FROM pg_am) c(classid, objid),
        LATERAL pg_identify_object(c.classid, c.objid, 0) o
        -- PostgreSQL's own objects have lower numbers (FirstNormalObjectId).
        WHERE c.objid >= 16384 AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.deptype = 'e'
            AND e.classid = c.classid AND e.objid = c.objid)
        """
    private static let postgreSQLServer = """
        SELECT 'the role ' || rolname FROM pg_roles
        UNION ALL SELECT 'the database ' || datname FROM pg_database
        UNION ALL SELECT 'the tablespace ' || spcname FROM pg_tablespace
        """
    private static let mariaDBServer = """
        SELECT CONCAT('the database ', schema_name) FROM information_schema.schemata
        UNION ALL SELECT CONCAT('the user ', grantee) FROM information_schema.user_privileges
        """
    private static let postgreSQLContents = """
        SELECT 'the schema ' || nspname FROM pg_namespace n
        WHERE nspname NOT IN ('public', 'information_schema') AND nspname NOT LIKE 'pg\\_%'
        AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.deptype = 'e'
            AND e.classid = 'pg_namespace'::regclass AND e.objid = n.oid)
        UNION ALL SELECT 'the ' || o.type || ' ' || o.identity \(postgreSQLObjects)
        UNION ALL SELECT 'the ' || o.type || ' ' || o.identity \(postgreSQLOthers)
        UNION ALL SELECT 'the subscription ' || subname FROM pg_subscription
            WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())
        UNION ALL SELECT 'the default privileges of ' || defaclrole::regrole FROM pg_default_acl
        UNION ALL SELECT 'the large object ' || oid FROM pg_largeobject_metadata
        """
    private static let clearing = """
        DO $$ DECLARE r record; BEGIN
        FOR r IN SELECT replace(o.type, '-', ' ') AS kind, o.identity \(postgreSQLOthers)
        LOOP BEGIN EXECUTE format('DROP %s IF EXISTS %s CASCADE', r.kind, r.identity);
            EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP;
        FOR r IN SELECT nspname FROM pg_namespace n
            WHERE nspname NOT IN ('public', 'information_schema') AND nspname NOT LIKE 'pg\\_%'
            AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.deptype = 'e'
                AND e.classid = 'pg_namespace'::regclass AND e.objid = n.oid)
        LOOP EXECUTE format('DROP SCHEMA %I CASCADE', r.nspname); END LOOP;
        FOR r IN SELECT CASE o.type WHEN 'composite type' THEN 'type'
            WHEN 'statistics object' THEN 'statistics' ELSE o.type END AS kind, o.identity
            \(postgreSQLObjects)
        LOOP BEGIN EXECUTE format('DROP %s IF EXISTS %s CASCADE', r.kind, r.identity);
            -- What is left is told by what the database has then.
            EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP;
        PERFORM lo_unlink(oid) FROM pg_largeobject_metadata;
        END $$
        """
    private static let mariaDBContents = """
        SELECT CONCAT('the table ', table_name) FROM information_schema.tables
        WHERE table_schema = DATABASE()
        UNION ALL SELECT CONCAT('the routine ', routine_name) FROM information_schema.routines
        WHERE routine_schema = DATABASE()
        UNION ALL SELECT CONCAT('the event ', event_name) FROM information_schema.events
        WHERE event_schema = DATABASE()
        """
}

extension Problem {
    static func notForRehearsal(_ url: String) -> Problem {
        Problem(
            .badConfiguration, "cannot rehearse on '\(url)'",
            hint: "use PostgreSQL or MariaDB, such as postgres://user:password@host/name")
    }
}
