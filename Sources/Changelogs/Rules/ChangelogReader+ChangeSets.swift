import Reporting

extension ChangelogReader {
    /// Reads a changeset and adds it.
    ///
    /// Liquibase ignores errors in changesets for other databases, which it does not load
    /// (`DatabaseChangeLog.handleChildNode`).
    func readChangeSet(_ node: ParsedNode, in file: ChangelogFile, isChecked: Bool) {
        read(harmless: isForeign(node.text("dbms").map(parameters.expand))) {
            readOwnChangeSet(node, in: file, isChecked: isChecked)
        }
    }

    /// Whether a `dbms` excludes the run's databases.
    func isForeign(_ databases: String?) -> Bool {
        let list = DatabaseList(databases)
        return !options.databases.isEmpty && !options.databases.contains { $0.isIn(list) }
    }

    private func readOwnChangeSet(_ node: ParsedNode, in file: ChangelogFile, isChecked: Bool) {
        let place = file.text.location(node.place)
        func text(_ name: String) -> String? { node.text(name).map(parameters.expand) }
        let id = text("id") ?? ""
        let author = text("author") ?? ""
        // Without a value, the row cannot be written; an empty one was once accepted.
        if id.isEmpty, !isChecked || node.child("id") != nil {
            let isRefused = node.text("id") == nil || options.release.refuses(.neededIDs)
            report(.missingID, "the changeset has no id", severity: isRefused ? .error : .warning, at: place)
        }
        if author.isEmpty, !isChecked || node.child("author") != nil {
            report(
                .missingAuthor, "the changeset has no author", severity: node.text("author") == nil ? .error : .warning,
                at: place)
        }
        for name in ["onValidationFail", "objectQuotingStrategy", "runOrder"] { checkWord(name, of: node, in: file) }
        if let preconditions = node.child("preConditions") {
            checkPreconditions(preconditions, in: file, isChecked: isChecked)
        }
        checkContext(text("context") ?? text("contextFilter"), at: place)
        let conditions = file.conditions.adding(node)
        let isSkipped = conditions.maySkip(options)
        // A failed validation is then only recorded.
        let isHarmless = isSkipped || file.isPartlyRead || text("onValidationFail") == "MARK_RAN"
        let severity: Diagnostic.Severity = isHarmless ? .warning : .error
        let checker = ChangeChecker(reader: self, file: file, isChecked: isChecked, severity: severity)
        let changes = checker.changes(of: node)
        changes.forEach { checker.check($0) }
        for child in node.children where child.name == "rollback" { checker.checkRollback(child, of: node) }
        let isKnown = !file.isPartlyRead && node.child("modifySql") == nil
        let checksum = isKnown ? SQLChecksum(of: changes, in: file, by: self) : nil
        let content =
            options.keepsContent && !file.isPartlyRead
            ? ContentWriter(reader: self, file: file).content(of: changes, modifiedBy: node.child("modifySql")) : nil
        let conduct = ChangeSet.Conduct(
            runsInTransaction: text("runInTransaction")?.lowercased() != "false",
            hasPreconditions: node.child("preConditions") != nil,
            mayNotRun: isHarmless || node.child("preConditions") != nil || text("failOnError") == "false",
            hasComment: node.child("comment")?.value != nil,
            endDelimiter: changes.lazy.compactMap { $0.text("endDelimiter") }.first,
            obstacle: obstacle(in: changes, of: node, file),
            needsNoRollback: node.children.contains {
                $0.name == "rollback" && $0.children.isEmpty && $0.loose.isEmpty
                    && $0.value?.contains { !$0.isWhitespace } != true
            },
            openRollback: node.children.first { child in
                child.name == "rollback" && ChangeSet.Conduct.isOpen(child.value ?? "")
            }.map { file.text.location($0.place) })
        add(
            ChangeSet(
                id: id, author: author, file: text("logicalFilePath").map(ChangelogFile.identity) ?? file.identity,
                format: file.format, location: place, contexts: text("context") ?? text("contextFilter"),
                labels: text("labels"), databases: text("dbms"),
                runsAgain: text("runAlways") == "true" || text("runOnChange") == "true", checksum: checksum,
                acceptedChecksums: acceptedChecksums(of: node), conditions: conditions, isFromFolder: file.isFromFolder,
                preconditions: options.keepsContent ? node.child("preConditions").map { $0.summary(parameters) } : nil,
                content: content,
                operations: options.readsOperations ? checker.operations(of: changes, for: text("dbms")) : [],
                conduct: conduct,
                tags: changes.filter { $0.name == "tagDatabase" }.compactMap { $0.text("tag").map(parameters.expand) },
                substance: changes.map(\.substance).joined()), isSkipped: isSkipped)
    }

