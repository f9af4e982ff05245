public import DevtoolKit

extension RunCommand {
    static func findings(in reading: ConfigurationReading, context: Context) -> [Diagnostic] {
        let (catalog, findings) = TaskCatalog.read(reading, in: context)
        // Errors in one task would be reported again for the tasks that need it.
        return findings.isEmpty ? CatalogCheck(catalog, in: context).findings : findings
    }

    /// The checked tasks of the project; reads its configuration if `reading` is `nil`.
    ///
    /// - Throws: ``ConfigurationError`` with all findings.
    static func catalog(_ reading: ConfigurationReading? = nil, in context: Context) throws -> TaskCatalog {
        try TaskCatalog.load(reading, in: context)
    }
}

extension RunCommand {
    /// Checks the tasks for `devtool doctor`, if there are any.
    public static func checks(in context: Context) async -> [HealthCheck] {
        // Errors elsewhere in the file are reported by devtool's own check.
        guard (try? context.configuration()) != nil else { return [] }
        let check = await HealthCheck.looking(at: "tasks") {
            let catalog = try catalog(in: context)
            let findings = CatalogCheck(catalog, in: context).findings.filter { $0.severity == .error }
            if !findings.isEmpty { throw ConfigurationError(findings) }
            return "\(catalog.entries.count)"
        }
        if case .healthy("0") = check.outcome { return [] }
        return [check]
    }
}
