import Reporting

/// How a child process ended.
public enum Termination: Hashable, Sendable {
    case exited(Int32)
    case signaled(Int32)

    /// Ends devtool like the child: returns after success, otherwise throws its status or signal.
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
