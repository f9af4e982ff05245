package import DevtoolKit

extension MigrateCommand {
    package static let examples = [
        CommandExample("migrate update", "Apply the pending changesets to the default target."),
        CommandExample("migrate --dry-run update", "Show what would be run, on which database; run nothing."),
        CommandExample("migrate --target dev status", "List the pending changesets of a target."),
        CommandExample("migrate update-sql", "Print the SQL of an update; change nothing."),
        CommandExample("migrate rollback-count 1 --yes", "Undo the last changeset, without a prompt."),
    ]
}

extension LintCommand {
    static let examples = [
        CommandExample("migrate lint", "Check the changelogs that devtool.yml names."),
        CommandExample("migrate lint --report sarif=lint.sarif", "Write the findings for code scanning, too."),
    ]
}

extension InstallCommand {
    static let examples = [CommandExample("migrate install", "Install Liquibase for this user.")]
}
