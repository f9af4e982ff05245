import DevtoolKit

struct RequestedTasks: Sendable {
    struct Item: Sendable {
        let name: String
        let definitions: [TaskDefinition]
        /// The parameters after the name, completed by those before all names.
        fileprivate(set) var parameters: [String: TaskValue] = [:]
        let start: Int

        var definitionsAndParameters: [(TaskDefinition, [String: TaskValue])] { definitions.map { ($0, parameters) } }
    }

    private(set) var items: [Item] = []
    /// The variables of `vars` that the command line sets.
    private(set) var variables: [String: String] = [:]
    /// The words after `--`, for the tasks without a parameter that takes them.
    private(set) var passedOn: [String]
    private(set) var notes: [Diagnostic] = []
    /// The parameters before all names, for every task that has them.
    private var common: [String: TaskValue] = [:]
    private var taker: TaskParameter?
    private let request: RunRequest
    private var ownPlaces: Set<Int> = []

    /// Parses the words of a command line.
    ///
    /// ```
    /// devtool run version=2 build --mode fast deploy region=eu 3
    /// ```
    ///
    /// - A parameter belongs to the task before it; a parameter before all names to every task that has it.
    /// - A word that is not a task's name is the value of the first parameter without a value, flags excepted. So is a
    ///   task's name if the task before it lacks a required value, or has a parameter that takes the rest.
    /// - A parameter that takes the rest gets all words from its first one on.
    /// - A `NAME=VALUE` that is not a parameter sets a variable of `vars`.
    ///
    /// - Throws: ``Problem``; ``OtherRequest`` if the words ask for something else.
    init(_ request: RunRequest, of catalog: TaskCatalog, in context: Context) throws {
        self.request = request
        passedOn = Array(request.passedOn.dropFirst())
        // Parameters before all names belong to the tasks after them.
        let all = request.words.filter { !$0.hasPrefix("-") }.flatMap {
            catalog.requested($0, in: context)?.definitions ?? []
        }
        var rest = request.words[...]
        while let word = rest.popFirst() {
            if let taker {
                give(word, to: taker)
            } else if word.hasPrefix("-"), items.isEmpty || Int(word) == nil {
                try readOption(word, followedBy: &rest, allNamed: all)
            } else {
                try readWord(word, at: rest.startIndex, of: catalog, in: context)
            }
        }
        if !ownPlaces.isEmpty { throw OtherRequest.run(correctedWords) }
        for index in items.indices { items[index].parameters.merge(common) { own, _ in own } }
        passOn()
    }

    private mutating func give(_ word: String, to parameter: TaskParameter) {
        if items.isEmpty {
            common.give(word, to: parameter)
        } else {
            items[items.count - 1].parameters.give(word, to: parameter)
        }
    }

    /// Assigns the words after `--` to the parameters that take the rest.
    private mutating func passOn() {
        if let taker {
            request.passedOn.forEach { give($0, to: taker) }
            passedOn = []
        }
        for index in items.indices {
            guard let parameter = items[index].definitions.restParameter else { continue }
            for word in passedOn { items[index].parameters.give(word, to: parameter) }
        }
    }

    private mutating func readWord(_ word: String, at place: Int, of catalog: TaskCatalog, in context: Context) throws {
        let given = items.last?.parameter(in: word, besides: common)
        func add(_ requested: TaskCatalog.RequestedName) {
            items.append(Item(name: requested.name, definitions: requested.definitions, start: place))
        }
        if given?.isDue != true, let requested = catalog.requested(word, in: context) {
            let found = requested.definitions
            if found.allSatisfy(\.isInternal) {
                throw Problem.usage("the task '\(word)' is internal", hint: "run a task that needs it instead")
            }
            if let last = items.last, let (parameter, _, _) = given, parameter.check(word) == nil {
                notes.append(
                    Diagnostic(
                        "'\(word)' was read as a task, not as the parameter '\(parameter.name)' of '\(last.name)'",
                        severity: .note,
                        hint: "write --\(parameter.name)=\(word) for the value; arguments after '--' are never tasks"))
            }
            add(requested)
        } else if let given {
            if given.value == word, let last = items.last, try isVariable(word, of: last, given.parameter, in: catalog)
            {
                return
            }
            give(given.value, to: given.parameter)
            if given.parameter.takesRest, given.value == word { taker = given.parameter }
        } else if case (let name, let value?) = word[...].assignment {
            variables[name] = value
        } else if let requested = catalog.defaultTask(of: word) {
            add(requested)
        } else {
            let isArgument = items.last?.definitions.contains(where: \.takesArguments) ?? false
            throw catalog.unknownTask(word, mayBeArgument: isArgument, in: context)
        }
    }

