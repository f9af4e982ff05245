import DevtoolKit

extension TaskValues {
    /// The variables for programs of a file's tasks; if a name is repeated, the last value wins.
    ///
    /// `dotenv` ranks below devtool's own environment, `env` above it.
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

    func environment(of task: TaskDefinition, in scope: inout TemplateScope) -> [EnvironmentValue] {
        var values = environment(of: task.file)
        let files = variables(of: task.dotenv, in: task.file, scope)
        // A task's `dotenv` ranks below the `env` of the file.
        let known = Set(values.filter { !$0.isFromDotenv }.map(\.name))
        values += files.filter { !known.contains($0.name) }
        see(values, in: &scope)
        values += task.environment.map { [scope] in evaluated($0, in: scope, task.file) }
        see(values, in: &scope)
        return values
    }

    private func see(_ values: [EnvironmentValue], in scope: inout TemplateScope) {
        if values.isEmpty { return }
        scope.see(values, besides: context.environment)
    }

    private func evaluated(_ variable: TaskVariable, in scope: TemplateScope, _ file: TaskFileScope) -> EnvironmentValue
    {
        if case .secret(let reference) = variable.source {
            return EnvironmentValue(
                name: variable.name, value: revealed(reference), origin: variable.place.line, isSecret: true)
        }
        let name = "env.\(variable.name)"
        var scope = scope
        // A variable that refers to itself needs an outer value.
        scope.placeholder = { [placeholder] in $0 == name ? nil : placeholder }
        let value = value(of: variable, name, in: scope, file)
        return EnvironmentValue(name: variable.name, value: value.joined, origin: variable.place.line)
    }

    /// The values in `env` that do not depend on `vars`, for the commands of `vars`.
    func texts(of file: TaskFileScope) -> [EnvironmentValue] {
        let scope = scope(in: file, environment: dotenv(of: file))
        return file.chain.flatMap(\.environment).compactMap { variable in
            guard case .value(.text(let text)) = variable.source, !text.text.contains("${vars."),
                // Errors are reported when the variable is evaluated.
                case var ignored = [Diagnostic](), let value = text.expanded(in: scope, collecting: &ignored)
            else { return nil }
            return EnvironmentValue(name: variable.name, value: value, origin: "")
        }
    }

    /// The variables in the files of `dotenv`, including those of including files.
    func dotenv(of file: TaskFileScope) -> [EnvironmentValue] {
        if let known = dotenvs[file.number] { return known }
        // The names of the files cannot depend on their contents.
        dotenvs[file.number] = []
        let values = file.chain.flatMap { scope -> [EnvironmentValue] in
            guard let files = scope.dotenv else { return collecting { DotenvValues.beside(scope, in: context, &$0) } }
            return variables(of: files, in: scope, self.scope(in: scope, environment: []))
        }
        dotenvs[file.number] = values
        return values
    }

    private func variables(of files: [DotenvFile], in file: TaskFileScope, _ scope: TemplateScope) -> [EnvironmentValue]
    {
        files.flatMap { dotenv -> [EnvironmentValue] in
            let name = expanded(dotenv.name, in: scope)
            // The name depends on a command that has not run yet.
            if !isKnown(name) { return [] }
            // Whether the file exists depends on the machine.
            var wanted = dotenv
            if placeholder != nil { wanted.isOptional = true }
            return collecting { [wanted] in
                DotenvValues.read(wanted, shownAs: name, from: file.directory, in: context, &$0)
            }
        }
    }
}

extension TaskFileScope { fileprivate var chain: [TaskFileScope] { (outer?.chain ?? []) + [self] } }
