import DevtoolKit

extension TaskValues {
    /// The variables that a file sets for the programs of its tasks: those of `dotenv`, which come after what
    /// devtool was started with, and those of `env`, which come before it; the later ones win.
    func environment(of file: TaskFileScope) -> [EnvironmentValue] {
        if let known = environments[file.number] { return known }
        var values = dotenv(of: file)
        for scope in file.chain where !scope.environment.isEmpty {
            let inner = self.scope(in: scope, environment: values)
            values += scope.environment.map { evaluated($0, in: inner, scope) }
        }
        environments[file.number] = values
        return values
    }

    /// Those that a task sets, after those of its file.
    func environment(
        of task: TaskDefinition, in scope: inout TemplateScope
    ) -> [EnvironmentValue] {
        var values = environment(of: task.file)
        let files = variables(of: task.dotenv, in: task.file, scope)
        // Its files come after `env` of the file only where that does not have the variable.
        let known = Set(values.filter { !$0.isFromDotenv }.map(\.name))
        values += files.filter { !known.contains($0.name) }
        see(values, in: &scope)
        values += task.environment.map { [scope] in evaluated($0, in: scope, task.file) }
        see(values, in: &scope)
        return values
    }

    private func see(_ values: [EnvironmentValue], in scope: inout TemplateScope) {
        if values.isEmpty { return }
        let own = Dictionary(values.map { ($0.name, $0.value) }) { $1 }
        scope.environment = { [context] in own[$0] ?? context.environment[$0] }
        scope.environmentNames = Array(context.environment.keys) + own.keys
    }

    private func evaluated(
        _ variable: TaskVariable, in scope: TemplateScope, _ file: TaskFileScope
    ) -> EnvironmentValue {
        let name = "env.\(variable.name)"
        var scope = scope
        // One that refers to itself needs a value from outside.
        scope.placeholder = { [placeholder] in $0 == name ? nil : placeholder }
        let value = value(of: variable, name, in: scope, file)
        return EnvironmentValue(
            name: variable.name, value: value.joined, origin: variable.place.line)
    }

    /// The variables of `env` that can be had without those of `vars`, whose commands get them.
    func texts(of file: TaskFileScope) -> [EnvironmentValue] {
        let scope = scope(in: file, environment: dotenv(of: file))
        return file.chain.flatMap(\.environment).compactMap { variable in
            guard case .value(.text(let text)) = variable.source,
                !text.text.contains("${vars."),
                // What is wrong with it is told where it is evaluated.
                case var ignored = [Diagnostic](),
                let value = text.expanded(in: scope, collecting: &ignored)
            else { return nil }
            return EnvironmentValue(name: variable.name, value: value, origin: "")
        }
    }

    /// The variables of the files that a file names, and of those that include it.
    func dotenv(of file: TaskFileScope) -> [EnvironmentValue] {
        if let known = dotenvs[file.number] { return known }
        // The names of the files may not depend on what is in them.
        dotenvs[file.number] = []
        let values = file.chain.flatMap { scope -> [EnvironmentValue] in
            guard let files = scope.dotenv else {
                return collecting { DotenvValues.beside(scope.configurationFile, in: context, &$0) }
            }
            return variables(of: files, in: scope, self.scope(in: scope, environment: []))
        }
        dotenvs[file.number] = values
        return values
    }

    private func variables(
        of files: [DotenvFile], in file: TaskFileScope, _ scope: TemplateScope
    ) -> [EnvironmentValue] {
        files.flatMap { dotenv -> [EnvironmentValue] in
            let name = expanded(dotenv.name, in: scope)
            // A file whose name no command has printed yet is not there yet.
            if !isKnown(name) { return [] }
            // What is there is a matter of the machine.
            var wanted = dotenv
            if placeholder != nil { wanted.isOptional = true }
            return collecting { [wanted] in
                DotenvValues.read(wanted, shownAs: name, from: file.directory, in: context, &$0)
            }
        }
    }
}

extension TaskFileScope {
    /// The scope of the project's file first, this one last.
    fileprivate var chain: [TaskFileScope] { (outer?.chain ?? []) + [self] }
}
