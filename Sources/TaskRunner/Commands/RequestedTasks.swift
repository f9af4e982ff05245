import DevtoolKit

/// The tasks that a command line names, and the parameters that it gives them.
struct RequestedTasks: Sendable {
    /// Their names, as the command line has them.
    let names: [String]
    /// The tasks, in order.
    let definitions: [TaskDefinition]
    /// The parameters that are given; each is for all of the tasks that have it.
    let parameters: [String: String]

    /// Reads the words of a command line.
    ///
    /// ```
    /// devtool run deploy --region eu --force docs
    /// ```
    ///
    /// - Throws: ``UsageError``.
    init(_ words: [String], in catalog: TaskCatalog) throws {
        var names: [String] = []
        var options: [Substring] = []
        // An option may stand before the task that it is for, so names are looked at first; the value of
        // an option is none of them, and which options have one only the tasks tell.
        let known = Self.parameters(of: words, in: catalog)
        var parameters: [String: String] = [:]
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--"), word.count > 2 else {
                if word.hasPrefix("-") { throw UsageError.unknownOption(word, hint: nil) }
                names.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            options.append(parts[0])
            let name = String(parts[0])
            let negated = name.hasPrefix("no-") ? String(name.dropFirst(3)) : nil
            if let parameter = known[name] {
                if parts.count == 2 {
                    parameters[name] = String(parts[1])
                } else if parameter.kind == .boolean {
                    parameters[name] = "true"
                } else if let value = rest.first, !value.hasPrefix("--") {
                    parameters[name] = value
                    rest.removeFirst()
                } else {
                    throw UsageError.missingValue(word)
                }
            } else if let negated, known[negated]?.kind == .boolean, parts.count == 1 {
                parameters[negated] = "false"
            } else {
                throw UsageError.unknownOption(
                    "--\(name)", hint: Self.hint(for: "--\(name)", known.keys.sorted()))
            }
        }
        definitions = try names.flatMap { name in
            guard let found = catalog.definitions(named: name) else {
                throw UsageError.unknownTask(name, hint: catalog.suggestion(for: name))
            }
            return found
        }
        self.names = names
        self.parameters = parameters
    }

    /// A parameter or an option of devtool's own that may have been meant, else what there is.
    private static func hint(for option: String, _ parameters: [String]) -> String {
        let known = parameters.map { "--\($0)" }
        let own = RunCommand.reservedParameters.sorted().map { "--\($0)" }
        if let nearest = option.nearest(in: known + own) { return "did you mean '\(nearest)'?" }
        return .suggestion(for: option, in: known)
            ?? "what is for a task's command comes after '--'"
    }

    /// The parameters of all tasks that a word names.
    private static func parameters(
        of words: [String], in catalog: TaskCatalog
    ) -> [String: TaskParameter] {
        let definitions = words.filter { !$0.hasPrefix("-") }
            .flatMap { catalog.definitions(named: $0) ?? [] }
        return Dictionary(definitions.flatMap(\.parameters).map { ($0.name, $0) }) { first, _ in
            first
        }
    }
}

/// What can be wrong with the words of a command line; the status is 64.
enum UsageError: DiagnosableError {
    case unknownTask(String, hint: String?)
    case unknownOption(String, hint: String?)
    case missingValue(String)
    case nothingToWatch
    case unusedArguments([String])

    var diagnostics: [Diagnostic] {
        switch self {
        case .unknownTask(let name, let hint): [Diagnostic("unknown task '\(name)'", hint: hint)]
        case .unknownOption(let name, let hint):
            [Diagnostic("unknown option '\(name)'", hint: hint)]
        case .missingValue(let name):
            [
                Diagnostic(
                    "'\(name)' has no value",
                    hint: "give it as \(name) VALUE, or \(name)=VALUE where that begins with '--'")
            ]
        case .unusedArguments(let names):
            [
                Diagnostic(
                    "what comes after '--' is for no step of '\(names.joined(separator: "', '"))'",
                    hint: "write \"$@\" where a shell line is to have it")
            ]
        case .nothingToWatch:
            [
                Diagnostic(
                    "there is nothing to watch: none of the tasks has 'sources'",
                    hint: "list what a task reads under 'sources'")
            ]
        }
    }

    var exitStatus: ExitStatus { .usage }
}
