/// Whether a task has to run, and the fingerprint to store afterwards.
struct FingerprintVerdict: Sendable {
    /// Why it has to run; empty if it is up to date.
    let reasons: [String]
    /// Taken before the run.
    let fingerprint: TaskFingerprint
    let inputs: TaskInputs

    var isUpToDate: Bool { reasons.isEmpty }
}
