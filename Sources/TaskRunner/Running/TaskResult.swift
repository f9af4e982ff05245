import DevtoolKit

enum TaskResult: Hashable, Sendable {
    case succeeded
    case upToDate
    /// Its outputs were stored, on this machine or in the remote cache.
    case restored(isRemote: Bool)
    /// It is not for this system, or its condition is not met.
    case skipped(String)
    /// The reason completes the sentence "the task failed: …".
    case failed(String, ExitStatus)
    /// A failure that its task allows.
    case ignored(String, ExitStatus)
    case stopped
    /// The reader of its output is gone.
    case unwanted
    case notRun

    var isSuccess: Bool {
        switch self {
        case .succeeded, .upToDate, .restored, .skipped, .ignored: true
        case .failed, .stopped, .unwanted, .notRun: false
        }
    }

    var isRemarkable: Bool { if case .ignored = self { true } else { !isSuccess } }

    var failure: ExitStatus? { if case .failed(_, let status) = self { status } else { nil } }

    /// The style of its row in the table.
    var role: Style.Role? {
        switch self {
        case .succeeded, .restored: nil
        case .upToDate, .skipped, .notRun: .dim
        case .ignored, .stopped, .unwanted: .warning
        case .failed: .error
        }
    }

    static let kinds = ["ok", "restored", "up to date", "skipped", "ignored", "failed", "stopped", "not run"]

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

    var words: String {
        switch self {
        case .skipped(let reason): "skipped: \(reason)"
        case .failed(let reason, _): "failed: \(reason)"
        case .ignored(let reason, _): "ignored: \(reason)"
        case .restored(isRemote: true): "restored from the remote cache"
        case .succeeded, .upToDate, .restored, .stopped, .unwanted, .notRun: kind
        }
    }
}
