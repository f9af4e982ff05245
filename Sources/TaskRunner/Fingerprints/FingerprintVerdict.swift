/// Whether a task has to run, and what to store once it has.
struct FingerprintVerdict: Sendable {
    /// The answer.
    enum State: Sendable, Equatable {
        /// The last run's result is what another run would make.
        case upToDate
        /// The task has to run, for these reasons: short sentences for people.
        case stale([String])
    }

    /// The answer.
    let state: State
    /// What the task depends on, as it was before the run.
    let fingerprint: TaskFingerprint
    /// What it was asked for.
    let inputs: TaskInputs

    /// Why the task has to run; nothing if it need not.
    var reasons: [String] {
        if case .stale(let reasons) = state { reasons } else { [] }
    }
}
