import DevtoolKit

/// The tasks requested on the command line, and their parameters.
struct RequestedTasks: Sendable {
    /// A requested name, and its parameters.
    struct Item: Sendable {
        /// The name, as the command line has it.
        let name: String
        /// The tasks that it stands for.
        let definitions: [TaskDefinition]
        /// The parameters that follow the name; those before all names come after them.
        fileprivate(set) var parameters: [String: String] = [:]
    }

    /// The names, in order.
    private(set) var items: [Item] = []

    /// Reads the words of a command line.
    ///
    /// ```
    /// devtool run build --mode fast deploy region=eu 3
    /// ```
    ///
    /// A parameter belongs to the task that it follows; one before all names to every task that has it. A word
    /// that is no task's name is the value of the first parameter that has none yet, flags aside.
    ///
    /// - Throws: ``UsageError``.
    init(_ words: [String], in catalog: TaskCatalog) throws {
        // What stands before all names belongs to a task that comes later.
        let all = words.filter { !$0.hasPrefix("-") }
            .flatMap { catalog.definitions(named: $0) ?? [] }
        var common: [String: String] = [:]
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--"), word.count > 2 else {
                if word.hasPrefix("-") { throw UsageError.unknownOption(word, hint: nil) }
                if let found = catalog.definitions(named: word) {
                    if found.allSatisfy(\.isInternal) { throw UsageError.internalTask(word) }
                    items.append(Item(name: word, definitions: found))
                } else if let (name, value) = items.last?.parameter(in: word, besides: common) {
                    items[items.count - 1].parameters[name] = value
                } else {
                    throw UsageError.unknownTask(word, hint: catalog.suggestion(for: word))
                }
                continue
            }
            let parameters = (items.last?.definitions ?? all).parametersByName
            guard let (name, value) = try Self.value(of: word, followedBy: &rest, parameters) else {
                let others = items.isEmpty ? [:] : all.parametersByName
                throw Self.unknownOption(word, of: items.last?.name, parameters, others: others)
            }
            if items.isEmpty {
                common[name] = value
            } else {
                items[items.count - 1].parameters[name] = value
            }
        }
        for index in items.indices {
            items[index].parameters.merge(common) { own, _ in own }
        }
    }

    /// The parameter that an option gives, and its value; nil where it is none of these.
    private static func value(
        of option: String, followedBy rest: inout ArraySlice<String>,
        _ parameters: [String: TaskParameter]
    ) throws -> (name: String, value: String)? {
        let (name, given) = option.dropFirst(2).assignment
        if let parameter = parameters[name] {
            if let given { return (name, given) }
            if parameter.kind == .boolean { return (name, "true") }
            guard let value = rest.first, !value.hasPrefix("--") else {
                throw UsageError.missingValue(option)
            }
            rest.removeFirst()
            return (name, value)
        }
        let negated = String(name.dropFirst(3))
        let isNegated = name.hasPrefix("no-") && given == nil
        return isNegated && parameters[negated]?.kind == .boolean ? (negated, "false") : nil
    }

    private static func unknownOption(
        _ word: String, of task: String?, _ parameters: [String: TaskParameter],
        others: [String: TaskParameter]
    ) -> UsageError {
        let option = String(word.prefix { $0 != "=" })
        let name = String(option.dropFirst(2))
        if let task, parameters[name] == nil, others[name] != nil {
            return .parameterOfAnother(option, task: task)
        }
        return .unknownOption(option, hint: hint(for: option, parameters.keys.sorted()))
    }

    /// A parameter or an option of devtool's own that may have been meant, else what there is.
    private static func hint(for option: String, _ parameters: [String]) -> String {
        let known = parameters.map { "--\($0)" }
        let own = RunCommand.reservedParameters.sorted().map { "--\($0)" }
        if let nearest = option.nearest(in: known + own) { return "did you mean '\(nearest)'?" }
        return .suggestion(for: option, in: known)
            ?? "put arguments for a task's command after '--'"
    }
}

extension RequestedTasks.Item {
    /// The parameter that a word gives: as `NAME=VALUE`, else the first that has no value yet and is no flag.
    ///
    /// - Parameters:
    ///   - word: the word.
    ///   - common: the parameters that have a value already, as it is given for all tasks.
    /// - Returns: its name and the value; nil where all have one.
    fileprivate func parameter(
        in word: String, besides common: [String: String]
    ) -> (name: String, value: String)? {
        let all = definitions.flatMap(\.parameters)
        if case let (name, value?) = word[...].assignment, all.contains(where: { $0.name == name })
        {
            return (name, value)
        }
        let free = all.first {
            $0.kind != .boolean && parameters[$0.name] == nil && common[$0.name] == nil
        }
        return free.map { ($0.name, word) }
    }
}

extension Substring {
    /// What stands before the first `=`, and what behind it, if there is one.
    fileprivate var assignment: (name: String, value: String?) {
        // By its scalars: an accent at the beginning of a value is not the sign's.
        let parts = unicodeScalars.split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    }
}

extension [TaskDefinition] {
    /// The parameters of all of them.
    fileprivate var parametersByName: [String: TaskParameter] {
        Dictionary(flatMap(\.parameters).map { ($0.name, $0) }) { first, _ in first }
    }
}

/// An error in the words of a command line; the status is 64.
enum UsageError: DiagnosableError {
    case unknownTask(String, hint: String?)
    case internalTask(String)
    case unknownOption(String, hint: String?)
    case parameterOfAnother(String, task: String)
    case missingValue(String)
    case nothingToWatch
    case unusedArguments([String])

    var diagnostics: [Diagnostic] {
        switch self {
        case .unknownTask(let name, let hint): [Diagnostic("unknown task '\(name)'", hint: hint)]
        case .internalTask(let name):
            [
                Diagnostic(
                    "the task '\(name)' is internal", hint: "name a task that needs it instead")
            ]
        case .unknownOption(let name, let hint):
            [Diagnostic("unknown option '\(name)'", hint: hint)]
        case .parameterOfAnother(let name, let task):
            [
                Diagnostic(
                    "the task '\(task)' has no parameter '\(name)'",
                    hint: "a parameter applies to the task that it follows")
            ]
        case .missingValue(let name):
            [
                Diagnostic(
                    "missing value for '\(name)'",
                    hint: "write \(name) VALUE, or \(name)=VALUE if the value begins with '--'")
            ]
        case .unusedArguments(let names):
            [
                Diagnostic(
                    "no step of '\(names.joined(separator: "', '"))' takes arguments after '--'",
                    hint: "write \"$@\" in a shell line to pass them on")
            ]
        case .nothingToWatch:
            [
                Diagnostic(
                    "nothing to watch: none of the tasks has 'sources'",
                    hint: "list what a task reads under 'sources'")
            ]
        }
    }

    var exitStatus: ExitStatus { .usage }
}
