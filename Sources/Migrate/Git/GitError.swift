import DevtoolKit

enum GitError: DiagnosableError {
    case notRepository(folder: String, reason: String)
    case noCommit(String)
    case failed(String, reason: String)

    var diagnostics: [Diagnostic] {
        switch self {
        case .notRepository(let folder, let reason):
            [Diagnostic("'\(folder)' is not in a git repository that can be read: \(reason)")]
        case .noCommit(let name):
            [
                Diagnostic(
                    "there is no commit '\(name)'",
                    hint: "fetch it, such as with 'git fetch origin main'; CI systems fetch few "
                        + "commits unless told otherwise (GitHub: fetch-depth: 0, GitLab: GIT_DEPTH: 0)")
            ]
        case .failed(let command, let reason): [Diagnostic("'\(command)' failed: \(reason)")]
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .notRepository, .noCommit: .noInput
        case .failed: .unavailable
        }
    }
}
