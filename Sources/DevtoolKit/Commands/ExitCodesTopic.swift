/// `devtool help exit-codes`: what each exit status means.
enum ExitCodesTopic {
    /// How the topic is asked for.
    static let arguments = ["help", "exit-codes"]

    /// The text for a suite.
    static func text(for suite: String) -> String {
        "\(suite) ends with one of these statuses:\n\n"
            + meanings(in: suite).map { status, meaning in
                let number = String(status.rawValue)
                let blanks = String(repeating: " ", count: 5 - number.count)
                return "\(blanks)\(number)  \(meaning)\n"
            }.joined()
                + """

                A command that runs another program passes that program's own status on. When a signal ends
                \(suite) or its child, \(suite) dies by the same signal.

                """
    }

    private static func meanings(in suite: String) -> [(ExitStatus, String)] {
        [
            (.success, "done; also when the reader of the output goes away, as head does"),
            (.problemsFound, "problems were found, or nothing was"),
            (.usage, "the command line is wrong"),
            (.badData, "the input is malformed, or not the expected one"),
            (.noInput, "the input is missing or cannot be read"),
            (.unavailable, "a program or a host that is needed is not there"),
            (.internalError, "a defect of \(suite)"),
            (.cannotCreate, "an output cannot be created"),
            (.inputOutputError, "reading or writing failed midway"),
            (.timedOut, "the time ran out"),
            (.permissionDenied, "a login or a permission is needed, or was refused"),
            (.badConfiguration, "devtool.yml, or a variable that it refers to, is wrong"),
        ]
    }
}
