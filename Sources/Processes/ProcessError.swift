public import Reporting

/// An error of a child process, or of work that signals can cancel.
public enum ProcessError: DiagnosableError {
    case cannotRun(String, String)
    case timedOut(String, after: Duration)
    case cannotCatchSignals(String)

    /// The message.
    public var diagnostics: [Diagnostic] {
        switch self {
        case .cannotRun(let program, let reason): [Diagnostic("cannot run '\(program)': \(reason)")]
        case .timedOut(let program, let time): [Diagnostic("'\(program)' timed out after \(time.formatted)")]
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
    fileprivate var formatted: String {
        let seconds = self / .seconds(1)
        let whole = Int(exactly: seconds)
        return "\(whole.map(String.init) ?? String(seconds)) s"
    }
}
