import DevtoolKit

/// The tasks requested on the command line, and their parameters.
struct RequestedTasks: Sendable {
    /// A requested name, and its parameters.
    struct Item: Sendable {
        let name: String
        /// The tasks that it stands for.
        let definitions: [TaskDefinition]
        /// The parameters that follow the name; those before all names come after them.
        fileprivate(set) var parameters: [String: TaskValue] = [:]
        /// Where its words end in the command line.
        fileprivate(set) var end = 0

        var definitionsAndParameters: [(TaskDefinition, [String: TaskValue])] {
            definitions.map { ($0, parameters) }
        }
    }

    /// The names, in order.
    private(set) var items: [Item] = []
    /// The variables of `vars` that the command line sets.
    private(set) var variables: [String: String] = [:]

    /// Reads the words of a command line.
    ///
    /// ```
    /// devtool run version=2 build --mode fast deploy region=eu 3
    /// ```
    ///
    /// A parameter belongs to the task that it follows; one before all names to every task that has it. A word
    /// that is no task's name is the value of the first parameter that has none yet, flags aside. `NAME=VALUE`
    /// before all names sets a variable of `vars`.
    ///
    /// - Throws: ``UsageError``.
    init(_ words: [String], in catalog: TaskCatalog) throws {
        // What stands before all names belongs to a task that comes later.
        let all = words.filter { !$0.hasPrefix("-") }
            .flatMap { catalog.definitions(named: $0) ?? [] }
        var common: [String: TaskValue] = [:]
        var rest = words[...]
        while let word = rest.popFirst() {
            defer { if !items.isEmpty { items[items.count - 1].end = words.count - rest.count } }
            guard word.hasPrefix("--"), word.count > 2 else {
                if word.hasPrefix("-"), Int(word) == nil || items.isEmpty {
                    throw UsageError.unknownOption(word, hint: Self.ownOptionsHint)
                }
                if let found = catalog.definitions(named: word) {
                    if found.allSatisfy(\.isInternal) { throw UsageError.internalTask(word) }
                    items.append(Item(name: word, definitions: found))
                } else if let last = items.last {
                    guard let (parameter, value) = last.parameter(in: word, besides: common)
                    else {
                        throw UsageError.unknownTask(word, hint: catalog.suggestion(for: word))
                    }
                    items[items.count - 1].parameters.give(value, to: parameter)
                } else {
                    try setVariable(word, in: catalog)
                }
                continue
            }
            let parameters = (items.last?.definitions ?? all).parametersByName
            guard let (parameter, value) = try Self.value(of: word, followedBy: &rest, parameters)
            else {
                let others = items.isEmpty ? [:] : all.parametersByName
                throw Self.unknownOption(word, of: items.last?.name, parameters, others: others)
            }
            if items.isEmpty {
                common.give(value, to: parameter)
            } else {
                items[items.count - 1].parameters.give(value, to: parameter)
            }
        }
        for index in items.indices {
            items[index].parameters.merge(common) { own, _ in own }
        }
    }

    private mutating func setVariable(_ word: String, in catalog: TaskCatalog) throws {
        guard case (let name, let value?) = word[...].assignment else {
            throw UsageError.unknownTask(word, hint: catalog.suggestion(for: word))
        }
        guard catalog.variableNames.contains(name) else {
            throw UsageError.unknownVariable(
                name, hint: .suggestion(for: name, in: catalog.variableNames.sorted()))
        }
        variables[name] = value
    }

    /// The parameter that an option gives, and its value; nil where it is none of these.
    private static func value(
        of option: String, followedBy rest: inout ArraySlice<String>,
        _ parameters: [String: TaskParameter]
    ) throws -> (parameter: TaskParameter, value: String)? {
        let (name, given) = option.dropFirst(2).assignment
        if let parameter = parameters[name] {
            if let given { return (parameter, given) }
            if parameter.kind == .boolean { return (parameter, "true") }
            guard let value = rest.first, !value.hasPrefix("--") else {
                throw UsageError.missingValue(option)
            }
            rest.removeFirst()
            return (parameter, value)
        }
        guard name.hasPrefix("no-"), given == nil,
            let negated = parameters[String(name.dropFirst(3))], negated.kind == .boolean
        else { return nil }
        return (negated, "false")
    }

