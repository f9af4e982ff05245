public import DevtoolKit

extension RunCommand: CompletionsOffering {
    /// Words after a task's name are usually the task's.
    public static var argumentsEndOptions: Bool { true }

    /// Offers tasks and targets, and the parameters of the last named task with their values.
    public static func completions(of words: [String], current: String, in context: Context) -> [CompletionCandidate]? {
        // Ignore errors in the file while the user types.
        guard let catalog = try? catalog(in: context) else { return [] }
        // The task that the current word follows.
        let named = words.last { !$0.hasPrefix("-") && catalog.requested($0, in: context) != nil }
        let parameters = named.flatMap { catalog.requested($0, in: context) }?.definitions.flatMap(\.parameters) ?? []
        func parameter(_ option: Substring) -> TaskParameter? {
            parameters.first { "--\($0.name)" == option || $0.name == option }
        }
        if let last = words.last, let parameter = parameter(last[...]), parameter.kind != .boolean {
            return parameter.values.map { CompletionCandidate($0) }
        }
        if let equals = current.firstIndex(of: "="), let parameter = parameter(current[..<equals]) {
            return parameter.values.map { CompletionCandidate("\(current[...equals])\($0)") }
        }
        if current.hasPrefix("-") { return parameters.map(\.candidate) }
        return catalog.entries.filter { !$0.isHidden }.flatMap(\.candidates)
    }
}

extension TaskParameter {
    fileprivate var values: [String] { kind == .boolean ? ["true", "false"] : choices }

    fileprivate var candidate: CompletionCandidate {
        CompletionCandidate("--\(name)", description: description?.onOneLine ?? "")
    }
}

extension TaskEntry {
    fileprivate var candidates: [CompletionCandidate] {
        let about = description?.onOneLine ?? ""
        let targets = definitions.filter { $0.name != name }.map {
            CompletionCandidate($0.name, description: $0.description?.onOneLine ?? "")
        }
        return [CompletionCandidate(name, description: about)] + targets
            + aliases.map { CompletionCandidate($0, description: about) }
    }
}
