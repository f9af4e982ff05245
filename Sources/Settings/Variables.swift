import Reporting

/// The variables for the configuration: the environment, then `.env`.
package struct Variables: Sendable {
    let environment: [String: String]
    /// The variables in `environment` that a task of the project sets, with the task's location.
    var taskVariables: [String: SourceLocation] = [:]
    let dotenv: Dotenv
    /// Values for settings that take precedence over both; `${NAME}` ignores them.
    var overrides: [String: (text: String, origin: Origin)] = [:]

    private(set) var expandsDotenv = true
    /// A name whose reference stays as it is, for the command to replace it.
    var kept: String?

    /// The user's file must not use the `.env` of a project.
    func seen(by layer: ConfigurationFile.Layer) -> Variables {
        var seen = self
        seen.expandsDotenv = layer == .project
        return seen
    }

    subscript(name: String) -> String? {
        if name == kept { return "${\(name)}" }
        return environment[name] ?? (expandsDotenv ? dotenv[name]?.value : nil)
    }

    /// A variable's value with its origin.
    ///
    /// An empty variable counts as unset, since CI systems set unavailable secrets to the empty string.
    func override(_ name: String) -> (text: String, origin: Origin)? {
        if let override = overrides[name] { return override }
        if let text = environment[name], !text.isEmpty { return (text, origin(of: name)) }
        guard let entry = dotenv[name], !entry.value.isEmpty else { return nil }
        return (entry.value, .dotenv(name, entry.location))
    }

    /// `source` may be a part of a variable, as in ``Origin/environment(_:)``.
    func origin(of source: String) -> Origin {
        let variable = source.split(separator: " ").last.map(String.init) ?? source
        return taskVariables[variable].map { .task(source, $0) } ?? .environment(source)
    }

    func origins(withPrefix prefix: String) -> [(name: String, origin: Origin)] {
        var names = environment.keys.filter { $0.hasPrefix(prefix) }
        names += dotenv.variables.keys.filter { $0.hasPrefix(prefix) && environment[$0] == nil }
        names += overrides.keys.filter { $0.hasPrefix(prefix) && environment[$0] == nil && dotenv[$0] == nil }
        return names.sorted().compactMap { name in override(name).map { (name, $0.origin) } }
    }
}
