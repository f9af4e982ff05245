import DevtoolKit
import SystemPackage

struct EnvironmentValue: Sendable {
    let name: String
    let value: String
    let origin: String
    var isFromDotenv = false
    var isSecret = false

    /// The value, if it may be shown and stored.
    var shownValue: String { isSecret ? Secret.mask : value }
}

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
            guard let files = scope.dotenv else { return dotenv(beside: scope) }
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
            let path = FilePath(holding: name).absolute(in: file.directory)
            // With a placeholder, whether the file exists depends on the machine.
            if dotenv.isOptional || placeholder != nil, !path.isFile { return [] }
            return variables(in: path, shownAs: name, at: dotenv.name.location)
        }
    }

    private func dotenv(beside file: TaskFileScope) -> [EnvironmentValue] {
        let path = file.directory.appending(".env")
        guard path.isFile else { return [] }
        let name = path.shown(from: context.workingDirectory)
        let owners = TrustedOwners(in: context.environment).and(ownerOf: file.configurationFile)
        if let refusal = owners.refusal(of: path, shownAs: name) {
            findings.append(refusal)
            return []
        }
        return variables(in: path, shownAs: name, at: nil)
    }

    private func variables(in path: FilePath, shownAs name: String, at location: SourceLocation?) -> [EnvironmentValue]
    {
        let bytes: [UInt8]
        do { bytes = try path.contents(upTo: Dotenv.sizeLimit) } catch {
            findings.append(
                Diagnostic(
                    "cannot read '\(name)': \(error)", at: location,
                    hint: path.isTaken ? nil : "write {file: \(name), optional: true} if it may be missing"))
            return []
        }
        let file = Dotenv(String(holding: bytes), shownAs: name)
        findings += file.findings
        // The environment wins, as with all programs that read such files.
        return file.variables.filter { context.environment[$0.key] == nil }.sorted { $0.key < $1.key }.map {
            EnvironmentValue(name: $0.key, value: $0.value.value, origin: name, isFromDotenv: true)
        }
    }
}

extension TaskFileScope { fileprivate var chain: [TaskFileScope] { (outer?.chain ?? []) + [self] } }
