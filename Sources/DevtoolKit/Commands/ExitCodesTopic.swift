enum ExitCodesTopic {
    static let arguments = ["help", "exit-codes"]

    static func text(for suite: String) -> String {
        "\(suite) ends with one of these statuses:\n\n"
            + meanings(in: suite).map { status, meaning in
                let number = String(status.rawValue)
                let blanks = String(repeating: " ", count: 5 - number.count)
                return "\(blanks)\(number)  \(meaning)\n"
            }.joined() + """

                A command that runs another program passes that program's own status on. When a signal ends
                \(suite), Liquibase or a plugin, \(suite) dies by the same signal; for a task it ends with 128 and the
                signal's number.

                """
    }

    static func meanings(in suite: String) -> [(ExitStatus, String)] {
        [
            (.success, "success; also if the reader of the output exits early, such as head"),
            (.problemsFound, "problems were found, or nothing was found"), (.usage, "the command line is wrong"),
            (.badData, "malformed or unexpected input"), (.noInput, "missing or unreadable input"),
            (.unavailable, "a required program, library or host is missing"),
            (.internalError, "internal error: a bug in \(suite)"), (.cannotCreate, "cannot create an output"),
            (.inputOutputError, "reading or writing failed"), (.timedOut, "timeout"),
            (.permissionDenied, "missing or refused login or permission"),
            (.badConfiguration, "invalid devtool.yml, or an invalid variable that it refers to"),
        ]
    }
}
