import DevtoolKit
import Glibc
import SystemPackage

/// A silent run of devtool in the background, which outlives this process.
enum BackgroundProcess {
    static func start(_ arguments: [String], environment: [String: String]) {
        guard let program = FilePath("/proc/self/exe").resolved else { return }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0) }
        var words = ([program.string] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        _ = posix_spawn(&process, program.string, &actions, nil, &words, &variables)
    }

    /// Leaves the terminal's session and takes the lowest priority.
    static func enter() {
        _ = setsid()
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
    }
}

extension Context {
    /// The environment of helper programs that unpack, compile or prepare Java, without variables that hold passwords.
    var bareEnvironment: [String: String] {
        let kept: Set = [
            "CI", "HOME", "JAVA_HOME", "JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "LANG", "LC_ALL",
            "LD_LIBRARY_PATH", "LIQUIBASE_HOME", "PATH", "TMPDIR", "XDG_CACHE_HOME",
        ]
        return environment.filter { kept.contains($0.key) }
    }
}

extension Invocation {
    func withBareEnvironment(in context: Context) -> Invocation {
        var invocation = self
        let bare = context.bareEnvironment
        for name in context.environment.keys where bare[name] == nil { invocation.environment[name] = .some(nil) }
        return invocation
    }
}
