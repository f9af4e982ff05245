import Glibc

/// How many descriptors the process may have open, as `ulimit -n` says.
package enum DescriptorLimit {
    /// What the Swift runtime, and one child with its streams, need at least; without its own the runtime
    /// would end the process with SIGILL.
    private static let least = 16
    /// What devtool itself has open while it runs children, and what each of these takes at most.
    private static let own = 32
    private static let perChild = 6

    /// How many children can have their streams at once, up to as many as are wanted.
    ///
    /// Where too few can, the soft limit is raised as far as it may be, also for children. It is left alone
    /// otherwise: programs that use select(2) rely on a low one.
    package static func children(upTo count: Int) -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return count }
        let wanted = rlim_t(own + perChild * count)
        if limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max {
            let before = limit.rlim_cur
            limit.rlim_cur = min(wanted, limit.rlim_max)
            if setrlimit(resource, &limit) != 0 { limit.rlim_cur = before }
        }
        if limit.rlim_cur >= wanted { return count }
        return max(1, (Int(limit.rlim_cur) - own) / perChild)
    }

    /// Whether too few are left to do anything.
    package static var isTooLow: Bool {
        var copies: [Int32] = []
        defer { copies.forEach { _ = close($0) } }
        while copies.count < least {
            let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
            // Whatever else may be wrong with standard error is not of interest here.
            if copy < 0 { return errno == EMFILE || errno == EINVAL }
            copies.append(copy)
        }
        return false
    }
}
