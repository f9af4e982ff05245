import Testing

@testable import Migrate

/// Where the lock is, and what `execute-sql` tells of it.
@Suite struct LockTableTests {
    @Test(arguments: [
        ([], "DATABASECHANGELOGLOCK"),
        (["update", "--default-schema-name=app"], "app.DATABASECHANGELOGLOCK"),
        (
            ["--liquibaseSchemaName", "ops", "--default-schema-name=app", "update"],
            "ops.DATABASECHANGELOGLOCK"
        ),
        (
            ["--database-changelog-lock-table-name=Locks of \"us\"", "update"],
            "\"Locks of \"\"us\"\"\""
        ),
        (["update", "--default-schema-name"], "DATABASECHANGELOGLOCK"),
    ])
    func theOptionsNameTheTable(arguments: [String], sql: String) throws {
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
        #expect(
            try LockTable(Self.options([]), schema: "app").sql == "app.DATABASECHANGELOGLOCK")
        let arguments = ["--default-schema-name=ops"]
        #expect(try LockTable(Self.options(arguments), schema: "app").schema == "ops")
    }

    @Test func theDatabaseOfTheCommandLineCounts() throws {
        let options = try Self.options(
            ["--url", "b", "--username=c=d"], DefaultsFile([("url", "a"), ("password", "e")]))
        #expect(options["url"] == "b")
        #expect(options["password"] == "e")
        #expect(options.given("password") == nil)
        #expect(options.ofDatabase == ["--url=b", "--username=c=d"])
    }

    private static func options(
        _ arguments: [String], _ settings: DefaultsFile = DefaultsFile()
    ) throws -> LiquibaseOptions {
        LiquibaseOptions(
            arguments: try LiquibaseArguments(["update"] + arguments), settings: settings)
    }

    @Test(arguments: [
        ("", LockState.unknown),
        ("LOCKED | LOCKEDBY | LOCKGRANTED |\n", .free),
        ("LOCKED | LOCKEDBY | LOCKGRANTED |\n0 | null | null |", .free),
        ("locked | lockedby | lockgranted |\nfalse | null | null |Liquibase command …", .free),
        (
            "x\nLOCKED | LOCKEDBY | LOCKGRANTED |\n1 | h#m (a) | 2026-01-31 12:00:00.587 |Liquibase",
            .held(HeldLock(holder: "h#m (a)", since: "2026-01-31 12:00:00"))
        ),
        (
            "LOCKED | LOCKEDBY | LOCKGRANTED |\nLiquibase command …\n1 | h | 2026-01-31 12:00:00 |",
            .held(HeldLock(holder: "h", since: "2026-01-31 12:00:00"))
        ),
        (
            "LOCKED | LOCKEDBY | LOCKGRANTED |\r\ntrue | h | 2026-01-31T12:00:00 |\r\n",
            .held(HeldLock(holder: "h", since: "2026-01-31 12:00:00"))
        ),
        (
            "LOCKED | LOCKEDBY | LOCKGRANTED |\n0 | x | y |\ntrue | h | null |",
            .held(HeldLock(holder: "h", since: "null"))
        ),
    ])
    func theOutputTellsTheState(output: String, state: LockState) {
        #expect(LiquibaseLocks.state(in: output) == state)
    }

    /// SQLite's driver writes milliseconds, which are told in local time.
    @Test func millisecondsAreATime() {
        let output = "LOCKED | LOCKEDBY | LOCKGRANTED |\n1 | h | 1700000000000 |"
        guard case .held(let lock) = LiquibaseLocks.state(in: output) else {
            Issue.record("not held")
            return
        }
        #expect(lock.since.wholeMatch(of: /2023-11-1[45] \d\d:\d3:20/) != nil)
    }

    @Test(arguments: [
        ("ci-7 (10.0.0.7)", "ci-7 (10.0.0.7) since then"),
        ("10.0.0.7 (10.0.0.7)", "10.0.0.7 since then"),
        ("ci-7#deploy (10.0.0.7)", "ci-7 (10.0.0.7) since then"),
        (
            "ci-7#devtool-0123456789abcdef-4711-2-x (10.0.0.7)",
            "ci-7 (10.0.0.7), process 4711 of devtool, since then"
        ),
        ("somebody", "somebody since then"),
    ])
    func theHolderIsNamed(holder: String, text: String) {
        #expect("\(HeldLock(holder: holder, since: "then"))" == text)
    }
}
