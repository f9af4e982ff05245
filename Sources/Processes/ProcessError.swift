public import Reporting

/// An error that keeps a child process, or work that signals cancel, from starting or finishing.
public enum ProcessError: DiagnosableError {
    /// The program at this path cannot be started, for this reason.
    case cannotRun(String, String)
    /// The program at this path did not end in the time it was given.
    case timedOut(String, after: Duration)
    /// Signals cannot be caught, for this reason.
    case cannotCatchSignals(String)

    /// The sentence for the user.
    public var diagnostics: [Diagnostic] {
        switch self {
        case .cannotRun(let program, let reason): [Diagnostic("cannot run '\(program)': \(reason)")]
        case .timedOut(let program, let time):
            [Diagnostic("'\(program)' timed out after \(time.formatted)")]
        case .cannotCatchSignals(let reason): [Diagnostic("cannot catch signals: \(reason)")]
        }
    }

    /// 69 or 75.
    public var exitStatus: ExitStatus {
        switch self {
        case .cannotRun, .cannotCatchSignals: .unavailable
        case .timedOut: .timedOut
        }
    }
}

extension Duration {
    /// The duration in seconds, as in `1.5 s`.
    fileprivate var formatted: String {
        let seconds = self / .seconds(1)
        let whole = Int(exactly: seconds)
        return "\(whole.map(String.init) ?? String(seconds)) s"
    }
}
