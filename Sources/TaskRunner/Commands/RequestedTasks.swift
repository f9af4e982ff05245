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
        /// Where its own words begin in the command line.
        let start: Int

        var definitionsAndParameters: [(TaskDefinition, [String: TaskValue])] {
            definitions.map { ($0, parameters) }
        }
    }

    /// The names, in order.
    private(set) var items: [Item] = []
    /// The variables of `vars` that the command line sets.
    private(set) var variables: [String: String] = [:]
    /// What comes after `--`, for the tasks that have no parameter for it.
    private(set) var passedOn: [String]
    /// What may have been meant in another way.
    private(set) var notes: [Diagnostic] = []
    /// The parameters before all names, which every task gets that has them.
    private var common: [String: TaskValue] = [:]
    /// The parameter to which all further words belong.
    private var taker: TaskParameter?
    private let request: RunRequest
    /// The places of devtool's own options among the words.
    private var ownPlaces: Set<Int> = []

    /// Reads the words of a command line.
    ///
    /// ```
    /// devtool run version=2 build --mode fast deploy region=eu 3
    /// ```
    ///
    /// A parameter belongs to the task that it follows; one before all names to every task that has it. A word
    /// that is no task's name is the value of the first parameter that has none yet, flags aside; so is a name, if
    /// the task before it lacks a required value or takes the rest. From the first word of the rest on, everything
    /// belongs to it. A `NAME=VALUE` that gives no parameter sets a variable of `vars`.
    ///
    /// - Throws: ``UsageError``; ``OtherRequest`` where the words ask for something else.
    init(_ request: RunRequest, in catalog: TaskCatalog) throws {
        self.request = request
        passedOn = Array(request.passedOn.dropFirst())
        // What stands before all names belongs to a task that comes later.
        let all = request.words.filter { !$0.hasPrefix("-") }
            .flatMap { catalog.definitions(named: $0) ?? [] }
        var rest = request.words[...]
        while let word = rest.popFirst() {
            if let taker {
                give(word, to: taker)
            } else if word.hasPrefix("-"), items.isEmpty || Int(word) == nil {
                try readOption(word, followedBy: &rest, allNamed: all)
            } else {
                try readWord(word, at: rest.startIndex, in: catalog)
            }
        }
        if !ownPlaces.isEmpty { throw OtherRequest.run(correctedWords) }
        for index in items.indices {
            items[index].parameters.merge(common) { own, _ in own }
        }
        passOn()
    }

    private mutating func give(_ word: String, to parameter: TaskParameter) {
        if items.isEmpty {
            common.give(word, to: parameter)
        } else {
            items[items.count - 1].parameters.give(word, to: parameter)
        }
    }

    /// Gives what comes after `--` to the parameters that take the rest.
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

    private mutating func readWord(_ word: String, at place: Int, in catalog: TaskCatalog) throws {
        let given = items.last?.parameter(in: word, besides: common)
        if let found = catalog.definitions(named: word), given?.isDue != true {
            if found.allSatisfy(\.isInternal) { throw UsageError.internalTask(word) }
            if let last = items.last, let (parameter, _, _) = given, parameter.check(word) == nil {
                notes.append(
                    Diagnostic(
                        "'\(word)' is a task here, and not '\(parameter.name)' of '\(last.name)'",
                        severity: .note,
                        hint: "write --\(parameter.name)=\(word) for the value;"
                            + " words after '--' are never tasks"))
            }
            items.append(Item(name: word, definitions: found, start: place))
        } else if let given {
            give(given.value, to: given.parameter)
            if given.parameter.takesRest, given.value == word { taker = given.parameter }
        } else if case (let name, let value?) = word[...].assignment {
            variables[name] = value
        } else {
            throw UsageError.unknownTask(word, hint: catalog.suggestion(for: word))
        }
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
        } else if let last = items.last, let option = RunCommand.declaredOption(word) {
            ownPlaces.insert(rest.startIndex - 1)
            if option.takesNextWord {
                guard rest.popFirst() != nil else { throw UsageError.missingValue(word) }
                ownPlaces.insert(rest.startIndex - 1)
            }
            let words = correctedWords.map(Invocation.quoted).joined(separator: " ")
            let corrected = "devtool run \(words)"
            if all.parametersByName[String(option.name.drop { $0 == "-" })] != nil {
                throw UsageError.parameterOfAnother(
                    option.name, task: last.name, corrected: corrected)
            }
            if GlobalOptions.valued.contains(option.name) {
                throw UsageError.misplacedOption(option.name, corrected: corrected)
            }
        } else {
            throw Self.unknownOption(
                word, of: items.last?.name, parameters, others: all.parametersByName)
        }
    }

    /// The words with devtool's own options before all others.
    private var correctedWords: [String] {
        let words = request.words.indices
        return request.options + words.filter(ownPlaces.contains).map { request.words[$0] }
            + words.filter { !ownPlaces.contains($0) }.map { request.words[$0] }
            + request.passedOn
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

    private static func unknownOption(
        _ word: String, of task: String?, _ parameters: [String: TaskParameter],
        others: [String: TaskParameter]
    ) -> UsageError {
        let option = String(word.prefix { $0 != "=" })
        if let task, others[String(option.dropFirst(2))] != nil {
            return .parameterOfAnother(option, task: task)
        }
        let known = parameters.keys.sorted().map { "--\($0)" }
        let own = RunCommand.optionNames.sorted().map { "--\($0)" }
        let nearest = option.hasPrefix("--") ? option.nearest(in: known + own) : nil
        return .unknownOption(
            option,
            hint: nearest.map { "did you mean '\($0)'?" } ?? .suggestion(for: option, in: known)
                ?? (task == nil
                    ? "write the parameters of a task after the task"
                    : "put arguments for a task's command after '--'"))
    }
}

