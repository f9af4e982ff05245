public import DevtoolKit

extension RunCommand: DocumentOwner {
    package static var documentKeys: [String] { ["tasks", "includes"] }

    package static func documents(in context: Context) -> [ConfigurationDocument] {
        TaskSchema(in: context).documents
    }

    package static func findings(
        in reading: ConfigurationReading, context: Context
    ) -> [Diagnostic] {
        TaskCatalog.findings(
            in: reading, context: context, reservedParameters: reservedParameters)
    }

    /// The tasks of the project.
    ///
    /// - Throws: ``ConfigurationError``, with all that is wrong.
    static func catalog(in context: Context) throws -> TaskCatalog {
        try TaskCatalog.load(in: context, reservedParameters: reservedParameters)
    }

    /// The names of the command's own options, which no parameter of a task can have.
    static let reservedParameters = [
        "jobs", "output", "keep-going", "no-needs", "force-run", "why", "watch", "yes", "dry-run",
        "list", "json", "graph", "config", "color", "quiet", "verbose", "report", "help", "version",
    ]
}

extension RunCommand {
    /// What `devtool doctor` looks at: the tasks, where there are some.
    public static func checks(in context: Context) async -> [HealthCheck] {
        // What is wrong with the rest of the file is told by devtool's own check.
        guard (try? context.configuration()) != nil else { return [] }
        let check = await HealthCheck.looking(at: "tasks") {
            let catalog = try catalog(in: context)
            return "\(catalog.entries.count)"
        }
        if case .healthy("0") = check.outcome { return [] }
        return [check]
    }
}
