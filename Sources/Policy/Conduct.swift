import Changelogs
package import Reporting

extension ChangeSetRules {
    /// Applies the rules about the changeset as a whole; call this after those about operations.
    mutating func checkConduct() {
        checkTransaction()
        checkStatements()
        checkRepetition()
        if let place = changeSet.conduct.openRollback {
            add(
                .openRollback, "the rollback has not been written yet",
                at: SchemaOperation(.other("rollback"), at: place))
        }
        if let (words, location) = changeSet.conduct.obstacle {
            add(
                .noRollback, "Liquibase cannot roll back \(words) automatically",
                at: SchemaOperation(.other(words), at: location),
                hint: words == "SQL"
                    ? "add '--rollback SQL' or '--rollback not required'"
                    : "add a 'rollback', and leave it empty if there is nothing to undo")
        }
    }

    mutating func checkAttributes(_ patterns: ChangeSetPatterns) {
        if let isGood = patterns.isGoodID, !isGood(changeSet.id) {
            add(.idPattern, "the id '\(changeSet.id)' does not match the pattern")
        }
        if let isGood = patterns.isGoodAuthor, !isGood(changeSet.author) {
            add(.authorPattern, "the author '\(changeSet.author)' does not match the pattern")
        }
        if changeSet.labels?.isEmpty != false { add(.missingLabels, "the changeset has no labels") }
        if changeSet.contexts?.isEmpty != false { add(.missingContexts, "the changeset has no contexts") }
        if !changeSet.conduct.hasComment { add(.missingComment, "the changeset has no comment") }
    }

    private mutating func checkTransaction() {
        let count = changeSet.operations.count { $0.isDefinition && !$0.continuesStatement }
        if engine?.commitsDefinitions == true, count > 1 {
            add(
                .partialChangeSet,
                "the changeset has \(count) schema changes, and \(databaseName) commits each one separately",
                hint: "put each into a separate changeset, so that a failure leaves nothing half done")
        }
        guard changeSet.conduct.runsInTransaction, engine == .postgresql || engine == nil else { return }
        for operation in changeSet.operations {
            guard let words = operation.refusedInTransaction, engine != nil || words.hasSuffix("CONCURRENTLY") else {
                continue
            }
            add(
                .concurrentlyInTransaction, "\(words) cannot run in a transaction, but the changeset runs in one",
                at: operation, hint: "set \(noTransaction) for the changeset, which should contain no other changes",
                usually: engine == nil || changeSet.conduct.mayNotRun ? .warning : nil)
        }
    }

    /// `COMMIT` ends Liquibase's transaction; without one, `BEGIN` leaves a transaction open.
    private mutating func checkStatements() {
        let statements = changeSet.operations.compactMap { operation in
            if case .transaction(let words) = operation.action { (words, operation) } else { nil }
        }
        let isEnded = statements.contains { ["COMMIT", "ROLLBACK"].contains($0.0) }
        guard changeSet.conduct.runsInTransaction || !isEnded, let (words, operation) = statements.first else { return }
        add(
            .transactionStatement,
            changeSet.conduct.runsInTransaction
                ? "\(words) is used in a changeset that Liquibase runs in its own transaction"
                : "\(words) begins a transaction that the changeset does not end", at: operation,
            hint: "let Liquibase begin and commit the transaction")
    }

    private var databaseName: String {
        switch engine {
        case .mysql: "MySQL"
        case .mariadb: "MariaDB"
        case .oracle: "Oracle"
        case .h2: "H2"
        case .sqlite: "SQLite"
        case .postgresql: "PostgreSQL"
        case .mssql: "SQL Server"
        case .other, nil: "the database"
        }
    }

    private mutating func checkRepetition() {
        guard changeSet.runsAgain, !changeSet.conduct.hasPreconditions,
            // If an object is first dropped if it exists, it can be created again.
            !changeSet.operations.contains(where: { $0.isRepeatable && $0.isDrop }),
            let operation = changeSet.operations.first(where: { operation in
                operation.isDefinition && !operation.isRepeatable && operation.isKnown
            })
        else { return }
        add(.notRepeatable, "the changeset may run again, but this statement is not repeatable", at: operation)
    }

    mutating func checkReading(_ operation: SchemaOperation) {
        guard case .unread(let words, let reason) = operation.action else { return }
        add(
            .unreadSQL, "this '\(words)' cannot be parsed; no rule was applied" + (reason.map { ": \($0)" } ?? ""),
            at: operation, usually: reason == nil ? nil : .warning)
    }
}

