public import DevtoolKit

extension RunCommand {
    static func findings(in reading: ConfigurationReading, context: Context) -> [Diagnostic] {
        let (catalog, findings) = TaskCatalog.read(reading, .all, in: context)
        let ofCache = RemoteCache.finding(in: catalog.configuration.section(of: RunCommand.self)).map { [$0] } ?? []
        // Errors in one task would be reported again for the tasks that need it.
        return ofCache + (findings.isEmpty ? CatalogCheck(catalog, in: context).findings : findings)
    }

    /// Checks the tasks for `devtool doctor`, if there are any.
    public static func checks(in context: Context) async -> [HealthCheck] {
        // Errors elsewhere in the file are reported by devtool's own check.
        guard (try? context.configuration()) != nil else { return [] }
        let check = await HealthCheck.looking(at: "tasks") {
            let catalog = try TaskCatalog.load(.all, in: context)
            let findings = CatalogCheck(catalog, in: context).findings.filter { $0.severity == .error }
            if !findings.isEmpty { throw ConfigurationError(findings) }
            return "\(catalog.entries.count)"
        }
        if case .healthy("0") = check.outcome { return [] }
        return [check]
    }
}
