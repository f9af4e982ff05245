import DevtoolKit

/// The result of a task in a run.
enum TaskResult: Hashable, Sendable {
    /// Its steps were run, and went well.
    case succeeded
    /// Nothing that it depends on has changed.
    case upToDate
    /// What it makes was stored, and is there again.
    case restored
    /// It is not for this system, or its condition is not met.
    case skipped(String)
    /// It failed: a sentence that follows the task's name, and the status for it.
    case failed(String, ExitStatus)
    /// It failed as ``failed(_:_:)`` says, which its task allows.
    case ignored(String, ExitStatus)
    /// The run was stopped while it ran.
    case stopped
    /// Nobody reads any more what it writes.
    case unwanted
    /// It was not started, as another had failed or the run was stopped.
    case notRun

    /// Whether tasks that need it may run.
    var isSuccess: Bool {
        switch self {
        case .succeeded, .upToDate, .restored, .skipped, .ignored: true
        case .failed, .stopped, .unwanted, .notRun: false
        }
    }

    /// Whether a long table has it.
    var isRemarkable: Bool { if case .ignored = self { true } else { !isSuccess } }

    var failure: ExitStatus? {
        if case .failed(_, let status) = self { status } else { nil }
    }

    static let kinds = [
        "ok", "restored", "up to date", "skipped", "ignored", "failed", "stopped", "not run",
    ]

    /// Which of ``kinds`` it is.
    var kind: String {
        switch self {
        case .succeeded: "ok"
        case .upToDate: "up to date"
        case .restored: "restored"
        case .skipped: "skipped"
        case .failed: "failed"
        case .ignored: "ignored"
        case .stopped, .unwanted: "stopped"
        case .notRun: "not run"
        }
    }

    /// The result in a few words, for a table.
    var words: String {
        switch self {
        case .skipped(let reason): "skipped: \(reason)"
        case .failed(let reason, _): "failed: \(reason)"
        case .ignored(let reason, _): "ignored: \(reason)"
        case .succeeded, .upToDate, .restored, .stopped, .unwanted, .notRun: kind
        }
    }
}
