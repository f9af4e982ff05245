import Reporting

/// How a child process ended.
public enum Termination: Hashable, Sendable {
    /// It exited with a status.
    case exited(Int32)
    /// A signal ended it.
    case signaled(Int32)

    /// Ends devtool as the child has ended: returns after a success, else passes the status on, or dies by
    /// the same signal.
    ///
    /// - Throws: ``ExitStatus`` or ``Interrupted``.
    public func propagate() throws {
        switch self {
        case .exited(0): return
        case .exited(let status): throw ExitStatus(ofChild: status)
        case .signaled(let signal): throw Interrupted(signal: signal)
        }
    }
}
