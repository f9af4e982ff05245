import DevtoolKit

extension LiquibaseCommand: CompletionsOffering {
    /// The commands of Liquibase that are used most; its options are its own.
    static let offeredCommands = [
        "update", "update-count", "update-to-tag", "update-testing-rollback", "update-sql",
        "rollback", "rollback-count", "rollback-to-date", "rollback-sql", "status", "validate",
        "history", "tag", "tag-exists", "diff", "diff-changelog", "generate-changelog", "snapshot",
        "changelog-sync", "mark-next-changeset-ran", "clear-checksums", "list-locks",
        "release-locks", "drop-all", "db-doc", "execute-sql",
    ]

    /// The commands, until one is named; after it, files.
    static func completions(
        of words: [String], current: String, in context: Context
    ) -> [CompletionCandidate]? {
        let names = Set(words)
        guard names.isDisjoint(with: offeredCommands), !current.hasPrefix("-") else { return nil }
        return offeredCommands.map { CompletionCandidate($0) }
    }

    /// The targets of devtool.yml, for the last name of `--target`.
    static func values(
        of option: String, current: String, in context: Context
    ) -> [CompletionCandidate]? {
        guard option == "--target" else { return nil }
        let chosen = current.lastIndex(of: ",").map { current[...$0] } ?? ""
        let section = try? context.configuration().section(of: MigrateCommand.self)
        return section?[MigrateSetting.targets].map { CompletionCandidate(chosen + $0.name) } ?? []
    }
}