    /// Sets a variable of `vars` if a word that could be a parameter's value names one.
    ///
    /// - Throws: ``Problem`` for another name before a `=`, which is probably misspelled.
    private mutating func isVariable(_ word: String, of item: Item, _ parameter: TaskParameter, in catalog: TaskCatalog)
        throws -> Bool
    {
        guard case (let name, let value?) = word[...].assignment, TaskReader.isParameterName(name) else {
            if parameter.kind == .string, let task = catalog.taskName(near: word) {
                notes.append(
                    Diagnostic(
                        "'\(word)' was read as the parameter '\(parameter.name)' of '\(item.name)'", severity: .note,
                        hint: "did you mean the task '\(task)'?"))
            }
            return false
        }
        let nearest = name.nearest(in: item.definitions.flatMap(\.parameters).map(\.name))
        if parameter.takesRest, nearest == nil { return false }
        guard nearest == nil, catalog.variableNames.contains(name) else {
            throw Problem.noParameter(name, of: item.name, nearest: nearest, asValue: "\(parameter.name)=\(word)")
        }
        variables[name] = value
        return true
    }

    private mutating func readOption(
        _ word: String, followedBy rest: inout ArraySlice<String>, allNamed all: [TaskDefinition]
    ) throws {
        let parameters = (items.last?.definitions ?? all).parametersByName
        if word.hasPrefix("--"), word.count > 2,
            let (parameter, value) = try Self.value(of: word, followedBy: &rest, parameters)
        {
            give(value, to: parameter)
        } else if let parameter = items.last?.definitions.restParameter {
            give(word, to: parameter)
            taker = parameter
        } else if let last = items.last, ["--help", "-h"].contains(word) {
            throw OtherRequest.help(last.name)
        } else if let option = RunCommand.declaredOption(word) {
            ownPlaces.insert(rest.startIndex - 1)
            if option.takesNextWord {
                guard rest.popFirst() != nil else { throw Problem.missingValue(word) }
                ownPlaces.insert(rest.startIndex - 1)
            }
            let words = correctedWords.map(Invocation.quoted).joined(separator: " ")
            let corrected = "devtool run \(words)"
            if let last = items.last, all.parametersByName[String(option.name.drop { $0 == "-" })] != nil {
                throw Problem.parameterOfAnother(option.name, task: last.name, corrected: corrected)
            }
            if GlobalOptions.valued.contains(option.name) {
                throw Problem.usage("the option '\(option.name)' must precede the tasks", hint: "write: \(corrected)")
            }
        } else {
            throw Self.unknownOption(word, of: items.last?.name, parameters, others: all.parametersByName)
        }
    }

    private var correctedWords: [String] {
        let words = request.words.indices
        return request.options + words.filter(ownPlaces.contains).map { request.words[$0] }
            + words.filter { !ownPlaces.contains($0) }.map { request.words[$0] } + request.passedOn
    }

    /// The parameter of an option, and its value; `nil` if the option is not a parameter.
    private static func value(
        of option: String, followedBy rest: inout ArraySlice<String>, _ parameters: [String: TaskParameter]
    ) throws -> (parameter: TaskParameter, value: String)? {
        let (name, given) = option.dropFirst(2).assignment
        if let parameter = parameters[name] {
            if let given { return (parameter, given) }
            if parameter.kind == .boolean { return (parameter, "true") }
            guard let value = rest.first, !value.hasPrefix("--") else { throw Problem.missingValue(option) }
            rest.removeFirst()
            return (parameter, value)
        }
        guard name.hasPrefix("no-"), given == nil, let negated = parameters[String(name.dropFirst(3))],
            negated.kind == .boolean
        else { return nil }
        return (negated, "false")
    }

