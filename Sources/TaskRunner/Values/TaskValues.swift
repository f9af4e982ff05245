import DevtoolKit
import Shell
import SystemPackage

/// Evaluates the variables that a plan's tasks use, each variable of a file only once.
///
/// Commands do not run here. The output of those that have run is given; the others get a placeholder, and the plan has
/// to be created again once they have run.
final class TaskValues {
    var findings: [Diagnostic] = []
    /// The findings about variables that refer to themselves or grow without bound.
    private(set) var endless: [Diagnostic] = []
    private(set) var pending: [PendingValue] = []

    private let catalog: TaskCatalog
    let context: Context
    private let printed: [ValueCommand: String]
    private let secrets: [SecretReference: Secret]
    /// The references to secrets that programs get and that are not resolved yet.
    private(set) var pendingSecrets: [SecretReference] = []
    private let given: [String: String]
    /// The variables that texts refer to.
    private(set) var usedNames: Set<String> = []
    /// A placeholder for values that only a run can know; `nil` during a run.
    let placeholder: String?
    private var variables: [Key: TaskValue] = [:]
    private var scopes: [Int: TemplateScope] = [:]
    private var variableScopes: [Int: TemplateScope] = [:]
    var dotenvs: [Int: [EnvironmentValue]] = [:]
    var environments: [Int: [EnvironmentValue]] = [:]
    /// The variables that are being evaluated, the outermost first.
    private var active: [Key] = []
    private var budget = ExpansionBudget()
    private var isOverBudget = false

    private struct Key: Hashable {
        let scope: Int?
        let name: String
    }

    init(
        _ catalog: TaskCatalog, printed: [ValueCommand: String] = [:], secrets: [SecretReference: Secret] = [:],
        given: [String: String] = [:], placeholder: String? = nil, in context: Context
    ) {
        self.placeholder = placeholder
        self.catalog = catalog
        self.printed = printed
        self.secrets = secrets
        self.given = given
        self.context = context
    }

    func isKnown(_ text: String) -> Bool {
        !pending.contains { text.contains($0.command.placeholder) } && placeholder.map(text.contains) != true
    }

    // MARK: Scopes

    /// The scope of a task's strings, without the variables that it sets for programs.
    func scope(of task: TaskDefinition, _ parameters: [String: TaskValue]) -> TemplateScope {
        var scope = scope(of: task.file)
        scope.parameters = parameters
        scope.parameterNames = task.parameters.map(\.name)
        scope.taskName = task.name
        if task.variables.isEmpty { return scope }
        scope.variableNames = task.variableNames
        // A variable may refer to earlier ones of the task, and to those of the file.
        let outer = scope
        var known: [String: TaskValue] = [:]
        func variable(_ name: String) -> TaskValue? {
            guard given[name] == nil, let definition = task.variables.first(where: { $0.name == name }) else {
                return outer.variable(name)
            }
            usedNames.insert(name)
            if let value = known[name] { return taken(value, at: definition) }
            var inner = outer
            inner.variable = variable
            let value = guarding(Key(scope: nil, name: name), at: definition) {
                self.value(of: definition, "vars.\(name)", in: inner, task.file)
            }
            known[name] = value
            return taken(value, at: definition)
        }
        scope.variable = variable
        return scope
    }

    private func scope(of file: TaskFileScope) -> TemplateScope {
        if let known = scopes[file.number] { return known }
        let scope = scope(in: file, environment: environment(of: file))
        scopes[file.number] = scope
        return scope
    }

    /// The scope of a file's own strings.
    func scope(in file: TaskFileScope, environment: [EnvironmentValue]) -> TemplateScope {
        var scope = TemplateScope(
            parameters: [:], environment: { _ in nil }, configuration: catalog.configuration(of: file))
        scope.see(environment, besides: context.environment)
        scope.variableNames = file.variableNames
        scope.variable = { [self] in variable($0, of: file) }
        scope.isKnown = { [self] in isKnown($0) }
        scope.placeholder = { [placeholder] _ in placeholder }
        scope.root = (catalog.files.first ?? file.configurationFile).containingFolder.heldText
        scope.invocationFolder = context.workingDirectory.heldText
        return scope
    }

    // MARK: Variables of texts

    private func variable(_ name: String, of file: TaskFileScope) -> TaskValue? {
        usedNames.insert(name)
        if let text = given[name] { return .text(text) }
        guard let (scope, variable, owner) = file.definition(of: name) else { return nil }
        let key = Key(scope: owner, name: name)
        if let value = variables[key] { return taken(value, at: variable) }
        let value = guarding(key, at: variable) {
            self.value(of: variable, "vars.\(name)", in: variableScope(of: scope), scope)
        }
        variables[key] = value
        return taken(value, at: variable)
    }

    private func variableScope(of file: TaskFileScope) -> TemplateScope {
        if let known = variableScopes[file.number] { return known }
        let scope = scope(in: file, environment: dotenv(of: file))
        variableScopes[file.number] = scope
        return scope
    }

