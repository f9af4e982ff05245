public import DevtoolKit

extension RunCommand {
    static func findings(
        in reading: ConfigurationReading, context: Context
    ) -> [Diagnostic] {
        let (catalog, findings) = TaskCatalog.read(reading, in: context)
        // What is wrong with a task would be told again by those that need it.
        return findings.isEmpty ? CatalogCheck(catalog, in: context).findings : findings
    }

    /// The tasks of the project.
    ///
    /// - Parameters:
    ///   - reading: its configuration; it is read where it is nil.
    ///   - context: where the project is looked for.
    /// - Returns: the tasks, checked.
    /// - Throws: ``ConfigurationError``, with all that is wrong.
    static func catalog(
        _ reading: ConfigurationReading? = nil, in context: Context
    ) throws -> TaskCatalog {
        try TaskCatalog.load(reading, in: context)
    }
}

extension RunCommand {
    /// The checks of `devtool doctor`: the tasks, if there are any.
    public static func checks(in context: Context) async -> [HealthCheck] {
        // What is wrong with the rest of the file is told by devtool's own check.
        guard (try? context.configuration()) != nil else { return [] }
        let check = await HealthCheck.looking(at: "tasks") {
            let catalog = try catalog(in: context)
            let findings = CatalogCheck(catalog, in: context).findings
                .filter { $0.severity == .error }
            if !findings.isEmpty { throw ConfigurationError(findings) }
            return "\(catalog.entries.count)"
        }
        if case .healthy("0") = check.outcome { return [] }
        return [check]
    }
}