    static let argumentsHint = "put arguments for a task's command after '--'"

    private static func unknownOption(
        _ word: String, of task: String?, _ parameters: [String: TaskParameter], others: [String: TaskParameter]
    ) -> Problem {
        let option = String(word.prefix { $0 != "=" })
        if let task, others[String(option.dropFirst(2))] != nil { return .parameterOfAnother(option, task: task) }
        let known = parameters.keys.sorted().map { "--\($0)" }
        let own = RunCommand.optionNames.sorted().map { "--\($0)" }
        let nearest = option.hasPrefix("--") ? option.nearest(in: known + own) : nil
        let place = task == nil ? "write a task's parameters after its name" : argumentsHint
        return .unknownOption(
            option,
            hint: nearest.map { "did you mean '\($0)'?" }
                ?? [.suggestion(for: option, in: known), place].compactMap { $0 }.joined(separator: "; "))
    }
}

enum OtherRequest: Error {
    case help(String)
    /// A run with these words, in which devtool's own options come first.
    case run([String])
}

extension RequestedTasks.Item {
    /// The parameter that a word sets, by `NAME=VALUE` or by position; `nil` if all have a value.
    ///
    /// By position, a word sets the first parameter without a value that is not a flag. A list can be set this way only
    /// if it takes the rest. The result includes whether the word is a value even if it is a task's name.
    fileprivate func parameter(in word: String, besides common: [String: TaskValue]) -> (
        parameter: TaskParameter, value: String, isDue: Bool
    )? {
        let all = definitions.flatMap(\.parameters)
        if case (let name, let value?) = word[...].assignment, let parameter = all.first(where: { $0.name == name }) {
            return (parameter, value, true)
        }
        let free = all.filter { parameter in
            switch parameter.kind {
            case .boolean: false
            case .list: parameter.takesRest
            case .string, .integer: parameters[parameter.name] == nil && common[parameter.name] == nil
            }
        }
        let isDue = free.contains { $0.takesRest || $0.isRequired && $0.check(word) == nil }
        return free.first.map { ($0, word, isDue) }
    }
}

extension [String: TaskValue] {
    mutating func give(_ value: String, to parameter: TaskParameter) {
        if parameter.kind == .list {
            self[parameter.name] = .list((self[parameter.name]?.texts ?? []) + [value])
        } else {
            self[parameter.name] = .text(value)
        }
    }
}

extension Substring {
    fileprivate var assignment: (name: String, value: String?) {
        // Scalars, because a combining character after the sign would be part of its character.
        let parts = unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    }
}

extension [TaskDefinition] {
    fileprivate var restParameter: TaskParameter? { first { $0.restParameter != nil }?.restParameter }

    fileprivate var parametersByName: [String: TaskParameter] {
        Dictionary(flatMap(\.parameters).map { ($0.name, $0) }) { first, _ in first }
    }
}

extension Problem {
    /// The error for an invalid command line.
    static func usage(_ message: String, hint: String? = nil) -> Problem { Problem(.usage, message, hint: hint) }

    static func unknownOption(_ name: String, hint: String?) -> Problem {
        .usage("unknown option '\(name)'", hint: hint)
    }

    fileprivate static func parameterOfAnother(_ name: String, task: String, corrected: String? = nil) -> Problem {
        .usage(
            "the task '\(task)' has no parameter '\(name)'",
            hint: "a parameter applies to the task that it follows"
                + (corrected.map { "; to use the 'devtool run' option, write: \($0)" } ?? ""))
    }

    fileprivate static func noParameter(_ name: String, of task: String, nearest: String?, asValue value: String)
        -> Problem
    {
        .usage(
            "the task '\(task)' has no parameter '\(name)'",
            hint: (nearest.map { "did you mean '\($0)'? " } ?? "") + "to pass a value with '=', write: "
                + Invocation.quoted(value))
    }

    fileprivate static func missingValue(_ name: String) -> Problem {
        .usage(
            "missing value for '\(name)'",
            hint: "write \(name) VALUE"
                + (name.hasPrefix("--") ? ", or \(name)=VALUE if the value begins with '--'" : ""))
    }
}
