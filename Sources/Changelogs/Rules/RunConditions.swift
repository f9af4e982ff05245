/// The conditions for running a changeset, including those of its includes.
package struct RunConditions: Sendable {
    /// All must be true; those of includes are first.
    package private(set) var contexts: [String] = []
    /// All must be true; those of includes are first.
    package private(set) var labels: [String] = []
    package private(set) var isIgnored = false
    /// Whether Liquibase supports `@` before a context.
    private let knowsRequired: Bool

    init(knowsRequired: Bool) { self.knowsRequired = knowsRequired }

    func adding(_ node: ParsedNode) -> RunConditions {
        adding(
            contexts: node.text("context") ?? node.text("contextFilter"), labels: node.text("labels"),
            ignore: node.text("ignore"))
    }

    func adding(contexts: String?, labels: String?, ignore: String?) -> RunConditions {
        var all = self
        if let contexts, !contexts.isEmpty { all.contexts.append(contexts) }
        if let labels, !labels.isEmpty { all.labels.append(labels) }
        all.isIgnored = ignore?.lowercased() == "true"
        return all
    }

    /// The first context expression that excludes a run with these words, which must be in lower case.
    package func contextThatExcludes(_ words: Set<String>) -> String? {
        contexts.first { !FilterExpression($0, knowsRequired: knowsRequired).holds(for: words) }
    }

    /// Whether a run may skip the changeset before validation (`DatabaseChangeLog.validate`).
    ///
    /// A run that is restricted to contexts may skip any changeset with contexts; the same applies to labels.
    func maySkip(_ options: ChangelogOptions) -> Bool {
        !contexts.isEmpty && options.isFiltered.byContexts || !labels.isEmpty && options.isFiltered.byLabels
            || isIgnored && options.release.has(.ignoredChangeSets)
    }
}
