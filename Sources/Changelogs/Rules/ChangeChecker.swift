import Reporting

/// Checks the changes of a changeset, as Liquibase does before a run.
struct ChangeChecker {
    let reader: ChangelogReader
    let file: ChangelogFile
    /// Whether a schema has validated elements and attributes.
    let isChecked: Bool
    let severity: Diagnostic.Severity

    /// The changes of a changeset; reports those that Liquibase would ignore.
    func changes(of node: ParsedNode) -> [ParsedNode] {
        var changes: [ParsedNode] = []
        for child in node.children {
            if child.name == "changes" {
                changes += child.children.filter { isChange($0, isInList: true) }
                child.loose.forEach { _ = isChange($0, isInList: true) }
            } else if !ChangeType.changeSetAttributes.contains(child.name),
                child.name != "preconditions" || !reader.options.release.has(.smallPreconditions)
            {
                if isChange(child, isInList: false) { changes.append(child) }
            }
        }
        return changes
    }

    private func isChange(_ node: ParsedNode, isInList: Bool) -> Bool {
        if reader.options.release.hasChange(node.name) {
            let isBare = isInList && node.children.isEmpty && node.value == node.name
            if isBare { report(.unknownChange, "'\(node.name)' is empty", at: node) }
            return !isBare
        }
        guard !reader.options.knownChanges.contains(node.name) else { return false }
        if isChecked { checkForeign(node) } else { reportUnknown(node, isInList: isInList) }
        return false
    }

    /// Reports an element that the schema accepts only because of its namespace.
    private func checkForeign(_ node: ParsedNode) {
        guard let namespace = node.namespace, namespace != ParsedNode.ownNamespace,
            !namespace.hasPrefix(ParsedNode.ownNamespace + "/")
        else { return }
        let release = reader.options.release
        let isLicensed = namespace == ParsedNode.licensedNamespace
        guard !isLicensed || !reader.schemas.knows(element: node.name) else { return }
        let isRefused = release.refuses(.knownChangesOnly) && !node.children.isEmpty
        let isError = isRefused && release.isComplete || isLicensed && reader.schemas.isThere
        report(
            .unknownChange,
            "the change '\(node.name)' requires an extension"
                + (isRefused ? "" : "; without one, Liquibase ignores it but records the changeset as executed"),
            severity: isError ? .error : .warning, at: node)
    }

    private func reportUnknown(_ node: ParsedNode, isInList: Bool) {
        let release = reader.options.release
        let names = release.changeNames
        if !isInList, node.children.isEmpty {
            let known = ChangeType.changeSetAttributes.sorted() + names
            report(
                .unknownAttribute, "unknown changeset attribute '\(node.name)', which Liquibase ignores",
                severity: .warning, at: node, hint: node.name.nearest(in: known).map { "did you mean '\($0)'?" })
            return
        }
        let isRefused = release.has(.knownChangesOnly) && !node.children.isEmpty
        report(
            .unknownChange,
            "unknown change '\(node.name)'"
                + (isRefused ? "" : ": Liquibase ignores it but records the changeset as executed"),
            severity: release.isIncomplete ? .warning : .error, at: node,
            hint: node.name.nearest(in: names).map { "did you mean '\($0)'?" }
                ?? "if an extension adds it, add the extension's jar to 'classpath' or the change to 'known-changes'")
    }

    func checkRollback(_ node: ParsedNode, of changeSet: ParsedNode) {
        if let id = node.text("changeSetId").map(reader.parameters.expand) {
            let author = node.text("changeSetAuthor").map(reader.parameters.expand) ?? ""
            let path = node.text("changeSetPath").map(reader.parameters.expand) ?? file.identity
            let name = "\(ChangelogFile.identity(path))::\(id)::\(author)"
            if !reader.lowercasedNames.contains(name.lowercased()), !reader.parameters.isUncertain(name) {
                report(.unknownChangeSet, "no changeset '\(name)' precedes this one", at: node)
            }
            return
        }
        let checker = ChangeChecker(reader: reader, file: file, isChecked: isChecked, severity: .warning)
        for child in node.children where !["changeSetAuthor", "changeSetPath"].contains(child.name) {
            if checker.isChange(child, isInList: true) { checker.check(child) }
        }
    }