    /// Reports a context with `@` if Liquibase takes it for a part of the name.
    func checkContext(_ context: String?, at place: SourceLocation) {
        guard let context, context.contains("@"), !options.release.has(.requiredContexts) else { return }
        let version = options.release.version.map { "Liquibase \($0)" } ?? "Liquibase"
        report(
            .literalContext,
            "\(version) takes '\(context)' literally: the changeset runs only if no context is given, never "
                + "for '\(context.filter { $0 != "@" })'", at: place,
            hint: "use Liquibase 4.23 or later, or write 'context:"
                + "\(context.filter { $0 != "@" })' and set 'contexts' for each target")
    }

    private func acceptedChecksums(of node: ParsedNode) -> [String] {
        let nodes = node.children.filter { $0.name == "validCheckSum" || $0.name == "validCheckSums" }
        return nodes.flatMap { node -> [String] in
            ([node.value] + node.loose.map(\.value)).compactMap { $0?.filter { !$0.isWhitespace } }
        }
    }

    /// The first change that Liquibase cannot roll back, unless there is a rollback.
    private func obstacle(in changes: [ParsedNode], of node: ParsedNode, _ file: ChangelogFile) -> (
        words: String, location: SourceLocation
    )? {
        guard options.readsOperations, node.child("rollback") == nil,
            let stuck = changes.first(where: { ChangeType.all[$0.name]?.rollsBack == false }),
            !["empty", "output", "stop"].contains(stuck.name)
        else { return nil }
        return ("'\(stuck.name)'", file.text.location(stuck.place))
    }

    func checkPreconditions(_ node: ParsedNode, in file: ChangelogFile, isChecked: Bool) {
        guard !isChecked else { return }
        for name in ["onFail", "onError"] { checkWord(name, of: node, in: file) }
        for child in node.children + node.loose where !Self.preconditions.contains(child.name) {
            guard !Self.preconditionWords.contains(child.name), !schemas.knows(element: child.name),
                !options.release.preconditionTexts.contains(child.name), !options.knownChanges.contains(child.name)
            else { continue }
            let isRefused = options.release.has(.knownChangesOnly) && !child.children.isEmpty
            report(
                .unknownPrecondition,
                "unknown precondition '\(child.name)'" + (isRefused ? "" : ", which Liquibase ignores"),
                severity: options.release.isIncomplete ? .warning : .error, at: file.text.location(child.place),
                hint: child.name.nearest(in: Array(Self.preconditions)).map { "did you mean '\($0)'?" })
        }
        for child in node.children where ["and", "or", "not"].contains(child.name) {
            checkPreconditions(child, in: file, isChecked: isChecked)
        }
    }

    private static let preconditions: Set = [
        "and", "or", "not", "changeLogPropertyDefined", "changeSetExecuted", "columnExists", "customPrecondition",
        "dbms", "expectedQuotingStrategy", "foreignKeyConstraintExists", "indexExists", "primaryKeyExists", "rowCount",
        "runningAs", "sequenceExists", "sqlCheck", "tableExists", "tableIsEmpty", "uniqueConstraintExists",
        "viewExists",
    ]
    private static let preconditionWords: Set = [
        "onError", "onErrorMessage", "onFail", "onFailMessage", "onSqlOutput", "onUpdateSQL",
    ]
}

extension Rule {
    static let literalContext = Rule(
        "literal-context", in: .format, level: .warning, "ContextWithSign",
        "A context contains '@', which Liquibase before 4.23 treats as part of the name.",
        because: "The changeset runs only if no context is given.",
        help: "Use Liquibase 4.23 or later, or omit the '@' and set 'contexts' for each target.",
        source: "https://docs.liquibase.com/concepts/changelogs/attributes/contexts.html")
}