    /// The value, if the total size of values within values stays below the limit.
    private func taken(_ value: TaskValue, at variable: TaskVariable) -> TaskValue {
        if active.isEmpty || budget.take(value) { return value }
        if !isOverBudget { report(ExpansionBudget.excess(of: "the values of 'vars'", at: variable.place.location)) }
        isOverBudget = true
        return .text("")
    }

    private func report(_ finding: Diagnostic) {
        findings.append(finding)
        endless.append(finding)
    }

    /// Evaluates a variable, unless it is being evaluated already.
    private func guarding(_ key: Key, at variable: TaskVariable, _ evaluate: () -> TaskValue) -> TaskValue {
        if let first = active.firstIndex(of: key) {
            let names = active[first...].map(\.name) + [key.name]
            report(
                Diagnostic(
                    "the variable '\(key.name)' refers to itself: \(names.joined(separator: " → "))",
                    at: variable.place.location))
            return .text("")
        }
        guard active.count < ExpansionBudget.depthLimit else {
            report(
                Diagnostic(
                    "the variable '\(key.name)' is at the end of a chain of \(active.count) variables, "
                        + "which is too long", at: variable.place.location,
                    hint: "refer to fewer variables from other variables"))
            return .text("")
        }
        active.append(key)
        defer { active.removeLast() }
        return evaluate()
    }

    func value(of variable: TaskVariable, _ name: String, in scope: TemplateScope, _ file: TaskFileScope) -> TaskValue {
        switch variable.source {
        case .secret(let reference): return .text(revealed(reference))
        case .value(let value): return collecting { value.expanded(in: scope, collecting: &$0) }
        case .command(let texts):
            let words = texts.map { expanded($0, in: scope) }
            let shown = words.map(Invocation.quoted).joined(separator: " ")
            return .text(printed(words, shownAs: shown, variable, name, file))
        case .shell(let line):
            guard let line = collecting({ line.expandedForShell(in: scope, collecting: &$0) }) else { return .text("") }
            let (text, values) = line.script(beside: context.environment.keys)
            let words = ["sh", "-e", "-c", text, name] + values
            return .text(printed(words, shownAs: line.shown, variable, name, file))
        }
    }

    /// The secret; a mask until it is resolved.
    func revealed(_ reference: SecretReference) -> String {
        if let secret = secrets[reference] { return secret.revealed }
        if !pendingSecrets.contains(reference) { pendingSecrets.append(reference) }
        return Secret.mask
    }

    private func printed(
        _ words: [String], shownAs shown: String, _ variable: TaskVariable, _ name: String, _ file: TaskFileScope
    ) -> String {
        let command = ValueCommand(words: words, directory: file.directory, shown: shown)
        if let text = printed[command] { return text }
        if !pending.contains(where: { $0.command == command }) {
            let known = dotenv(of: file) + texts(of: file)
            pending.append(
                PendingValue(
                    name: name, command: command, environment: Dictionary(known.map { ($0.name, $0.value) }) { $1 },
                    place: variable.place))
        }
        return command.placeholder
    }

    func expanded(_ text: LocatedText, in scope: TemplateScope) -> String {
        collecting { text.expanded(in: scope, collecting: &$0) } ?? ""
    }

    /// Collects findings separately, because `work` may evaluate other variables that add their own findings.
    func collecting<Value>(_ work: (inout [Diagnostic]) -> Value) -> Value {
        var own: [Diagnostic] = []
        let value = work(&own)
        findings += own
        return value
    }

    /// The name is as in a reference, such as `vars.version`.
    typealias ShownValue = (name: String, value: String, origin: String)

    /// The values for `--env`: parameters, variables of `vars`, and variables for programs.
    func shown(of task: TaskDefinition, _ parameters: [String: TaskValue], given parametersGiven: Set<String>)
        -> [ShownValue]
    {
        var shown: [ShownValue] = task.parameters.compactMap { parameter in
            parameters[parameter.name].map { value in
                (
                    name: "params.\(parameter.name)", value: value.joined,
                    origin: parametersGiven.contains(parameter.name)
                        ? Self.commandLine : "\(parameter.place.line) (default)"
                )
            }
        }
        var scope = scope(of: task, parameters)
        for name in task.file.variableNames.union(task.variables.map(\.name)).sorted() {
            let place =
                (task.variables.first { $0.name == name } ?? task.file.definition(of: name)?.variable)?.place.line ?? ""
            let value = scope.variable(name)?.joined ?? ""
            shown.append(("vars.\(name)", value, given[name] == nil ? place : Self.commandLine))
        }
        var seen: Set<String> = []
        let variables = environment(of: task, in: &scope).reversed().filter { seen.insert($0.name).inserted }
        return shown
            + variables.sorted { $0.name < $1.name }.map { variable in
                (name: "env.\(variable.name)", value: variable.shownValue, origin: variable.origin)
            }
    }

    private static let commandLine = "command line"
}
