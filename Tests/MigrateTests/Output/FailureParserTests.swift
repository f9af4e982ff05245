import Testing

@testable import DevtoolKit
@testable import Migrate

/// What Liquibase and databases say, as they really said it.
@Suite struct FailureParserTests {
    @Test(
        arguments: [
            ("Unexpected argument(s): updaet", .usage, 64),
            ("Error parsing command line: option '--log-level' (PARAM) should be specified only once", .usage, 64),
            ("Missing required subcommand", .usage, 64),
            ("Error parsing command line: Invalid argument '--count': missing required argument", .usage, 64),
            ("Error parsing command line: Invalid argument '--url': missing required argument", .settingMissing, 78),
            (
                u("Error parsing line 9 column 40 of db/a.xml: cvc-complex-type.2.4.a: Invalid content"),
                .changelogSyntax, 65
            ), (u("Error parsing db/a.yaml"), .changelogSyntax, 65),
            (u("Cannot find parser that supports db/nix.foo"), .changelogSyntax, 65),
            (u("The file db/nix.xml was not found in\n    - /home/ada/."), .changelogFileMissing, 65),
            (u("java.io.IOException: The file nix.sql was not found in\n    - /home/ada/."), .changelogFileMissing, 65),
            (u("File 'nix.csv' not found"), .changelogFileMissing, 65),
            (u("Could not find directory or directory was empty for includeAll 'nixdir/'"), .changelogFileMissing, 65),
            (u("java.lang.ClassNotFoundException: com.example.Change"), .classMissing, 65),
            (u("java.lang.RuntimeException: Cannot find database driver: com.mysql.jdbc.Driver"), .driverMissing, 69),
            (
                u(
                    "java.lang.RuntimeException: Driver class was not specified and could not be determined from the url (jdbc:nix:foo)"
                ), .driverMissing, 69
            ),
            (
                connection(
                    "Connection to 127.0.0.1:1 refused. Check that the hostname and port are correct and that the postmaster is accepting TCP/IP connections."
                ), .databaseUnreachable, 69
            ), (connection("The connection attempt failed."), .databaseUnreachable, 69),
            (
                connection("Something unusual has occurred to cause the driver to fail. Please report this exception."),
                .loginRefused, 77
            ),
            (
                connection(
                    "Could not connect to address=(host=127.0.0.1)(port=1)(type=master) : Socket fail to connect to host:127.0.0.1, port:1. Connection refused"
                ), .databaseUnreachable, 69
            ),
            (connection("IO Error: The Network Adapter could not establish the connection"), .databaseUnreachable, 69),
            (connection("path to '/nix/nix/r.db': '/nix' does not exist"), .databaseUnreachable, 69),
            (connection("FATAL: database \"app\" is not currently accepting connections"), .databaseUnreachable, 69),
            (connection("FATAL: database \"app\" does not exist"), .databaseMissing, 69),
            (
                connection(
                    "Could not connect to address=(host=h)(port=1)(type=master) : (conn=4) Unknown database 'app'"),
                .databaseMissing, 69
            ), (connection("FATAL: password authentication failed for user \"app\""), .loginRefused, 77),
            (
                connection(
                    "FATAL: no pg_hba.conf entry for host \"10.0.0.1\", user \"app\", database \"app\", no encryption"),
                .loginRefused, 77
            ),
            (
                connection(
                    "Could not connect to address=(host=h)(port=1)(type=master) : (conn=7) Access denied for user 'app'@'localhost' (using password: YES)"
                ), .loginRefused, 77
            ), (connection("Wrong user name or password [28000-200]"), .loginRefused, 77),
            (
                u("Could not acquire change log lock.  Currently locked by host x since 11/21/26, 6:25 PM"),
                .changelogLocked, 75
            ),
            (
                u(
                    "class java.lang.String cannot be cast to class java.util.Date (java.lang.String and java.util.Date are in module java.base of loader 'bootstrap')"
                ), .changelogLocked, 75
            ),
            // A statement may quote what would mean something else.
            (
                u("ERROR: syntax error at or near \"frum\" [Failed SQL: (0) select 'permission denied' frum x]"),
                .statementFailed, 1
            ),
            (
                u(
                    "Error executing SQL select nix from nix: [SQLITE_ERROR] SQL error or missing database (no such table: nix)"
                ), .statementFailed, 1
            ), (u("java.sql.SQLFeatureNotSupportedException"), .statementFailed, 1),
            (u("No inverse to liquibase.change.core.RawSQLChange created"), .rollbackImpossible, 1),
            (
                u("Liquibase does not support automatic rollback generation for raw sql changes (did you …?)"),
                .rollbackImpossible, 1
            ), (u("Could not find tag 'nixtag' in the database"), .tagMissing, 1),
            ("Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space", .javaUnusable, 69),
            (
                "Error: Could not find or load main class liquibase.integration.commandline.LiquibaseCommandLine",
                .javaUnusable, 69
            ), (u("something new"), .other, 1),
        ] as [(String, FailureKind, Int32)]) func classifies(text: String, kind: FailureKind, status: Int32)
    {
        let failure = FailureParser(text).failure
        #expect(failure.kind == kind)
        #expect(failure.status.rawValue == status)
        #expect(!failure.message.isEmpty)
    }

