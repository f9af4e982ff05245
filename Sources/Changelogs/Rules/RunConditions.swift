/// The conditions under which a changeset runs, including those of its includes.
package struct RunConditions: Sendable {
    /// The expressions of contexts, those of includes first; all must hold.
    package private(set) var contexts: [String] = []
    /// The lists of labels, those of includes first; all must hold.
    package private(set) var labels: [String] = []
    /// Whether it is itself to be ignored.
    package private(set) var isIgnored = false
    /// Whether Liquibase takes `@` before a context for what a run must be for.
    private let knowsRequired: Bool

    /// Begins without any.
    init(knowsRequired: Bool) { self.knowsRequired = knowsRequired }

    private init(_ contexts: [String], _ labels: [String], isIgnored: Bool, knowsRequired: Bool) {
        self.contexts = contexts
        self.labels = labels
        self.isIgnored = isIgnored
        self.knowsRequired = knowsRequired
    }

    /// These conditions, and those of a changeset, an `include` or an `includeAll`.
    func adding(_ node: ParsedNode) -> RunConditions {
        adding(
            contexts: node.text("context") ?? node.text("contextFilter"),
            labels: node.text("labels"), ignore: node.text("ignore"))
    }

    /// These conditions, and others by the values of their attributes.
    func adding(contexts: String?, labels: String?, ignore: String?) -> RunConditions {
        RunConditions(
            self.contexts + [contexts].compactMap(\.self).filter { !$0.isEmpty },
            self.labels + [labels].compactMap(\.self).filter { !$0.isEmpty },
            isIgnored: ignore?.lowercased() == "true", knowsRequired: knowsRequired)
    }

    /// The first expression of contexts that does not hold in a run for some, in small letters; nil where all do.
    package func contextThatExcludes(_ words: Set<String>) -> String? {
        contexts.first { !FilterExpression($0, knowsRequired: knowsRequired).holds(for: words) }
    }

    /// Whether a run may leave the changeset out before it is validated: where the run is for some contexts
    /// or labels, which of them the changeset is for is not judged here (`DatabaseChangeLog.validate`).
    func maySkip(_ options: ChangelogOptions) -> Bool {
        !contexts.isEmpty && options.isFiltered.byContexts
            || !labels.isEmpty && options.isFiltered.byLabels
            || isIgnored && options.release.has(.ignoredChangeSets)
    }
}
