import DevtoolKit
import Shell

/// Checks the references in definitions: other tasks, their parameters, and names in texts.
struct TaskCheck {
    private(set) var findings: [Diagnostic] = []
    private let catalog: TaskCatalog
    private let unread: [String]
    private var budget = HintBudget()

    init(_ catalog: TaskCatalog, unread: [String]) {
        self.catalog = catalog
        self.unread = unread
    }

    mutating func check(_ definition: TaskDefinition) {
        for reference in definition.references { check(reference, of: definition) }
        checkTexts(of: definition)
    }

    mutating func check(_ section: ConfigurationSection) {
        let words = section[RunSetting.shell]
        if words.isEmpty || section.shell != nil { return }
        let known = ShellName.allCases.map(\.rawValue).joined(separator: ", ")
        findings.append(
            Diagnostic(
                "'run.shell' must be one of \(known), or a list of one of them and its options that ends with '-c'",
                at: section.location(ofKey: RunSetting.shell.setting.key), hint: ShellCall.example))
    }

    mutating func check(_ file: TaskFileScope) {
        let configuration = catalog.configuration(of: file)
        let scope = TemplateScope.names(in: file, configuration: configuration)
        check(file.variables + file.environment, in: scope)
        if let outer = file.outer, !file.given.isEmpty {
            check(file.given, in: .names(in: outer, configuration: configuration))
        }
        for text in (file.dotenv ?? []).map(\.name) where text.mayHaveReferences {
            _ = text.expanded(in: scope, collecting: &findings)
        }
    }

    private mutating func check(_ variables: [TaskVariable], in scope: TemplateScope) {
        for variable in variables {
            if case .shell(let line) = variable.source { _ = line.expandedForShell(in: scope, collecting: &findings) }
            if case .command(let words) = variable.source { checkCommands(in: words) }
            for text in variable.plainTexts where text.mayHaveReferences {
                _ = text.expanded(in: scope, collecting: &findings)
            }
        }
    }

    private mutating func check(_ reference: TaskReference, of definition: TaskDefinition) {
        let name = reference.name.text
        let tasks = catalog.definitions(of: reference, in: definition)
        guard !tasks.isEmpty else {
            // The file that may have it is reported.
            let isUnread = unread.contains { name.hasPrefix($0) || "\(definition.namespace):\(name)".hasPrefix($0) }
            if isUnread || reference.isPattern && !unread.isEmpty { return }
            report(
                reference.isPattern ? "no task matches '\(name)'" : "unknown task '\(name)'", at: reference.name,
                hint: budget.allows(catalog.names.all.count)
                    ? catalog.names.suggestion(for: name, in: definition.namespace) : nil)
            return
        }
        for task in tasks {
            if task.name == definition.name { report("the task '\(task.name)' refers to itself", at: reference.name) }
            for (parameter, value) in reference.parameters {
                check(value, at: reference.name, for: parameter, of: task)
            }
            let missing = task.parameters.first { parameter in
                parameter.isRequired && !reference.parameters.contains { $0.name == parameter.name }
            }
            if let missing {
                report(
                    "the task '\(task.name)' requires the parameter '\(missing.name)'", at: reference.name,
                    hint: "write {task: \(name), params: {\(missing.name): …}}")
            }
        }
    }

    private mutating func check(_ value: LocatedValue, at place: LocatedText, for name: String, of task: TaskDefinition)
    {
        guard let parameter = task.parameters.first(where: { $0.name == name }) else {
            report(
                "the task '\(task.name)' has no parameter '\(name)'", at: value.texts.first ?? place,
                hint: .suggestion(for: name, in: task.parameters.map(\.name)))
            return
        }
        if case .list(let texts) = value, parameter.kind != .list {
            report("the parameter '\(name)' of '\(task.name)' must be one value, not a list", at: texts.first ?? place)
            return
        }
        for text in value.texts where !text.mayHaveReferences {
            guard let problem = parameter.check(text.text) else { continue }
            report(
                "the parameter '\(name)' of '\(task.name)' \(problem)", at: text, hint: parameter.hint(for: text.text))
        }
    }

    /// Rejects values in a command whose words pass one of them to a shell.
    private mutating func checkCommands(in words: [LocatedText]) {
        guard words.contains(where: \.hasReference) else { return }
        var command = ShellCommandWords()
        for word in words {
            if word.hasReference, let obstacle = command.obstacle(inWord: word.text), obstacle.isOfPrograms {
                report(obstacle.message, at: word, hint: obstacle.hint)
            }
            command.append(word.text)
        }
    }

    private mutating func report(_ message: String, at text: LocatedText, hint: String? = nil) {
        findings.append(Diagnostic(message, at: text.location, hint: hint))
    }

    private mutating func checkTexts(of definition: TaskDefinition) {
        let configuration = catalog.configuration(of: definition)
        lazy var scope = TemplateScope.names(
            ofParameters: definition.parameters.map(\.name), variables: definition.variableNames, in: definition.file,
            configuration: configuration)
        for variables in [definition.variables, definition.environment] where !variables.isEmpty {
            check(variables, in: scope)
        }
        for key in definition.written {
            for line in key.lines?(definition.keys) ?? [] where line.mayHaveReferences {
                _ = line.expandedForShell(in: scope, collecting: &findings)
            }
            for text in key.texts?(definition.keys) ?? [] where text.mayHaveReferences {
                _ = text.expanded(in: scope, collecting: &findings)
            }
        }
        for action in definition.actions {
            switch action {
            case .script(let text): findings += InterpretedScript.findings(in: text)
            case .program(let words, _): checkCommands(in: words)
            case .shell, .command: break
            }
        }
        for text in definition.sources + definition.outputs where !text.mayHaveReferences {
            findings += Glob.findings(in: text.text, at: text.location)
        }
        if definition.isCached, definition.outputs.isEmpty {
            findings.append(
                Diagnostic(
                    "the task '\(definition.name)' has 'cache' but no 'outputs' to store", at: definition.location))
        }
        if let first = definition.sources.first,
            definition.sources.allSatisfy({ $0.text.hasPrefix("!") && $0.text != "!" })
        {
            report("all patterns in 'sources' exclude files; none includes any", at: first)
        }
    }
}
