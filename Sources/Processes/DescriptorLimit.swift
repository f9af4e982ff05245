import Glibc

package enum DescriptorLimit {
    /// The minimum for the Swift runtime and one child with its streams; the runtime aborts with SIGILL if it has none.
    private static let least = 16
    /// The descriptors that devtool uses, and the maximum per child.
    private static let own = 32
    private static let perChild = 6

    /// The number of children that can run concurrently, at most `count`.
    ///
    /// If necessary, the soft limit is raised, for children, too; otherwise it is unchanged, because programs that use
    /// select(2) rely on a low one.
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

    package static var isTooLow: Bool {
        var copies: [Int32] = []
        defer { copies.forEach { _ = close($0) } }
        while copies.count < least {
            let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
            // Other errors with standard error do not matter here.
            if copy < 0 { return errno == EMFILE || errno == EINVAL }
            copies.append(copy)
        }
        return false
    }
}
