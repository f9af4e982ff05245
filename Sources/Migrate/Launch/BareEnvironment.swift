import DevtoolKit

/// The environment of programs that only help: they unpack, compile, or prepare Java, and must have none
/// of the variables that hold passwords.
enum BareEnvironment {
    private static let kept: Set = [
        "CI", "HOME", "JAVA_HOME", "JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "LANG",
        "LC_ALL", "LD_LIBRARY_PATH", "LIQUIBASE_HOME", "PATH", "TMPDIR", "XDG_CACHE_HOME",
    ]

    /// What is left of an environment.
    static func part(of environment: [String: String]) -> [String: String] {
        environment.filter { kept.contains($0.key) }
    }
}

extension Invocation {
    /// The process with no other variables of devtool's than it needs.
    func withBareEnvironment(in context: Context) -> Invocation {
        var invocation = self
        let bare = BareEnvironment.part(of: context.environment)
        for name in context.environment.keys where bare[name] == nil {
            invocation.environment[name] = .some(nil)
        }
        return invocation
    }
}