/// What the words of a command line ask for in the place of a run.
enum OtherRequest: Error {
    /// The help of a task.
    case help(String)
    /// A run with these words, in which devtool's own options stand where they are read.
    case run([String])
}

extension RequestedTasks.Item {
    /// The parameter that a word gives: as `NAME=VALUE`, else the first that has no value yet and is no flag;
    /// of lists only one that takes the rest is given by words alone, and as many as there are.
    ///
    /// - Parameters:
    ///   - word: the word.
    ///   - common: the parameters that have a value already, as it is given for all tasks.
    /// - Returns: the parameter, the value, and whether the word is one even if it is a task's name; nil where all
    ///   parameters have a value.
    fileprivate func parameter(
        in word: String, besides common: [String: TaskValue]
    ) -> (parameter: TaskParameter, value: String, isDue: Bool)? {
        let all = definitions.flatMap(\.parameters)
        if case (let name, let value?) = word[...].assignment,
            let parameter = all.first(where: { $0.name == name })
        {
            return (parameter, value, true)
        }
        let free = all.filter { parameter in
            switch parameter.kind {
            case .boolean: false
            case .list: parameter.takesRest
            case .string, .integer:
                parameters[parameter.name] == nil && common[parameter.name] == nil
            }
        }
        let isDue = free.contains { $0.takesRest || $0.isRequired && $0.check(word) == nil }
        return free.first.map { ($0, word, isDue) }
    }
}

extension [String: TaskValue] {
    /// Gives a value to a parameter: one more to a list.
    mutating func give(_ value: String, to parameter: TaskParameter) {
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
    /// The parameter that takes all words that are left.
    fileprivate var restParameter: TaskParameter? { lazy.compactMap(\.restParameter).first }

    fileprivate var parametersByName: [String: TaskParameter] {
        Dictionary(flatMap(\.parameters).map { ($0.name, $0) }) { first, _ in first }
    }
}

/// An error in the words of a command line; the status is 64.
enum UsageError: DiagnosableError {
    case unknownTask(String, hint: String?)
    case internalTask(String)
    case unusedVariable(String, hint: String?)
    case unknownOption(String, hint: String?)
    case parameterOfAnother(String, task: String, corrected: String? = nil)
    case misplacedOption(String, corrected: String)
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
        case .unusedVariable(let name, let hint):
            Diagnostic("no task of this run uses '\(name)'", hint: hint)
        case .unknownOption(let name, let hint):
            Diagnostic("unknown option '\(name)'", hint: hint)
        case .parameterOfAnother(let name, let task, let corrected):
            Diagnostic(
                "the task '\(task)' has no parameter '\(name)'",
                hint: "a parameter applies to the task that it follows"
                    + (corrected.map { "; for the option of 'devtool run', write: \($0)" } ?? ""))
        case .misplacedOption(let name, let corrected):
            Diagnostic(
                "the option '\(name)' must precede the tasks", hint: "write: \(corrected)")
        case .missingValue(let name):
            Diagnostic(
                "missing value for '\(name)'",
                hint: "write \(name) VALUE"
                    + (name.hasPrefix("--")
                        ? ", or \(name)=VALUE if the value begins with '--'" : ""))
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
