import CLinux
import Glibc
import Synchronization

/// A process that ends devtool's children if devtool is killed.
///
/// A parent-death signal (`PR_SET_PDEATHSIG`) would not do: it reaches a shell but not its children, and is sent when
/// the thread that started the child ends. The guard knows the process groups and detects devtool's end by a closed
/// socket. It sends the groups SIGTERM, and kills what is left after the grace period. Processes that left their group,
/// as with `setsid`, survive.
enum ProcessGuard {
    private enum State { case missing, prepared, started }
    private static let state = Mutex(State.missing)

    /// Call this before starting a child, which adds itself to the list.
    ///
    /// If the guard cannot start later, it starts now.
    static func prepare(gracePeriod: Duration) {
        state.withLock { state in
            guard state == .missing else { return }
            state = .prepared
            if guard_prepare() == 0 { start(&state, gracePeriod) }
        }
    }

    /// Call this after starting a child, so that both start concurrently.
    static func start(gracePeriod: Duration) { state.withLock { start(&$0, gracePeriod) } }

    private static func start(_ state: inout State, _ gracePeriod: Duration) {
        guard state == .prepared else { return }
        state = .started
        guard_start(Int32(min(gracePeriod / .milliseconds(1), Double(Int32.max))))
    }

    /// Call this before reaping the group's leader, because its ID may be reused afterwards.
    static func remove(_ group: pid_t) { guard_forget(group) }

    /// Call this before devtool ends other than by `exit`.
    static func end() { guard_end() }
}
