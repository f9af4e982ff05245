public import DevtoolKit

extension RunCommand: CompletionsOffering {
    /// Words after a task's name are usually the task's.
    public static var argumentsEndOptions: Bool { true }

    /// Offers tasks and targets, and the parameters of the last named task with their values.
    public static func completions(of words: [String], current: String, in context: Context) -> [CompletionCandidate]? {
        // Ignore errors in the file while the user types.
        let context = words.contains("--global") ? (try? global(context)) ?? context : context
        guard let reading = try? context.configurationReading() else { return [] }
        let catalog = TaskCatalog.read(reading, .listed, in: context).catalog
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
        // A word may also be the value of the first parameter that has none yet.
        let own = words.suffix(from: words.lastIndex { $0 == named } ?? words.startIndex).dropFirst()
        let isNamed = { (parameter: TaskParameter) in
            own.contains { $0.hasPrefix("--\(parameter.name)") || $0.hasPrefix("\(parameter.name)=") }
        }
        let free = parameters.filter { [.string, .integer].contains($0.kind) && !isNamed($0) }
        let given = own.count { !$0.hasPrefix("-") && !$0.contains("=") }
        let values = free.dropFirst(given).first?.values.map { CompletionCandidate($0) } ?? []
        return values + catalog.entries.filter { !$0.isHidden }.flatMap(\.candidates)
    }
}

extension TaskParameter {
    /// The values that can be offered.
    var values: [String] { kind == .boolean ? ["true", "false"] : choices }

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
