import DevtoolKit

extension RequestedTasks {
    /// The warning that another runner, started by a task, does not get the variables of the command line.
    ///
    /// - Throws: ``Problem`` for a variable that no task uses.
    func unreachedRunners(of tasks: [PlannedTask], used: Set<String>) throws -> [Diagnostic] {
        let names = variables.keys.sorted()
        if tasks.isEmpty || names.isEmpty { return [] }
        let words = names.map { Invocation.quoted("\($0)=\(variables[$0] ?? "")") }
        let other = tasks.lazy.compactMap { $0.otherRunner(given: words) }.first
        if let name = names.first(where: { !used.contains($0) }) {
            let parameters = items.flatMap(\.definitions).flatMap(\.parameters).map(\.name)
            let spelling = String.suggestion(for: name, in: used.union(parameters).sorted())
            let place = parameters.contains(name) ? "write a task's parameters after its name" : nil
            throw Problem.usage("no task in this run uses '\(name)'", hint: other?.hint ?? place ?? spelling)
        }
        guard let other else { return [] }
        let message = "\(other.name) does not receive \(names.firstQuoted)"
        return [Diagnostic(message, severity: .warning, hint: other.hint)]
    }
}

extension PlannedTask {
    /// make, just or Task, if the task starts nothing else, and a hint on how to pass variables to it.
    fileprivate func otherRunner(given variables: [String]) -> (name: String, hint: String)? {
        guard case .shell(let line)? = definition.actions.first, definition.steps.count == 1,
            let name = requirements[.programs]?.first?.name, ["make", "just", "task"].contains(name),
            line.text.hasPrefix("\(name) "), !line.text.contains("${vars.")
        else { return nil }
        var words = line.text.split(separator: " ").filter { $0 != "--" && !$0.contains("$") }.map(String.init)
        if name == "make", isRequested {
            words = ["devtool", "run", definition.name, "--"] + variables
        } else {
            // just requires them directly before the name.
            words.insert(contentsOf: variables, at: words.count - 1)
        }
        return (name, "write: \(words.joined(separator: " "))")
    }
}
