import Reporting

/// The variables that the configuration is read with: the environment's, then those of `.env`.
package struct Variables: Sendable {
    /// The variables devtool was started with.
    let environment: [String: String]
    /// Those of the environment that a task of the project sets, with its place.
    var taskVariables: [String: SourceLocation] = [:]
    /// Those of the file beside `devtool.yml`.
    let dotenv: Dotenv
    /// Values that come before both, for settings only: `${NAME}` does not see them.
    var overrides: [String: (text: String, origin: Origin)] = [:]

    /// Whether `${NAME}` sees those of `.env`.
    private(set) var expandsDotenv = true

    /// The variables as a file sees them: what the user's own says is not for a project's `.env` to complete.
    func seen(by layer: ConfigurationFile.Layer) -> Variables {
        var seen = self
        seen.expandsDotenv = layer == .project
        return seen
    }

    /// The value of a variable, if it has one.
    subscript(name: String) -> String? {
        environment[name] ?? (expandsDotenv ? dotenv[name]?.value : nil)
    }

    /// A variable's value and where it comes from; one that is set to nothing counts as not set, as it is
    /// when a CI system passes on a secret that it does not have.
    func override(_ name: String) -> (text: String, origin: Origin)? {
        if let override = overrides[name] { return override }
        if let text = environment[name], !text.isEmpty { return (text, origin(of: name)) }
        guard let entry = dotenv[name], !entry.value.isEmpty else { return nil }
        return (entry.value, .dotenv(name, entry.location))
    }

    /// Where a variable of the environment comes from, or a part of one, as ``Origin/environment(_:)`` has it.
    func origin(of source: String) -> Origin {
        let variable = source.split(separator: " ").last.map(String.init) ?? source
        return taskVariables[variable].map { .task(source, $0) } ?? .environment(source)
    }

    /// The names that begin with a prefix, with where they come from, in alphabetical order.
    func origins(withPrefix prefix: String) -> [(name: String, origin: Origin)] {
        var names = environment.keys.filter { $0.hasPrefix(prefix) }
        names += dotenv.variables.keys.filter { $0.hasPrefix(prefix) && environment[$0] == nil }
        names += overrides.keys.filter {
            $0.hasPrefix(prefix) && environment[$0] == nil && dotenv[$0] == nil
        }
        return names.sorted().compactMap { name in override(name).map { (name, $0.origin) } }
    }
}
