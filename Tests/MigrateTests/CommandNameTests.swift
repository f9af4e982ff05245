import Testing

@testable import Migrate

@Suite struct CommandNameTests {
    @Test(arguments: [
        ("update", CommandName.Effect.writes), ("updateSQL", .reads), ("update-sql", .reads),
        ("updateCount", .writes), ("rollback", .destroys), ("rollbackToDateSQL", .reads),
        ("future-rollback-sql", .reads), ("dropAll", .destroys), ("drop-all", .destroys),
        ("changelogSync", .destroys), ("changelogSyncSQL", .reads), ("clearCheckSums", .destroys),
        ("clear-checksums", .destroys), ("tag", .writes), ("release-locks", .writes),
        ("status", .reads), ("generateChangeLog", .reads), ("diff-changelog", .reads),
        ("execute-sql", .writes), ("unheard-of", .writes), ("list-locks", .reads),
    ])
    func knowsWhatACommandDoes(name: String, effect: CommandName.Effect) {
        #expect(CommandName(name).effect == effect)
    }

    @Test(
        arguments: [
            ("update", "update-sql"), ("updateToTag", "update-to-tag-sql"), ("status", nil),
            ("drop-all", nil),
        ] as [(String, String?)])
    func knowsWhatShowsIt(name: String, preview: String?) {
        #expect(CommandName(name).preview == preview)
    }

    @Test func findsTheCommandAmongTheOptions() throws {
        let arguments = try LiquibaseArguments([
            "--log-level=info", "updateSQL", "--", "--labels", "a",
        ])
        #expect(arguments.command?.description == "updateSQL")
        #expect(arguments.words == ["--log-level=info", "updateSQL", "--labels", "a"])
        #expect(arguments.value(of: "--labels") == "a")
        #expect(arguments.value(of: "--logLevel") == "info")
        #expect(
            arguments.replacingCommand(with: "x") == ["--log-level=info", "x", "--labels", "a"])
        #expect(!arguments.isAboutLiquibase)
    }

    /// Liquibase takes the next word for the value of an option that has none behind an equals sign.
    @Test(
        arguments: [
            (["--log-level", "info", "drop-all"], "drop-all"),
            (["--url", "jdbc:x", "--log-level=off", "update", "--labels", "a"], "update"),
            (["-Da=b", "status"], "status"), (["--help", "update"], "update"),
            (["--version"], nil), (["--url", "update"], nil),
        ] as [([String], String?)])
    func takesNoValueForTheCommand(words: [String], command: String?) throws {
        #expect(try LiquibaseArguments(words).command?.description == command)
    }

    @Test(arguments: [["--version"], ["update", "--help"], ["--help"]])
    func knowsWhatIsAboutLiquibaseItself(words: [String]) throws {
        #expect(try LiquibaseArguments(words).isAboutLiquibase)
    }
}
