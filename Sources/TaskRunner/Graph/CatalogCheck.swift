import DevtoolKit
import Scanning

/// Plans all tasks as a run would before it starts, with placeholders for what depends on the machine or the
/// command line: variables, files, programs, and the values of parameters that have no default.
struct CatalogCheck {
    /// What is wrong.
    private(set) var findings: [Diagnostic] = []
    private let expansion: TaskExpansion
    /// The tasks whose texts have been expanded, with their parameters.
    private var planned: Set<String> = []

    /// What stands for a value that is not known: nothing in a file is like it.
    private static let placeholder = "\u{FFFC}"

    /// Checks a catalog in which nothing is wrong by itself.
    init(_ catalog: TaskCatalog, in context: Context) {
        let values = TaskValues(catalog, placeholder: Self.placeholder, in: context)
        expansion = TaskExpansion(catalog, values, passingOn: [], in: context)
        let tasks = catalog.entries.flatMap(\.definitions).filter { !$0.isInternal }
        plan(tasks[...])
        let endless = Self.endlessVariables(of: catalog, in: context)
        findings =
            (endless + values.findings + expansion.findings + findings + expansion.warnings)
            .distinct
    }

    /// Evaluates all variables, as a run does only with those that something names: one that refers to itself is of
    /// no use to anybody.
    private static func endlessVariables(
        of catalog: TaskCatalog, in context: Context
    ) -> [Diagnostic] {
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

    /// Plans one run of some tasks.
    ///
    /// Where that is possible, so is a run of a part of them; otherwise each half may be.
    private mutating func plan(_ tasks: ArraySlice<TaskDefinition>) {
        do {
            for entry in try expansion.graph(of: [tasks.map { ($0, [:]) }]).entries
            where planned.insert(entry.identity).inserted {
                _ = expansion.plan(entry, isFailureIgnored: false)
            }
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
