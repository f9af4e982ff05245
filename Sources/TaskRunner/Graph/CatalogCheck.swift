import DevtoolKit
import Scanning

/// Plans all tasks as a run would, with placeholders for values that depend on the machine or the command line.
struct CatalogCheck {
    private(set) var findings: [Diagnostic] = []
    private let expansion: TaskExpansion
    private var planned: Set<String> = []

    /// A character that files do not contain.
    private static let placeholder = "\u{FFFC}"

    /// The catalog must be free of findings.
    init(_ catalog: TaskCatalog, in context: Context) {
        let values = TaskValues(catalog, placeholder: Self.placeholder, in: context)
        expansion = TaskExpansion(catalog, values, passingOn: [], in: context)
        let tasks = catalog.entries.flatMap(\.definitions).filter { !$0.isInternal }
        plan(tasks[...])
        let endless = Self.endlessVariables(of: catalog, in: context)
        findings = (endless + values.findings + expansion.findings + findings + expansion.warnings).distinct
    }

    /// Evaluates all variables; a run evaluates only those in use, so it may miss one that refers to itself.
    private static func endlessVariables(of catalog: TaskCatalog, in context: Context) -> [Diagnostic] {
        let values = TaskValues(catalog, placeholder: placeholder, in: context)
        var files: Set<Int> = []
        for definition in catalog.entries.flatMap(\.definitions) {
            if files.insert(definition.file.number).inserted {
                let scope = values.scope(in: definition.file, environment: [])
                for name in definition.file.variableNames.sorted() { _ = scope.variable(name) }
            }
            let scope = values.scope(of: definition, [:])
            for variable in definition.variables { _ = scope.variable(variable.name) }
        }
        return values.endless
    }

    /// Plans a run of the tasks, or, if that fails, of each half, to find more tasks that can be planned.
    private mutating func plan(_ tasks: ArraySlice<TaskDefinition>) {
        do {
            for entry in try expansion.graph(of: [tasks.map { ($0, [:]) }]).entries
            where planned.insert(entry.identity).inserted { _ = expansion.plan(entry, isFailureIgnored: false) }
        } catch {
            guard tasks.count > 1 else {
                findings = (error as? any DiagnosableError)?.diagnostics ?? []
                return
            }
            plan(tasks.prefix(tasks.count / 2))
            if findings.isEmpty { plan(tasks.dropFirst(tasks.count / 2)) }
        }
    }
}
