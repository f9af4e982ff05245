import ArgumentParser
import DevtoolKit
import Testing

@testable import Migrate

@Suite struct CommandNameTests {
    @Test(arguments: [
        ("update", CommandName.Effect.writes), ("updateSQL", .reads), ("update-sql", .reads), ("updateCount", .writes),
        ("rollback", .destroys), ("rollbackToDateSQL", .reads), ("future-rollback-sql", .reads), ("dropAll", .destroys),
        ("drop-all", .destroys), ("changelogSync", .destroys), ("changelogSyncSQL", .reads),
        ("clearCheckSums", .destroys), ("clear-checksums", .destroys), ("tag", .writes), ("release-locks", .writes),
        ("status", .reads), ("generateChangeLog", .reads), ("diff-changelog", .reads), ("execute-sql", .writes),
        ("unheard-of", .writes), ("list-locks", .reads), ("unexpectedChangeSets", .reads),
        ("mark-next-changeset-ran", .destroys),
    ]) func knowsWhatACommandDoes(name: String, effect: CommandName.Effect) {
        #expect(CommandName(name).effect == effect)
    }

    @Test(
        arguments: [("update", "update-sql"), ("updateToTag", "update-to-tag-sql"), ("status", nil), ("drop-all", nil)]
            as [(String, String?)]) func knowsWhatShowsIt(name: String, preview: String?)
    { #expect(CommandName(name).preview == preview) }

    /// What is no flag takes the next word for its value.
    @Test func flagsAreThoseThatCommandsDeclare() {
        let commands: [any ParsableCommand.Type] = [MigrateCommand.self] + MigrateCommand.configuration.subcommands
        let flags = commands.flatMap { command in
            command.optionNames.map { "--" + $0 }.filter { word in
                command.declaredOption(word).map { !$0.takesNextWord } ?? false
            }
        }
        #expect(LiquibaseArguments.flags == Set(flags).union(["--help", "--version", "--verbose", "--quiet"]))
    }

    @Test func findsTheCommandAmongTheOptions() throws {
        let arguments = try LiquibaseArguments(["--log-level=info", "updateSQL", "--", "--labels", "a"])
        #expect(arguments.command?.description == "updateSQL")
        #expect(arguments.words == ["--log-level=info", "updateSQL", "--labels", "a"])
        #expect(arguments.value(of: "--labels") == "a")
        #expect(arguments.value(of: "--logLevel") == "info")
        #expect(arguments.replacingCommand(with: "x") == ["--log-level=info", "x", "--labels", "a"])
        #expect(!arguments.isAboutLiquibase)
    }

    @Test(arguments: [
        ("--changelog-file a.xml drop-all", "drop-all"), ("--changeLogFile a.xml dropAll", "dropAll"),
        ("--log-level info update --labels a", "update"), ("--labels update drop-all", "drop-all"),
        ("--labels=update drop-all", "drop-all"), ("-- --verbose status", "status"),
        ("--later-flag rollback-count 1", "rollback-count"), ("--contexts a b unheard-of", "b"), ("tag update", "tag"),
        ("-h update", "update"), ("future-rollback-sql", "future-rollback-sql"), ("--labels a", "a"),
        ("--log-level off rollbackOneChangeSetSQL", "rollbackOneChangeSetSQL"),
    ]) func isNotTakenInByTheValuesOfOptionsBeforeTheCommand(line: String, command: String) throws {
        let words = line.split(separator: " ").map(String.init)
        #expect(try LiquibaseArguments(words).command?.description == command)
    }

    @Test(arguments: [["--version"], ["update", "--help"], ["--help"]]) func knowsWhatIsAboutLiquibaseItself(
        words: [String]
    ) throws { #expect(try LiquibaseArguments(words).isAboutLiquibase) }
}
