import DevtoolKit
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// A run of devtool itself that goes on when this one has ended, and that nobody hears of.
enum BackgroundProcess {
    /// Starts devtool with these arguments and variables; where that fails, nothing is lost.
    static func start(_ arguments: [String], environment: [String: String]) {
        guard let program = FilePath("/proc/self/exe").resolved else { return }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        }
        var words = ([program.string] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var process: pid_t = 0
        _ = posix_spawn(&process, program.string, &actions, nil, &words, &variables)
    }

    /// Leaves the session of the terminal, and lets all others go first.
    static func enter() {
        _ = setsid()
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
    }
}