    private static func u(_ text: String) -> String { "Unexpected error running Liquibase: " + text }

    private static func connection(_ reason: String) -> String {
        u("Connection could not be created to jdbc:x://h/d with driver org.x.Driver.  " + reason)
    }

    @Test(arguments: [
        (connection("The connection attempt failed."), "cannot connect: h is unknown or does not respond"),
        (
            "Error parsing command line: Invalid argument '--url': missing required argument",
            "missing 'url', which the command requires"
        ),
        (
            "Error parsing command line: Invalid argument '--changelog-file': missing required argument",
            "missing 'changelog', which the command requires"
        ), ("Expected parameter for option '--contexts' but found '--verbose'", "missing value for '--contexts'"),
    ]) func speaksOfWhatTheUserCanSet(text: String, message: String) {
        #expect(FailureParser(text).failure.message == message)
    }

    @Test(arguments: [("sqllite", "did you mean 'jdbc:sqlite:'?"), ("nix", nil), ("sqlite", nil)])
    func aMisspelledDatabaseIsNamed(engine: String, hint: String?) {
        let text = "Driver class was not specified and could not be determined from the url (jdbc:\(engine):./app)"
        #expect(FailureParser(Self.u("java.lang.RuntimeException: " + text)).failure.hint == hint)
    }

