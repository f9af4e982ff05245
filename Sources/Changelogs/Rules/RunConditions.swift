/// The conditions under which a changeset runs, including those of its includes.
package struct RunConditions: Sendable {
    /// The expressions of contexts, those of includes first; all must hold.
    package private(set) var contexts: [String] = []
    /// The lists of labels, those of includes first; all must hold.
    package private(set) var labels: [String] = []
    /// Whether it is itself to be ignored.
    package private(set) var isIgnored = false

    /// These conditions, and those of a changeset, an `include` or an `includeAll`.
    func adding(_ node: ParsedNode) -> RunConditions {
        adding(
            contexts: node.text("context") ?? node.text("contextFilter"),
            labels: node.text("labels"), ignore: node.text("ignore"))
    }

    /// These conditions, and others by the values of their attributes.
    func adding(contexts: String?, labels: String?, ignore: String?) -> RunConditions {
        RunConditions(
            contexts: self.contexts + [contexts].compactMap(\.self).filter { !$0.isEmpty },
            labels: self.labels + [labels].compactMap(\.self).filter { !$0.isEmpty },
            isIgnored: ignore?.lowercased() == "true")
    }

    /// Whether a run may leave the changeset out before it is validated: where the run is for some contexts
    /// or labels, which of them the changeset is for is not judged here (`DatabaseChangeLog.validate`).
    func maySkip(_ options: ChangelogOptions) -> Bool {
        !contexts.isEmpty && options.isFiltered.byContexts
            || !labels.isEmpty && options.isFiltered.byLabels
            || isIgnored && options.release.has(.ignoredChangeSets)
    }
}
