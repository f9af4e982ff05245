/// `devtool help exit-codes`: what each exit status means.
enum ExitCodesTopic {
    /// How the topic is asked for.
    static let arguments = ["help", "exit-codes"]

    /// The text.
    static let text =
        "devtool ends with one of these statuses:\n\n"
        + meanings.map { status, meaning in
            let number = String(status.rawValue)
            return "  \(String(repeating: " ", count: 3 - number.count))\(number)  \(meaning)\n"
        }.joined()
            + """

            A command that runs another program passes that program's own status on. When a signal ends
            devtool or its child, devtool dies by the same signal.

            """

    private static let meanings: [(ExitStatus, String)] = [
        (.success, "done; also when the reader of the output goes away, as head does"),
        (.problemsFound, "problems were found, or nothing was"),
        (.usage, "the command line is wrong"),
        (.badData, "the input is malformed, or not the expected one"),
        (.noInput, "the input is missing or cannot be read"),
        (.unavailable, "a program or a host that is needed is not there"),
        (.internalError, "a defect of devtool"),
        (.cannotCreate, "an output cannot be created"),
        (.inputOutputError, "reading or writing failed midway"),
        (.timedOut, "the time ran out"),
        (.permissionDenied, "a login or a permission is needed, or was refused"),
        (.badConfiguration, "devtool.yml, or a variable that it refers to, is wrong"),
    ]
}
