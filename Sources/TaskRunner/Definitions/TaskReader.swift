import DevtoolKit

/// Reads the tasks of one file, and collects all errors.
struct TaskReader {
    var validator: ConfigurationValidator
    let commands: TaskCommands
    let file: TaskFile
    private var declarations: [TaskKey: TaskKey.Declaration] = [:]

    init(_ file: ConfigurationFile, variables: Variables, commands: TaskCommands) {
        self.file = TaskFile(file)
        validator = ConfigurationValidator(file: file, variables: variables)
        self.commands = commands
    }

    func place(_ node: YAMLNode) -> TaskPlace { TaskPlace(node, in: file) }

    /// Reads the keys of a task or a target; anything but a mapping is a task's steps.
    mutating func keys(_ node: YAMLNode, path: String, known: [String: TaskKey] = TaskKey.byName) -> TaskKeys {
        var keys = TaskKeys()
        guard node.isMapping else {
            keys.set(steps(node, path: path), from: TaskKey.run.rawValue)
            return keys
        }
        var unknown: [(key: ConfigurationValidator.Key, value: YAMLNode)] = []
        for (key, value) in validator.entries(of: node, in: path) {
            let valuePath = "\(path).\(key.text)"
            if let known = known[key.text] {
                if known == .run {
                    setAction(steps(value, path: valuePath), key, of: &keys)
                } else {
                    let declaration = declaration(of: known)
                    if declaration.read(&self, value, valuePath, &keys) { keys.written.append(declaration) }
                }
            } else if commands.contain(key.text) {
                setAction([TaskStep(work: .action(command(key, value, path: valuePath)))], key, of: &keys)
            } else {
                unknown.append((key, value))
            }
        }
        if keys.action == nil, unknown.count == 1, let (key, value) = unknown.first,
            mayBePlugin(key.text, value, among: TaskKey.names)
        {
            setAction([TaskStep(work: .action(command(key, value, path: "\(path).\(key.text)")))], key, of: &keys)
        } else {
            for (key, _) in unknown {
                let meant = TaskKey.meant(by: key.text)
                let names = TaskKey.names.filter { known[$0] != nil } + commands.names
                validator.report(
                    "unknown key or command '\(key.text)' in '\(path)'", at: key.node,
                    hint: meant.map { "use devtool's key '\($0.rawValue)'" } ?? .suggestion(for: key.text, in: names))
            }
        }
        return keys
    }

    private mutating func declaration(of key: TaskKey) -> TaskKey.Declaration {
        if let known = declarations[key] { return known }
        let declaration = TaskKey.declaration(of: key)
        declarations[key] = declaration
        return declaration
    }

    /// Whether an unknown name may be a plugin that is not installed; then only tasks that use it fail.
    func mayBePlugin(_ name: String, _ value: YAMLNode, among known: [String]) -> Bool {
        if case .mapping = value.value { return false }
        return ExternalPlugin.isName(name) && name.nearest(in: known + commands.names) == nil
            && !TaskCommands.unusable.contains(name) && TaskKey.meant(by: name) == nil
    }

    private mutating func setAction(_ steps: [TaskStep], _ key: ConfigurationValidator.Key, of keys: inout TaskKeys) {
        if let action = keys.action {
            let name = key.text == TaskKey.run.rawValue ? action : key.text
            validator.report(
                "a task can have only one action, and this one already has '\(action)'", at: key.node,
                hint: "write both as steps in a list under 'run', with {\(name): …}")
            return
        }
        keys.set(steps, from: key.text)
    }

    mutating func requirements(_ node: YAMLNode, path: String) -> [TaskKey.Requirement: [LocatedText]] {
        entries(of: node, in: path, by: TaskKey.Requirement.self).reduce(into: [:]) { all, entry in
            all[entry.key] = texts(entry.value, path: entry.path)
        }
    }

    /// The entries of a mapping with known keys, and their paths for messages; unknown keys are reported.
    mutating func entries<Key: RawRepresentable<String> & CaseIterable>(
        of node: YAMLNode, in path: String, by keys: Key.Type
    ) -> [(key: Key, value: YAMLNode, path: String)] {
        validator.entries(of: node, in: path).compactMap { written, value in
            guard let key = Key(rawValue: written.text) else {
                let known = keys.allCases.map(\.rawValue)
                if let hint = TaskKey.synonym(of: written.text, in: known) {
                    validator.report("unknown key '\(written.text)' in '\(path)'", at: written.node, hint: hint)
                } else {
                    validator.reportUnknown(written, known: known, in: path)
                }
                return nil
            }
            return (key, value, "\(path).\(written.text)")
        }
    }
}