    @Test func separatesTheStatementFromTheMessage() {
        let failure = FailureParser(
            """
            Unexpected error running Liquibase: ERROR: duplicate key value violates unique constraint "dups_pkey"
              Detail: Key (i)=(1) already exists. [Failed SQL: (0) insert into dups
            values ('[1]')]

            """
        ).failure
        #expect(
            failure.message == """
                ERROR: duplicate key value violates unique constraint "dups_pkey"
                  Detail: Key (i)=(1) already exists.
                """)
        #expect(failure.sql == "insert into dups\nvalues ('[1]')")
    }

    @Test func leavesOutTheStatementThatH2Repeats() {
        let failure = FailureParser(
            "Table \"NIX\" not found; SQL statement:\ndrop table nix [42102-200] "
                + "[Failed SQL: (42102) drop table nix]"
        ).failure
        #expect(failure.message == "Table \"NIX\" not found")
        #expect(failure.sql == "drop table nix")
    }

    @Test(arguments: [
        (
            "Error parsing line 9 column 40 of db/a.xml: cvc-elt.1.a: Cannot find the declaration", "db/a.xml:9:40",
            "cvc-elt.1.a: Cannot find the declaration"
        ),
        (
            """
            Syntax error in file db/bad.json: while parsing a flow mapping
             in 'reader', line 1, column 39:
                 ... baseChangeLog": [ {"changeSet": {"id": 1 "author": 2}} ]
                                                     ^
            expected ',' or '}', but got :
             in 'reader', line 1, column 56:
                 ...  {"changeSet": {"id": 1 "author": 2}} ]
            """, "db/bad.json:1:56", "while parsing a flow mapping, expected ',' or '}', but got :"
        ),
    ]) func findsThePlaceOfASyntaxError(text: String, place: String, message: String) {
        let failure = FailureParser(text).failure
        #expect(failure.location.map { "\($0.file):\($0.line):\($0.column)" } == place)
        #expect(failure.message == message)
    }

    @Test func aValidationListsItsProblems() {
        let failure = FailureParser(
            """
            Validation Failed:
                 2 change sets check sum
                      db/a.xml::1::ada was: 8:2d79 but is now: 8:8302
                      db/a.xml::2::ada was: 8:0000 but is now: 8:1111
                 1 changes have validation failures
                      columnName is required for addColumn, on sqlite, db/a.xml::3::ada lovelace
            """
        ).failure
        #expect(failure.kind == .checksumChanged)
        #expect(
            failure.problems.map { "\($0.changeSet?.description ?? "-") | \($0.message)" } == [
                "db/a.xml::1::ada | changeset db/a.xml::1::ada was changed after it was applied "
                    + "(its checksum was 8:2d79 and is now 8:8302)",
                "db/a.xml::2::ada | changeset db/a.xml::2::ada was changed after it was applied "
                    + "(its checksum was 8:0000 and is now 8:1111)",
                "db/a.xml::3::ada lovelace | columnName is required for addColumn, on sqlite",
            ])
    }

    @Test(
        arguments: [
            ("     1 change sets had duplicate identifiers\n          db/a.xml::1::ada", .duplicateChangeSet),
            ("     1 preconditions failed\n     db/a.xml : Table nix does not exist", .preconditionFailed),
            (
                "     1 changes have validation failures\n          No columns defined for createTable on sqlite, db/a.xml::1::ada",
                .changelogInvalid
            ),
            // As 4.18 says it.
            ("     1 changesets check sum\n          db/a.xml::1::ada was: 8:1 but is now: 9:2", .checksumChanged),
        ] as [(String, FailureKind)]) func aValidationIsOfItsFirstKind(list: String, kind: FailureKind)
    { #expect(FailureParser("Validation Failed:\n" + list).failure.kind == kind) }

    @Test func aPreconditionStopsAChangeSet() {
        let failure = FailureParser(
            """
            Migration failed for change set db/a.xml::1::ada lovelace:
                 Reason: 
                      db/a.xml : Table nix does not exist

            """
        ).failure
        #expect(failure.kind == .preconditionFailed)
        #expect(failure.changeSet?.description == "db/a.xml::1::ada lovelace")
        #expect(failure.message == "db/a.xml : Table nix does not exist")
    }

    /// What later versions say of changelogs, which is nobody's failed migration.
    @Test(
        arguments: [
            (
                "Unexpected formatting in formatted changelog 'db/22.sql' at line 2. Learn more",
                FailureKind.changelogSyntax, "Learn more", "db/22.sql:2:1"
            ), ("Unable to parse empty file: 'a.yaml'", .changelogSyntax, "Unable to parse empty file: 'a.yaml'", nil),
            (
                "Liquibase rollback comment is not closed.", .changelogSyntax,
                "Liquibase rollback comment is not closed.", nil
            ),
            (
                "The 'no' precondition type is not supported.", .changelogSyntax,
                "The 'no' precondition type is not supported.", nil
            ),
            (
                "liquibase.exception.ChangeLogParseException: Unknown onFail attribute value 'x'.", .changelogSyntax,
                "Unknown onFail attribute value 'x'.", nil
            ),
            (
                "Error parsing a.yaml : The file nowhere.sql was not found in the configured search path:\n    - /a",
                .changelogFileMissing, "The file nowhere.sql was not found", nil
            ),
        ] as [(String, FailureKind, String, String?)]) func aChangelogThatIsWrong(
            text: String, kind: FailureKind, message: String, place: String?
        )
    {
        let failure = FailureParser("Unexpected error running Liquibase: " + text).failure
        #expect(failure.kind == kind)
        #expect(failure.message == message)
        #expect(failure.location.map { "\($0.file):\($0.line):\($0.column)" } == place)
        #expect(failure.status == .badData)
    }

    /// The user's listener, as Liquibase 4.33 says it.
    @Test func aClassThatIsMissingIsNamed() {
        let causes = Cause.all(in: [
            "x.CommandExecutionException", "", "", "nosuch.Class", "java.lang.ClassNotFoundException", "", "",
            "nosuch.Class",
        ])
        let text = "java.lang.reflect.InvocationTargetException - Caused by: nosuch.Class"
        #expect(FailureParser(text, causes: causes).failure == .missingClass("nosuch.Class"))
        #expect(FailureParser("another", causes: causes).failure.kind == .other)
    }

    /// The codes tell, in whatever language the server speaks; what is no failure to log in is one to connect.
    @Test(
        arguments: [
            (postgreSQL("28P01"), .loginRefused, .loginRefused), (postgreSQL("28000"), .loginRefused, .loginRefused),
            (postgreSQL("08004"), .loginRefused, .loginRefused),
            (postgreSQL("3D000"), .databaseMissing, .databaseMissing),
            (postgreSQL("42501"), .permissionDenied, .loginRefused),
            (postgreSQL("53100"), .diskFull, .databaseUnreachable),
            (postgreSQL("55P03"), .databaseTimeout, .databaseUnreachable),
            (postgreSQL("57014"), .statementCanceled, .databaseUnreachable),
            (postgreSQL("40P01"), .databaseTimeout, .databaseUnreachable),
            (postgreSQL("57P01"), .connectionLost, .databaseUnreachable),
            (postgreSQL("08006"), .connectionLost, .databaseUnreachable),
            (postgreSQL("42P01"), .statementFailed, .databaseUnreachable),
            (cause("java.sql.SQLException", "28000", 1045), .loginRefused, .loginRefused),
            (cause("java.sql.SQLException", "42000", 1049), .databaseMissing, .databaseMissing),
            (cause("java.sql.SQLException", "42000", 1142), .permissionDenied, .loginRefused),
            (cause("java.sql.SQLException", "HY000", 1205), .databaseTimeout, .databaseUnreachable),
            (cause("java.sql.SQLException", "70100", 1317), .statementCanceled, .databaseUnreachable),
            (cause("java.sql.SQLException", "HY000", 1021), .diskFull, .databaseUnreachable),
            (cause("org.h2.jdbc.JdbcSQLException", "28000", 28000), .loginRefused, .loginRefused),
            (cause("org.h2.jdbc.JdbcSQLException", "90097", 90097), .permissionDenied, .loginRefused),
            (cause("org.h2.jdbc.JdbcSQLException", "HYT00", 50200), .databaseTimeout, .databaseUnreachable),
            (cause("org.sqlite.SQLiteException", "", 8), .permissionDenied, .loginRefused),
            (cause("org.sqlite.SQLiteException", "", 5), .databaseTimeout, .databaseUnreachable),
            (cause("org.sqlite.SQLiteException", "", 13), .diskFull, .databaseUnreachable),
        ] as [(Cause, FailureKind, FailureKind)]) func codesOfTheDatabase(
            cause: Cause, statement: FailureKind, connection: FailureKind
        )
    {
        let outer = Cause(name: "liquibase.exception.DatabaseException", state: "", code: 0, message: "x")
        let failed = FailureParser("Fehler [Failed SQL: (0) select 1]", causes: [outer, cause])
        #expect(failed.failure.kind == statement)
        let refused = FailureParser(Self.connection("Fehler"), causes: [outer, cause])
        #expect(refused.failure.kind == connection)
    }

    @Test func theAdviceOfLaterVersionsIsNotTheReason() {
        let failure = FailureParser(
            "Unexpected error running Liquibase: Connection could not be created to jdbc:h2:./app with driver "
                + "org.h2.Driver.  Make sure your H2 database is active and accessible by opening a new terminal window, "
                + "run \"liquibase init start-h2\", and then return to this terminal window to run commands.  "
                + "Wrong user name or password [28000-214]"
        ).failure
        #expect(failure.message == "cannot connect: Wrong user name or password [28000-214]")
        #expect(failure.kind == .loginRefused)
    }

    private static func cause(_ name: String, _ state: String, _ code: Int) -> Cause {
        Cause(name: name, state: state, code: code, message: "Fehler")
    }

    private static func postgreSQL(_ state: String) -> Cause { cause("org.postgresql.util.PSQLException", state, 0) }

    @Test(
        arguments: [
            (
                "java.lang.IllegalStateException: Cannot find generators for database class X", .changeSetFailed,
                "Cannot find generators for database class X"
            ),
            (
                "liquibase.exception.DatabaseException: ERROR: permission denied for table x [Failed SQL: (0) select 1]",
                .statementFailed, "ERROR: permission denied for table x"
            ),
            (
                "liquibase.exception.DatabaseException: Error executing SQL SELECT a: b FROM x: ERROR: permission denied for table x",
                .statementFailed, "ERROR: permission denied for table x"
            ),
            (
                "liquibase.exception.DatabaseException: ERROR: no schema has been selected to create in\n  Position: 14 [Failed SQL: (0) create table a (i int)]",
                .permissionDenied,
                "ERROR: no schema has been selected to create in\n  Position: 14 (the user cannot "
                    + "use any schema in the search path; since PostgreSQL 15, only the database's owner can create objects in 'public')"
            ),
        ] as [(String, FailureKind, String)]) func aReasonIsReadAsAnError(
            reason: String, kind: FailureKind, message: String
        )
    {
        for words in ["change set", "changeset"] {
            let failure = FailureParser("Migration failed for \(words) db/a.xml::1::ada:\n     Reason: \(reason)")
                .failure
            #expect(failure.kind == kind)
            #expect(failure.message == message)
            #expect(failure.changeSet?.id == "1")
        }
    }

    @Test func everyKindHasANameOfItsOwn() {
        for kind in FailureKind.allCases {
            #expect(kind.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
            #expect([1, 64, 65, 69, 75, 77, 78].contains(kind.status.rawValue))
        }
    }
}
