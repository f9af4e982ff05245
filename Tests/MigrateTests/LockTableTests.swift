import Testing

@testable import Migrate

/// Where the lock is, and what its table tells.
@Suite struct LockTableTests {
    @Test(arguments: [
        ([], "DATABASECHANGELOGLOCK"), (["update", "--default-schema-name=app"], "app.DATABASECHANGELOGLOCK"),
        (["--liquibaseSchemaName", "ops", "--default-schema-name=app", "update"], "ops.DATABASECHANGELOGLOCK"),
        (["--database-changelog-lock-table-name=Locks of \"us\"", "update"], "\"Locks of \"\"us\"\"\""),
        (["update", "--default-schema-name"], "DATABASECHANGELOGLOCK"),
    ]) func theOptionsNameTheTable(arguments: [String], sql: String) throws {
        #expect(try LockTable(Self.options(arguments)).sql == sql)
    }

    @Test func theSettingsNameItToo() throws {
        let settings = DefaultsFile([
            ("defaultSchemaName", "app"), ("database.changelogLockTableName", "x"),
            ("databaseChangelogLockTableName", "Locks"),
        ])
        #expect(try LockTable(Self.options([], settings)).sql == "app.Locks")
        let arguments = ["--liquibase-schema-name=ops"]
        #expect(try LockTable(Self.options(arguments, settings)).sql == "ops.Locks")
    }

    @Test func theUrlNamesTheSchemaWhereNoOptionDoes() throws {
        #expect(try LockTable(Self.options([]), schema: "app").sql == "app.DATABASECHANGELOGLOCK")
        let arguments = ["--default-schema-name=ops"]
        #expect(try LockTable(Self.options(arguments), schema: "app").schema == "ops")
    }

    /// MySQL and MariaDB have catalogs in the place of schemas, and quote names in their own way.
    @Test(arguments: [
        ("jdbc:mariadb://localhost/app", "`a b`.DATABASECHANGELOGLOCK"),
        ("jdbc:mysql://localhost/app", "`a b`.DATABASECHANGELOGLOCK"),
        ("jdbc:postgresql://localhost/app", "DATABASECHANGELOGLOCK"),
    ]) func aCatalogOfMySQLNamesThePlace(url: String, sql: String) throws {
        let arguments = ["--url=\(url)", "--liquibase-catalog-name=a b"]
        #expect(try LockTable(Self.options(arguments)).sql == sql)
    }

    private static func options(_ arguments: [String], _ settings: DefaultsFile = DefaultsFile()) throws
        -> LiquibaseOptions
    {
        let arguments = try LiquibaseArguments(["update"] + arguments)
        var settings = settings
        if let url = arguments.url { settings.set("url", to: url.jdbc) }
        return LiquibaseOptions(arguments, settings)
    }

    /// What drivers make of the columns LOCKED, LOCKEDBY and LOCKGRANTED.
    @Test(
        arguments: [
            ([], nil), ([["false", nil, nil]], nil), ([["0", nil, nil], [nil, nil, nil]], nil),
            (
                [["true", "h#m (a)", "2026-01-31 12:00:00.587"]],
                HeldLock(holder: "h#m (a)", since: "2026-01-31 12:00:00")
            ),
            (
                [["0", "x", "y"], ["1", "h", "2026-01-31T12:00:00"]],
                HeldLock(holder: "h", since: "2026-01-31 12:00:00")
            ), ([["TRUE", nil, nil]], HeldLock(holder: "somebody", since: "an unknown time")),
        ] as [([[String?]], HeldLock?)]) func theRowsTellTheLock(rows: [[String?]], lock: HeldLock?)
    { #expect(JDBCLocks.lock(in: rows) == lock) }

    /// SQLite's driver writes milliseconds, which are told in local time.
    @Test func millisecondsAreATime() throws {
        let lock = try #require(JDBCLocks.lock(in: [["true", "h", "1700000000000"]]))
        #expect(lock.since.wholeMatch(of: /2023-11-1[45] \d\d:\d3:20/) != nil)
    }

    @Test(arguments: [
        ("ci-7 (10.0.0.7)", "ci-7 (10.0.0.7) since then"), ("10.0.0.7 (10.0.0.7)", "10.0.0.7 since then"),
        ("ci-7#deploy (10.0.0.7)", "ci-7 (10.0.0.7) since then"),
        ("ci-7#devtool-0123456789abcdef-4711-2-x (10.0.0.7)", "ci-7 (10.0.0.7), devtool process 4711, since then"),
        ("somebody", "somebody since then"),
    ]) func theHolderIsNamed(holder: String, text: String) {
        #expect("\(HeldLock(holder: holder, since: "then"))" == text)
    }
}
