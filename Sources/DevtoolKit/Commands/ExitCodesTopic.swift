enum ExitCodesTopic {
    static let arguments = ["help", "exit-codes"]

    static func text(for suite: String) -> String {
        "\(suite) exits with one of these statuses:\n\n"
            + meanings(in: suite).map { status, meaning in
                let number = String(status.rawValue)
                let blanks = String(repeating: " ", count: 5 - number.count)
                return "\(blanks)\(number)  \(meaning)\n"
            }.joined() + """

                A command that runs another program exits with that program's status. If a signal terminates
                \(suite), Liquibase or a plugin, \(suite) is terminated by the same signal. If a signal terminates
                a task, the status is 128 plus the signal's number.

                """
    }

    static func meanings(in suite: String) -> [(ExitStatus, String)] {
        [
            (.success, "success, even if the program that reads the output (such as head) exits early"),
            (.problemsFound, "problems were found, or nothing was found"), (.usage, "invalid command line"),
            (.badData, "malformed or unexpected input"), (.noInput, "missing or unreadable input"),
            (.unavailable, "a required program, library or host is missing"),
            (.internalError, "internal error: a bug in \(suite)"), (.cannotCreate, "cannot create an output"),
            (.inputOutputError, "reading or writing failed"), (.timedOut, "timeout"),
            (.permissionDenied, "missing or rejected credentials, or permission denied"),
            (.badConfiguration, "invalid devtool.yml, or an invalid variable it refers to"),
        ]
    }
}
