import DevtoolKit

extension PropertyName {
    /// The options of Liquibase 4.6.2 and its commands, from `--help`, and those that later versions document.
    fileprivate static let names = """
        always-override-stored-logic-schema auto-reorg change-exec-listener-class \
        change-exec-listener-properties-file changelog-file changelog-lock-poll-rate \
        changelog-lock-wait-time-in-minutes changeset-author changeset-id changeset-identifier \
        changeset-path classpath contexts convert-data-types count data-output-directory \
        database-changelog-lock-table-name database-changelog-table-name database-class date \
        ddl-lock-timeout default-catalog-name default-schema-name defaultlogger-level \
        defaults-file delimiter deployment-id diff-column-order diff-types driver \
        driver-properties-file exclude-objects file-encoding filter-log-messages force format \
        generate-changeset-created-values generated-changeset-ids-contains-description headless \
        hub-api-key hub-connection-id hub-log-level hub-mode hub-project-id hub-project-name \
        hub-url include-catalog include-catalog-in-specification include-objects include-schema \
        include-system-classpath include-tablespace labels liquibase-catalog-name \
        liquibase-schema-name liquibase-tablespace-name log-file log-level output-directory \
        output-file output-file-encoding output-line-separator overwrite-output-file password \
        pro-license-key pro-mark-unused-not-drop pro-sql-inline pro-synonyms-drop-public \
        prompt-for-non-local-database property-provider-class reference-default-catalog-name \
        reference-default-schema-name reference-driver reference-password reference-url \
        reference-username rollback-script schemas should-run should-snapshot-data \
        snapshot-format sql sql-file sql-log-level strict support-property-escaping tag url \
        use-procedure-schema username verbose \
        allow-duplicated-changeset-identifiers context-filter duplicate-file-mode label-filter \
        license-key log-channels log-format mirror-console-messages-to-log missing-property-mode \
        on-missing-include-changelog on-missing-sql-file search-path secure-parsing show-banner \
        show-summary show-summary-output suppress-liquibase-sql validate-xml-changelog-files
        """.split(separator: " ").map(String.init)

    static var options: [String] { names.map { "--" + $0 } }

    /// devtool never passes this on, because it needs Liquibase's output.
    static let logFile = PropertyName("log-file")

    fileprivate static let known = Set(names.map { PropertyName($0) })
}

extension PropertiesFile {
    /// Reports keys that Liquibase silently ignores: an error for a probable misspelling, otherwise a warning.
    ///
    /// Keys with dots are ignored, because other tools and changelog parameters use them.
    var findings: [Diagnostic] {
        properties.compactMap { property in
            let name = PropertyName(property.key)
            if name == .logFile {
                return Diagnostic(
                    "'\(property.key)' is ignored: devtool reads Liquibase's output", severity: .warning,
                    at: property.location, rule: .unknownProperty)
            }
            guard !PropertyName.known.contains(name), !name.description.contains(".") else { return nil }
            let near = name.description.nearest(in: PropertyName.known.map(\.description))
            let spelling = PropertyName.names.first { PropertyName($0).description == near }
            return Diagnostic(
                "'\(property.key)' is not a Liquibase setting and is ignored",
                severity: spelling == nil ? .warning : .error, at: property.location,
                hint: spelling.map { "did you mean '\($0)'?" }, rule: .unknownProperty)
        }
    }
}

extension Rule {
    static let unknownProperty = Rule(
        "unknown-property", "UnknownProperty",
        "A properties file contains an unknown setting, which Liquibase ignores.",
        help: "Correct the spelling or remove the setting.")
}
