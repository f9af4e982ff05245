import DevtoolKit
import Shell

/// The inside of a reference such as `${params.region}` or `${env.PORT:-8080}`.
struct TemplateReference {
    struct Failure: Error {
        let message: String
        var hint: String?

        static func secret(_ name: String, hint: String) -> Failure {
            Failure(message: "'\(name)' is a secret and cannot be inserted into text", hint: hint)
        }
    }

    private static let namespaces = ["params", "vars", "env", "config", "task", "project"]

    /// `nil` for the short form of an environment variable.
    private let namespace: String?
    private let reference: DefaultedName

    private var name: String { reference.name }

    init(_ body: String) {
        let word = body.unicodeScalars.prefix { $0.isWord }
        let rest = body[word.endIndex...]
        namespace = rest.first == "." ? String(word) : nil
        reference = DefaultedName(
            namespace == nil ? body[...] : rest.dropFirst(), allowingHyphens: namespace.map { $0 != "env" } ?? false)
    }

    func value(in scope: TemplateScope) throws(Failure) -> TaskValue {
        let fallback = reference.fallback
        if let fallback, fallback.contains("${") { throw Failure(message: "a default cannot contain '${'") }
        let value = try found(in: scope)
        guard scope.hasValues else { return .text("") }
        if let value, fallback == nil || !reference.replaces(isEmpty: value.isEmpty) { return value }
        if let text = fallback ?? placeholder(in: scope) { return .text(text) }
        throw absence(in: scope)
    }

    private func found(in scope: TemplateScope) throws(Failure) -> TaskValue? {
        switch namespace {
        case "params":
            guard scope.parameterNames.contains(name) else {
                throw Failure(
                    message: "the task has no parameter '\(name)'",
                    hint: .suggestion(for: name, in: scope.parameterNames))
            }
            return scope.parameters[name]
        case "vars":
            guard scope.variableNames.contains(name) else {
                throw Failure(
                    message: "there is no variable '\(name)' in 'vars'\(scope.origin)",
                    hint: .suggestion(for: name, in: scope.variableNames.sorted()))
            }
            return scope.variable(name)
        case "task" where name == "name": return .text(scope.taskName)
        case "project" where name == "root": return .text(scope.root)
        case "project" where name == "invocation-dir": return .text(scope.invocationFolder)
        case "env", nil:
            guard ProcessEnvironment.isName(name) else {
                throw Failure(
                    message: "'\(name)' is not the name of an environment variable", hint: ShellTemplate.literally)
            }
            if scope.secretNames.contains(name) {
                throw .secret(name, hint: "let the program read it, as a shell line does with $\(name)")
            }
            return scope.environment(name).map { .text(ProcessEnvironment.holding($0, of: name)) }
        case "config": return try setting(in: scope.configuration)
        case let namespace?:
            throw Failure(
                message: "unknown name '\(namespace).\(name)'",
                hint: namespace.nearest(in: Self.namespaces.filter { $0 != namespace }).map {
                    "did you mean '\($0).\(name)'?"
                }
                    ?? "known: params.NAME, vars.NAME, env.NAME, config.KEY, task.name, project.root, project.invocation-dir; \(ShellTemplate.literally)"
            )
        }
    }

    private func setting(in configuration: Configuration) throws(Failure) -> TaskValue? {
        switch configuration.referencedValue(at: name) {
        case .text(let text): return .text(text)
        case .list(let items): return .list(items)
        case .unset: return nil
        case .secret: throw .secret(name, hint: "let the program read it from an environment variable")
        case .group: throw Failure(message: "'\(name)' has more than one value")
        case .unknown(let known):
            throw Failure(
                message: "unknown setting '\(name)'",
                hint: name.nearest(in: known).map { "did you mean '\($0)'?" } ?? "run 'devtool schema' for a list")
        }
    }

    private func placeholder(in scope: TemplateScope) -> String? {
        switch namespace {
        case "params": scope.placeholder("params.\(name)")
        case "env", nil: scope.placeholder("env.\(name)")
        default: nil
        }
    }

    private func absence(in scope: TemplateScope) -> Failure {
        switch namespace {
        case "params":
            Failure(
                message: "the parameter '\(name)' has no value",
                hint: "use --\(name), or write ${params.\(name):-default}")
        case "vars":
            Failure(
                message: "the variable '\(name)' in 'vars' has no value",
                hint: "write ${vars.\(name):-default} if it may have no value")
        case "config":
            Failure(
                message: "the setting '\(name)' has no value",
                hint: "write ${config.\(name):-default} if it may have no value")
        default:
            Failure(
                message: "the environment variable \(name) is not set",
                hint: name.nearest(in: scope.environmentNames).map { "did you mean '\($0)'?" })
        }
    }
}
