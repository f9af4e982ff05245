package import DevtoolKit

extension MigrateCommand {
    package static let examples = [
        CommandExample("migrate update", "Apply the pending changesets to the default target."),
        CommandExample("migrate --dry-run update", "Show what would run, and on which database, without running it."),
        CommandExample("migrate --target dev status", "List the pending changesets of a target."),
        CommandExample("migrate update-sql", "Print the SQL of an update without changing anything."),
        CommandExample("migrate rollback-count 1 --yes", "Undo the last changeset without a prompt."),
    ]
}

extension LintCommand {
    static let examples = [
        CommandExample("migrate lint", "Check the changelogs named in devtool.yml."),
        CommandExample("migrate lint --report sarif=lint.sarif", "Also write the findings for code scanning."),
    ]
}

extension InstallCommand {
    static let examples = [CommandExample("migrate install", "Install Liquibase for this user.")]
}