    func check(_ node: ParsedNode) {
        guard let type = ChangeType.all[node.name] else { return }
        if !isChecked { checkAttributes(of: node, type: type) }
        checkFiles(of: node)
        // Liquibase checks the license first.
        guard !type.needsLicense else { return }
        for name in type.numbers {
            guard let attribute = node.child(name), let value = attribute.value.map(reader.parameters.expand),
                !reader.parameters.isUncertain(value), !Self.isWholeNumber(value)
            else { continue }
            report(.invalidValue, "'\(name)' must be an integer, not '\(value)'", at: attribute)
        }
        checkNeeds(of: node, type: type)
    }

    private static func isWholeNumber(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        return !digits.isEmpty && digits.allSatisfy(\.isNumber)
    }

    private func checkAttributes(of node: ParsedNode, type: ChangeType) {
        guard !["customChange", "executeCommand"].contains(type.name) else { return }
        let release = reader.options.release
        var known = release.attributes(of: type)
        if known.contains("columns") { known.insert("column") }
        if known.contains("where") { known.formUnion(["whereParams", "param"]) }
        if type.name == "output" || type.name == "empty" { known.insert("message") }
        for child in node.children where !known.contains(child.name) {
            report(
                .unknownAttribute, "unknown attribute '\(child.name)' in '\(node.name)', which Liquibase ignores",
                severity: .warning, at: child,
                hint: child.name.nearest(in: known.sorted()).map { "did you mean '\($0)'?" })
        }
        guard known.contains("columns") else { return }
        for child in node.children where child.name == "columns" {
            for column in child.children where column.name != "column" {
                guard !release.knownColumnAttributes.contains(column.name) else { continue }
                report(
                    .unknownAttribute, "unknown key '\(column.name)' in a list of columns", at: column,
                    hint: "each entry must be a 'column'")
            }
        }
        for column in columns(of: node) { checkColumn(column) }
    }

    private func checkColumn(_ column: ParsedNode) {
        let known = reader.options.release.knownColumnAttributes
        for part in column.children where !known.contains(part.name) {
            report(
                .unknownAttribute, "unknown column attribute '\(part.name)'", at: part,
                hint: part.name.nearest(in: known.sorted()).map { "did you mean '\($0)'?" })
        }
        let ofConstraints = reader.options.release.knownConstraintAttributes
        for part in column.child("constraints")?.children ?? [] where !ofConstraints.contains(part.name) {
            report(
                .unknownAttribute, "unknown constraint attribute '\(part.name)', which Liquibase ignores",
                severity: .warning, at: part,
                hint: part.name.nearest(in: ofConstraints.sorted()).map { "did you mean '\($0)'?" })
        }
    }

    func site(of change: ParsedNode) -> SQLSite {
        let format = file.format
        return SQLSite(
            isCut: change.text("splitStatements")?.lowercased() != "false", endDelimiter: change.text("endDelimiter"),
            correction: { name, value in
                format == .xml
                    ? "<\(change.name) \(format.attribute(name, value))>"
                    : "'\(format.attribute(name, "\"\(value)\""))'"
            })
    }

    /// The columns of a change; in a YAML list, the key `column` may be missing.
    func columns(of node: ParsedNode) -> [ParsedNode] {
        var columns = node.children.filter { $0.name == "column" }
        for list in node.children where list.name == "columns" {
            let inner = list.children.filter { $0.name == "column" }
            columns += inner.isEmpty && !list.children.isEmpty ? [list] : inner
        }
        return columns
    }

    func report(
        _ rule: Rule, _ message: String, severity: Diagnostic.Severity = .error, at node: ParsedNode,
        hint: String? = nil
    ) { reader.report(rule, message, severity: severity, at: file.text.location(node.place), hint: hint) }
}
