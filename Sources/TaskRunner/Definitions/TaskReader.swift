import DevtoolKit

/// Reads the tasks of one file, and collects all errors.
struct TaskReader {
    var validator: ConfigurationValidator
    var commands: TaskCommands
    let file: TaskFile

    init(_ file: ConfigurationFile, variables: Variables, commands: TaskCommands) {
        self.file = TaskFile(file)
        validator = ConfigurationValidator(file: file, variables: variables)
        self.commands = commands
    }

    func place(_ node: YAMLNode) -> TaskPlace { TaskPlace(node, in: file) }

    /// Reads the keys of a task or a target, and returns the node of its targets separately.
    ///
    /// Anything but a mapping is a task's steps.
    mutating func keys(_ node: YAMLNode, path: String, known: [String: TaskKey] = TaskKey.byName) -> (
        keys: TaskKeys, targets: YAMLNode?
    ) {
        var keys = TaskKeys()
        var targets: YAMLNode?
        guard node.isMapping else {
            keys.action = (TaskKey.run.rawValue, place(node), steps(node, path: path))
            return (keys, nil)
        }
        var unknown: [(key: ConfigurationValidator.Key, value: YAMLNode)] = []
        for (key, value) in validator.entries(of: node, in: path) {
            let valuePath = "\(path).\(key.text)"
            if let known = known[key.text] {
                if known == .targets {
                    targets = value
                } else {
                    read(value, of: known, key, path: valuePath, into: &keys)
                }
            } else if commands.contain(key.text) {
                let arguments = arguments(value, path: valuePath)
                let action = TaskAction.command(name: key.text, arguments: arguments, at: place(key.node))
                setAction([TaskStep(work: .action(action))], key, of: &keys)
            } else {
                unknown.append((key, value))
            }
        }
        if keys.action == nil, unknown.count == 1, let (key, value) = unknown.first,
            mayBePlugin(key.text, value, among: TaskKey.names)
        {
            let arguments = arguments(value, path: "\(path).\(key.text)")
            let action = TaskAction.command(name: key.text, arguments: arguments, at: place(key.node))
            setAction([TaskStep(work: .action(action))], key, of: &keys)
        } else {
            for (key, _) in unknown {
                let meant = TaskKey.meant(by: key.text)
                let names = TaskKey.names.filter { known[$0] != nil } + commands.names
                validator.report(
                    "unknown key or command '\(key.text)' in '\(path)'", at: key.node,
                    hint: meant.map { "devtool's key is '\($0.rawValue)'" } ?? .suggestion(for: key.text, in: names))
            }
        }
        return (keys, targets)
    }

    /// Whether an unknown name may be a plugin that is not installed; then only tasks that use it fail.
    func mayBePlugin(_ name: String, _ value: YAMLNode, among known: [String]) -> Bool {
        if case .mapping = value.value { return false }
        return ExternalPlugin.isName(name) && name.nearest(in: known + commands.names) == nil
            && !TaskCommands.unusable.contains(name) && TaskKey.meant(by: name) == nil
    }

    private mutating func read(
        _ node: YAMLNode, of key: TaskKey, _ written: ConfigurationValidator.Key, path: String,
        into keys: inout TaskKeys
    ) {
        switch key {
        case .group: keys.group = text(node, path: path)?.text
        case .description: keys.description = text(node, path: path)?.text
        case .aliases: keys.aliases = texts(node, path: path)
        case .run: setAction(steps(node, path: path), written, of: &keys)
        case .options: keys.options = options(node, path: path)
        case .needs: keys.needs = needs(node, path: path)
        case .after: keys.after = references(node, path: path)
        case .finally: keys.finally = references(node, path: path)
        case .parameters: keys.parameters = parameters(node, path: path)
        case .variables: keys.taskVariables = variables(node, path: path)
        case .environment: keys.environment = environment(node, path: path)
        case .dotenv: keys.dotenv = dotenv(node, path: path)
        case .dir: keys.dir = text(node, path: path)
        case .shell: keys.shell = shell(node, path: path)
        case .condition: keys.condition = text(node, path: path)
        case .requires: readRequirements(node, path: path, into: &keys)
        case .platforms: keys.platforms = platforms(node, path: path)
        case .timeout: keys.timeout = duration(node, path: path)
        case .retry: keys.retry = retry(node, path: path)
        case .resource: keys.resource = text(node, path: path)
        case .confirm: keys.confirmation = question(node, path: path)
        case .interactive: keys.isInteractive = boolean(node, path: path)
        case .silent: keys.isSilent = boolean(node, path: path)
        case .internal: keys.isInternal = boolean(node, path: path)
        case .ignoreError: keys.ignoresError = boolean(node, path: path)
        case .status: keys.status = texts(node, path: path)
        case .sources: keys.sources = texts(node, path: path)
        case .outputs: keys.outputs = texts(node, path: path)
        case .cache: keys.isCached = boolean(node, path: path)
        // Targets are read after all keys of the task.
        case .targets: break
        }
    }

    private mutating func setAction(_ steps: [TaskStep], _ key: ConfigurationValidator.Key, of keys: inout TaskKeys) {
        if let action = keys.action {
            validator.report(
                "a task can have only one action, and '\(action.key)' is one", at: key.node,
                hint: "write both as steps of 'run': a list, with {\(commandName(key, action)): …}")
            return
        }
        keys.action = (key.text, place(key.node), steps)
    }

    private func commandName(
        _ key: ConfigurationValidator.Key, _ action: (key: String, place: TaskPlace, steps: [TaskStep])
    ) -> String { key.text == TaskKey.run.rawValue ? action.key : key.text }

    private mutating func readRequirements(_ node: YAMLNode, path: String, into keys: inout TaskKeys) {
        for (key, value, path) in entries(of: node, in: path, by: TaskKey.Requirement.self) {
            keys.requirements[key] = texts(value, path: path)
        }
    }

    /// The entries of a mapping with known keys, and their paths for messages; unknown keys are reported.
    mutating func entries<Key: RawRepresentable<String> & CaseIterable>(
        of node: YAMLNode, in path: String, by keys: Key.Type
    ) -> [(key: Key, value: YAMLNode, path: String)] {
        validator.entries(of: node, in: path).compactMap { written, value in
            guard let key = Key(rawValue: written.text) else {
                let known = keys.allCases.map(\.rawValue)
                validator.reportUnknown(written, known: known, in: path)
                return nil
            }
            return (key, value, "\(path).\(written.text)")
        }
    }
}