extension SchemaOperation {
    fileprivate var isDrop: Bool {
        switch action {
        case .dropTables, .dropObject, .dropSchema, .dropOwned, .dropIndex, .dropColumns: true
        case .other(let words): words == "DROP"
        case .createTable, .renameTable, .renameObject, .addColumn, .renameColumn, .changeType, .setNotNull,
            .dropNotNull, .addForeignKey, .addCheck, .addUnique, .addPrimaryKey, .validateConstraint, .dropConstraint,
            .createIndex, .dropDependents, .attachPartition, .detachPartition, .dropPartitions, .checkDomain,
            .createDomain, .createEnum, .createObject, .truncate, .insert, .delete, .update, .lockTables, .alter,
            .transaction, .longName, .unread:
            false
        }
    }

    fileprivate var isKnown: Bool {
        if case .unread = action { false } else if case .truncate = action { false } else { true }
    }
}

extension Rule {
    static let concurrentlyInTransaction = Rule(
        "concurrently-in-transaction", in: .liquibase, level: .error, "RefusedInTransaction",
        "A statement cannot run in its changeset's transaction.",
        because: "PostgreSQL rejects it, and the update fails.",
        help: "Put it into a separate changeset whose runInTransaction is false.",
        source: PolicySource.liquibase + "attributes/run-in-transaction.html")
    static let transactionStatement = Rule(
        "transaction-statement", in: .liquibase, level: .warning, "TransactionInChangeSet",
        "A changeset begins or ends a transaction.",
        because: "COMMIT ends Liquibase's own transaction: if a later statement fails, earlier changes "
            + "stay, and the changeset is not recorded.",
        help: "Let Liquibase manage transactions, because it runs each changeset in its own transaction.",
        source: PolicySource.liquibase + "attributes/run-in-transaction.html")
    package static let noRollback = Rule(
        "no-rollback", in: .liquibase, level: .off, "NoRollback", "Liquibase cannot roll back a change automatically.",
        because: "'rollback' and its variants fail at this changeset.",
        help: "Add a 'rollback', and leave it empty if there is nothing to undo.", source: PolicySource.changeSet)
    static let openRollback = Rule(
        "open-rollback", in: .liquibase, level: .warning, "RollbackToBeWritten", "A rollback begins with TODO.",
        because: "'rollback' and its variants fail at this changeset.",
        help: "Write the rollback, or leave it empty if there is nothing to undo.", source: PolicySource.changeSet)
    static let notRepeatable = Rule(
        "not-repeatable", in: .liquibase, level: .warning, "RunsAgainAndFails",
        "A changeset with runOnChange or runAlways cannot run twice.",
        because: "It fails or repeats its effect when Liquibase runs it again.",
        help: "Make it repeatable, for example with 'replaceIfExists' or IF NOT EXISTS, or remove the attribute.",
        source: PolicySource.changeSet)
    static let partialChangeSet = Rule(
        "partial-changeset", in: .liquibase, level: .warning, "StaysHalfDone",
        "A changeset has several changes, and the database commits each one separately.",
        because: "If one fails, the earlier ones stay, and the changeset can neither run again "
            + "nor be rolled back.", help: "Put each change into a separate changeset.", source: PolicySource.changeSet)
    static let idPattern = Rule(
        "id-pattern", in: .liquibase, level: .warning, "IDAgainstPattern",
        "The id of a changeset does not match the project's pattern.", because: nil,
        help: "Change the id to match 'migrate.lint.id-pattern' before the changeset is applied anywhere.",
        source: PolicySource.changeSet)
    static let authorPattern = Rule(
        "author-pattern", in: .liquibase, level: .warning, "AuthorAgainstPattern",
        "The author of a changeset does not match the project's pattern.", because: nil,
        help: "Change the author to match 'migrate.lint.author-pattern' before the changeset is applied anywhere.",
        source: PolicySource.changeSet)
    static let missingLabels = Rule(
        "missing-labels", in: .liquibase, level: .off, "NoLabels", "A changeset has no labels.", because: nil,
        help: "Add the attribute 'labels'.", source: PolicySource.liquibase + "attributes/labels.html")
    static let missingContexts = Rule(
        "missing-contexts", in: .liquibase, level: .off, "NoContexts", "A changeset has no contexts.", because: nil,
        help: "Add the attribute 'contextFilter', or 'context' before Liquibase 4.16.",
        source: PolicySource.liquibase + "attributes/contexts.html")
    static let missingComment = Rule(
        "missing-comment", in: .liquibase, level: .off, "NoComment", "A changeset has no comment.", because: nil,
        help: "State the reason for the change in 'comment'.", source: PolicySource.changeSet)
    package static let unreadSQL = Rule(
        "unread-sql", in: .liquibase, level: .note, "SQLNotUnderstood",
        "A statement cannot be parsed, so no rule was applied to it.", because: nil,
        help: "Correct the statement or review it yourself. For PostgreSQL, install libpg_query, which parses "
            + "all of its SQL.", source: "https://github.com/pganalyze/libpg_query")
}
