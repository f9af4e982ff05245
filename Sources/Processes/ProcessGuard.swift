import CLinux
import Glibc
import Synchronization

/// A process that ends devtool's children when devtool itself is killed, and can do nothing any more.
///
/// A signal at the parent's death (`PR_SET_PDEATHSIG`) would reach a shell, but not what that has started, and comes
/// when the thread ends that has started the child. The guard knows the process groups, and sees the end of a socket:
/// it asks the groups to end, and kills what is left after the grace period. What has left its group, as with
/// `setsid`, stays.
enum ProcessGuard {
    private enum State { case missing, prepared, started }
    private static let state = Mutex(State.missing)

    /// Prepares the list of the groups that the guard ends; to be called before a child is started, which enters
    /// itself.
    ///
    /// The guard is started now where it may not come later.
    static func prepare(gracePeriod: Duration) {
        state.withLock { state in
            guard state == .missing else { return }
            state = .prepared
            if guard_prepare() == 0 { start(&state, gracePeriod) }
        }
    }

    /// Starts the guard, unless it is there; to be called when a child has been started, which runs meanwhile.
    static func start(gracePeriod: Duration) {
        state.withLock { start(&$0, gracePeriod) }
    }

    private static func start(_ state: inout State, _ gracePeriod: Duration) {
        guard state == .prepared else { return }
        state = .started
        guard_start(Int32(min(gracePeriod / .milliseconds(1), Double(Int32.max))))
    }

    /// Forgets a group whose leader has ended; to be called before that is reaped, as its number can be another's
    /// afterwards.
    static func remove(_ group: pid_t) { guard_forget(group) }

    /// Ends the guard, and awaits that; to be called before devtool ends itself other than by `exit`.
    static func end() { guard_end() }
}
