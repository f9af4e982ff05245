package import Changelogs
package import Reporting

/// Checks changesets with the policy rules, which are about risks of running them.
package struct PolicyCheck {
    private let databases: [DatabaseProduct]
    let levels: RuleLevels
    let patterns: ChangeSetPatterns
    let catalog: Catalog?

    /// Rules about locks need a database; `catalog` is its catalog for pending changesets.
    package init(
        for databases: [DatabaseProduct], levels: RuleLevels = RuleLevels(),
        patterns: ChangeSetPatterns = ChangeSetPatterns(), catalog: Catalog? = nil
    ) {
        self.catalog = catalog
        self.databases = databases
        self.levels = levels
        self.patterns = patterns
    }

    /// The distinct findings for all engines, in the order of the changesets.
    ///
    /// `changeSets` must contain all changesets in order. Those that are not pending only contribute their tables;
    /// tables of pending ones are new. Without `isPending`, each file counts as one run.
    package func findings(in changeSets: [ChangeSet], isPending: ((ChangeSet) -> Bool)? = nil) -> [ChangeFinding] {
        let engines = Set(databases.map(\.engine)).sorted { $0.rawValue < $1.rawValue }
        guard engines.count > 1 else { return findings(in: changeSets, on: engines.first, isPending).flatMap(\.self) }
        let found = engines.map { findings(in: changeSets, on: $0, isPending) }
        return changeSets.indices.flatMap { index in
            var reported: Set<String> = []
            return found.flatMap { $0[index] }.filter { finding in
                reported.insert("\(finding.rule.id) \(finding.location)").inserted
            }
        }
    }

    private func findings(
        in changeSets: [ChangeSet], on engine: DatabaseEngineName?, _ isPending: ((ChangeSet) -> Bool)?
    ) -> [[ChangeFinding]] {
        var history = SchemaHistory()
        var found: [[ChangeFinding]] = []
        found.reserveCapacity(changeSets.count)
        var keyless: [(index: Int, table: TableName, finding: ChangeFinding)] = []
        var hasLearned = isPending == nil
        for (index, changeSet) in changeSets.enumerated() {
            let isLooked = isPending?(changeSet) ?? true
            let isMeant = (databases.isEmpty || isFor(changeSet, engine)) && !changeSet.conditions.isIgnored
            let scope = isPending == nil ? changeSet.location.file : isLooked ? "pending" : "done"
            guard isLooked, isMeant else {
                if isMeant { for operation in changeSet.operations { history.apply(operation, in: scope) } }
                found.append([])
                continue
            }
            if !hasLearned { history.learn(catalog) }
            hasLearned = true
            var rules = ChangeSetRules(changeSet, on: engine, scope: scope, by: self)
            rules.run(after: &history)
            found.append(rules.findings)
            for (table, finding) in rules.keyless { keyless.append((index, table, finding)) }
        }
        for (index, table, finding) in keyless where history.table(table)?.hasPrimaryKey == false {
            found[index].append(finding)
        }
        return found
    }

    var engine: DatabaseEngineName? {
        let engines = Set(databases.map(\.engine))
        return engines.count == 1 ? engines.first : nil
    }

    func isFor(_ changeSet: ChangeSet, _ engine: DatabaseEngineName?) -> Bool {
        let list = DatabaseList(changeSet.databases)
        return databases.contains { $0.engine == engine && $0.isIn(list) }
    }
}
