/// The CI system whose log shows devtool's output.
package enum CISystem: Sendable {
    case gitHub
    case gitLab

    package init?(in environment: [String: String]) {
        if environment["GITHUB_ACTIONS"] == "true" {
            self = .gitHub
        } else if environment["GITLAB_CI"] == "true" {
            self = .gitLab
        } else {
            return nil
        }
    }

    /// The lines between which the log folds a piece of output (docs.gitlab.com, "Custom collapsible sections").
    package func fold(_ title: String, from begin: Timestamp) -> (begin: String, end: String) {
        switch self {
        case .gitHub: return (GitHubActions.group(title), GitHubActions.endGroup)
        case .gitLab:
            // A section's name must be unique in the job, in which devtool may run several times.
            let name = "task_\(UInt64.random(in: 0 ... .max))"
            return (
                Self.section("start:\(begin.secondsSince1970):\(name)[collapsed=true]")
                    + title.replacingControlCharacters(), Self.section("end:\(Timestamp.now.secondsSince1970):\(name)")
            )
        }
    }

    private static func section(_ mark: String) -> String { "\u{1B}[0Ksection_\(mark)\r\u{1B}[0K" }
}
