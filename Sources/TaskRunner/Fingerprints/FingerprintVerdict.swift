/// Whether a task has to run, and the fingerprint to store afterwards.
struct FingerprintVerdict: Sendable {
    enum State: Sendable, Equatable {
        case upToDate
        case stale([String])
    }

    let state: State
    /// Taken before the run.
    let fingerprint: TaskFingerprint
    let inputs: TaskInputs

    var reasons: [String] { if case .stale(let reasons) = state { reasons } else { [] } }
}
