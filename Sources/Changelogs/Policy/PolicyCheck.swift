package import Reporting

/// Looks at the changesets of a changelog for what may hurt when it is run: the policy rules.
///
/// ```swift
/// let check = PolicyCheck(of: [.postgresql], levels: levels)
/// for finding in check.findings(in: changelog.changeSets) { console.report(finding.diagnostic) }
/// ```
package struct PolicyCheck {
    /// The kinds of the targets' databases; none where they are not known.
    private let databases: [DatabaseProduct]
    let levels: RuleLevels
    let patterns: ChangeSetPatterns
    /// What the database tells that pending changesets are run on, where it was asked.
    let catalog: Catalog?

    /// Prepares the check.
    ///
    /// - Parameters:
    ///   - databases: the databases that the changelog is for; rules about locks need one.
    ///   - levels: the levels that the project sets.
    ///   - patterns: what the project asks of ids and authors.
    ///   - catalog: what the database tells that pending changesets are run on, where it was asked.
    package init(
        for databases: [DatabaseProduct], levels: RuleLevels = RuleLevels(),
        patterns: ChangeSetPatterns = ChangeSetPatterns(), catalog: Catalog? = nil
    ) {
        self.catalog = catalog
        self.databases = databases
        self.levels = levels
        self.patterns = patterns
    }

    /// What the rules find, in the order of the changesets.
    ///
    /// - Parameters:
    ///   - changeSets: all changesets of a changelog, in their order.
    ///   - isPending: whether a changeset is to be run: the others are only looked at for the tables that they
    ///     make, and a table that a pending one creates is new. Where it is not known, each file counts as run
    ///     at once.
    /// - Returns: the findings, each once, whatever the number of databases.
    package func findings(
        in changeSets: [ChangeSet], isPending: ((ChangeSet) -> Bool)? = nil
    ) -> [ChangeFinding] {
        let engines = Set(databases.map(\.engine)).sorted { $0.rawValue < $1.rawValue }
        guard engines.count > 1 else {
            return findings(in: changeSets, on: engines.first, isPending).flatMap(\.self)
        }
        let found = engines.map { findings(in: changeSets, on: $0, isPending) }
        return changeSets.indices.flatMap { index in
            var told: Set<String> = []
            return found.flatMap { $0[index] }.filter { finding in
                told.insert("\(finding.rule.id) \(finding.location)").inserted
            }
        }
    }

    /// What the rules find for one engine, by changesets.
    private func findings(
        in changeSets: [ChangeSet], on engine: DatabaseEngineName?,
        _ isPending: ((ChangeSet) -> Bool)?
    ) -> [[ChangeFinding]] {
        var history = SchemaHistory()
        var found: [[ChangeFinding]] = []
        found.reserveCapacity(changeSets.count)
        var keyless: [(index: Int, table: TableName, finding: ChangeFinding)] = []
        var hasLearned = isPending == nil
        for (index, changeSet) in changeSets.enumerated() {
            let isLooked = isPending?(changeSet) ?? true
            let isMeant =
                (databases.isEmpty || isFor(changeSet, engine)) && !changeSet.conditions.isIgnored
            let scope = isPending == nil ? changeSet.location.file : isLooked ? "pending" : "done"
            guard isLooked, isMeant else {
                if isMeant {
                    for operation in changeSet.operations {
                        history.apply(operation, in: scope)
                    }
                }
                found.append([])
                continue
            }
            if !hasLearned { history.learn(catalog) }
            hasLearned = true
            var rules = ChangeSetRules(changeSet, on: engine, scope: scope, history, by: self)
            rules.run()
            history = rules.history
            found.append(rules.findings)
            for (table, finding) in rules.keyless { keyless.append((index, table, finding)) }
        }
        for (index, table, finding) in keyless where history.table(table)?.hasPrimaryKey == false {
            found[index].append(finding)
        }
        return found
    }

    /// The engine of the databases, where they have one.
    var engine: DatabaseEngineName? {
        let engines = Set(databases.map(\.engine))
        return engines.count == 1 ? engines.first : nil
    }

    /// Whether a changeset is run on an engine.
    func isFor(_ changeSet: ChangeSet, _ engine: DatabaseEngineName?) -> Bool {
        let list = DatabaseList(changeSet.databases)
        return databases.contains { $0.engine == engine && $0.isIn(list) }
    }
}
