/// The conditions under which a changeset runs, including those of its includes.
struct RunConditions {
    /// Whether it names contexts, or what includes it does.
    var hasContexts = false
    /// Whether it names labels, or what includes it does.
    var hasLabels = false
    /// Whether it is itself to be ignored.
    var isIgnored = false

    /// These conditions, and those of a changeset, an `include` or an `includeAll`.
    func adding(_ node: ParsedNode) -> RunConditions {
        adding(
            contexts: node.text("context") ?? node.text("contextFilter"),
            labels: node.text("labels"), ignore: node.text("ignore"))
    }

    /// These conditions, and others by the values of their attributes.
    func adding(contexts: String?, labels: String?, ignore: String?) -> RunConditions {
        RunConditions(
            hasContexts: hasContexts || contexts?.isEmpty == false,
            hasLabels: hasLabels || labels?.isEmpty == false,
            isIgnored: ignore?.lowercased() == "true")
    }

    /// Whether a run may leave the changeset out before it is validated: where the run is for some contexts
    /// or labels, which of them the changeset is for is not judged here (`DatabaseChangeLog.validate`).
    func maySkip(_ options: ChangelogOptions) -> Bool {
        hasContexts && options.isFiltered.byContexts || hasLabels && options.isFiltered.byLabels
            || isIgnored && options.release.has(.ignoredChangeSets)
    }
}