    private static let ownOptionsHint = "the options of 'devtool run' stand before tasks and values"

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
        let own = RunCommand.optionNames.sorted().map { "--\($0)" }
        if own.contains(option) { return ownOptionsHint }
        if let nearest = option.nearest(in: known + own) { return "did you mean '\(nearest)'?" }
        return .suggestion(for: option, in: known)
            ?? "put arguments for a task's command after '--'"
    }
}

extension RequestedTasks.Item {
    /// The parameter that a word gives: as `NAME=VALUE`, else the first that has no value yet and is no flag;
    /// of lists only one that takes the rest is given by words alone, and as many as there are.
    ///
    /// - Parameters:
    ///   - word: the word.
    ///   - common: the parameters that have a value already, as it is given for all tasks.
    /// - Returns: the parameter and the value; nil where all have one.
    fileprivate func parameter(
        in word: String, besides common: [String: TaskValue]
    ) -> (parameter: TaskParameter, value: String)? {
        let all = definitions.flatMap(\.parameters)
        if case (let name, let value?) = word[...].assignment,
            let parameter = all.first(where: { $0.name == name })
        {
            return (parameter, value)
        }
        let free = all.first { parameter in
            switch parameter.kind {
            case .boolean: false
            case .list: parameter.takesRest
            case .string, .integer:
                parameters[parameter.name] == nil && common[parameter.name] == nil
            }
        }
        return free.map { ($0, word) }
    }
}

extension [String: TaskValue] {
    /// Gives a value to a parameter: one more to a list.
    fileprivate mutating func give(_ value: String, to parameter: TaskParameter) {
        if parameter.kind == .list {
            self[parameter.name] = .list((self[parameter.name]?.texts ?? []) + [value])
        } else {
            self[parameter.name] = .text(value)
        }
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
    fileprivate var parametersByName: [String: TaskParameter] {
        Dictionary(flatMap(\.parameters).map { ($0.name, $0) }) { first, _ in first }
    }
}

/// An error in the words of a command line; the status is 64.
enum UsageError: DiagnosableError {
    case unknownTask(String, hint: String?)
    case internalTask(String)
    case unknownVariable(String, hint: String?)
    case unknownOption(String, hint: String?)
    case parameterOfAnother(String, task: String)
    case missingValue(String)
    case nothingToWatch
    case nothingToRun(String, hint: String)
    case unusedArguments([String])

    var diagnostics: [Diagnostic] { [diagnostic] }

    private var diagnostic: Diagnostic {
        switch self {
        case .unknownTask(let name, let hint): Diagnostic("unknown task '\(name)'", hint: hint)
        case .internalTask(let name):
            Diagnostic("the task '\(name)' is internal", hint: "name a task that needs it instead")
        case .unknownVariable(let name, let hint):
            Diagnostic(
                "no file with tasks has a variable '\(name)' in 'vars'",
                hint: hint ?? "write the parameter of a task after the task")
        case .unknownOption(let name, let hint):
            Diagnostic("unknown option '\(name)'", hint: hint)
        case .parameterOfAnother(let name, let task):
            Diagnostic(
                "the task '\(task)' has no parameter '\(name)'",
                hint: "a parameter applies to the task that it follows")
        case .missingValue(let name):
            Diagnostic(
                "missing value for '\(name)'",
                hint: "write \(name) VALUE, or \(name)=VALUE if the value begins with '--'")
        case .unusedArguments(let names):
            Diagnostic(
                "no step of '\(names.joined(separator: "', '"))' takes arguments after '--'",
                hint: "write \"$@\" in a shell line to pass them on")
        case .nothingToRun(let reason, let hint): Diagnostic(reason, hint: hint)
        case .nothingToWatch:
            Diagnostic(
                "nothing to watch: none of the tasks has 'sources'",
                hint: "list what a task reads under 'sources'")
        }
    }

    var exitStatus: ExitStatus { .usage }
}
