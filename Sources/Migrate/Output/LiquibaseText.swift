import Scanning

extension String {
    var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// Removes the names of exceptions, so that `java.lang.RuntimeException: no driver` becomes `no driver`.
    var withoutClasses: String {
        var text = self[...]
        while let colon = text.firstRange(of: ": "), Self.isException(text[..<colon.lowerBound]) {
            text = text[colon.upperBound...]
        }
        return String(text)
    }

    var beginsStackTrace: Bool {
        let end = firstIndex(of: ":") ?? endIndex
        return Self.isException(self[..<end])
    }

    var tellsOfRefusal: Bool { hasPrefix("Liquibase did not run because ") }

    var failedChangeSet: ChangeSetIdentity? {
        guard contains("Migration failed for change"),
            let match = firstMatch(of: #/Migration failed for change ?set ([^\n]+?):(\n|$)/#)
        else { return nil }
        return ChangeSetIdentity(match.1)
    }

    var splitAtStatement: (message: String, sql: String?) {
        if hasPrefix("Error executing SQL "), let reason = firstRange(of: ": ERROR: ") {
            let sql = self[..<reason.lowerBound].dropFirst("Error executing SQL ".count)
            return (String(self[reason.lowerBound...].dropFirst(2)), String(sql))
        }
        guard let begin = firstRange(of: "[Failed SQL: ") else {
            return (withoutEchoedStatement.withoutClasses.withoutConnection, nil)
        }
        var sql = self[begin.upperBound...]
        if sql.last == "]" { sql.removeLast() }
        // The vendor's error code, 0 for PostgreSQL.
        if let code = sql.prefixMatch(of: #/\(-?\d+\) /#) { sql = sql[code.range.upperBound...] }
        let message = String(self[..<begin.lowerBound]).trimmed
        return (message.withoutEchoedStatement.withoutClasses.withoutConnection, String(sql).trimmed)
    }

    private var withoutConnection: String {
        guard let numbers = prefixMatch(of: #/(\(conn=\d+\) )+/#) else { return self }
        return String(self[numbers.range.upperBound...])
    }

    private var withoutEchoedStatement: String {
        guard let echo = firstRange(of: "; SQL statement:") else { return self }
        return String(self[..<echo.lowerBound])
    }

    private static func isException(_ name: Substring) -> Bool {
        guard name.hasSuffix("Exception") || name.hasSuffix("Error"), name.contains(".") else { return false }
        return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".$_".contains($0)) }
    }
}

extension StringProtocol { var firstLine: String { String(prefix { $0 != "\n" }) } }

extension String {
    var tellsOfFailedStart: Bool { Self.failedStarts.contains(where: hasPrefix) }

    private static let failedStarts = [
        "Error: Could not create the Java Virtual Machine", "Error occurred during initialization of VM",
        "Error: Could not find or load main class", "Error: LinkageError occurred while loading main class",
        "Exception in thread \"main\" java.lang.",
    ]

    /// Whether it is a warning about something that is reported as a failure later, or that users cannot change.
    var isKnownWarning: Bool { Self.knownWarnings.contains(where: hasPrefix) }

    private static let knownWarnings = [
        "Failed to obtain sqlFile resource at path ", "Precondition Failed: ",
        // Both follow a lost connection.
        "Failed to restore the auto commit to ", "The database connection could not be closed properly.",
        // One properties file serves several commands, and devtool has already checked the names.
        "Potentially ignored key(s) in file ",
        // Occurs for any non-ASCII character in the settings, such as in a password.
        "A non-standard character ",
        // Occurs for each constructor signature that devtool's listener lacks.
        "Failed to get constructor of Devtool$Listener ",
    ]

    var beginsFailure: Bool {
        hasPrefix("Unexpected error running Liquibase: ") || hasPrefix("Error parsing command line: ")
            || hasPrefix("Unexpected argument(s)") || self == "Missing required subcommand" || tellsOfFailedStart
    }

    /// Warnings of Java 22 and later about drivers that load libraries, and of Java 24 and later about `Unsafe`.
    private static let restrictions = [
        "WARNING: A restricted method in ", "WARNING: java.lang.System::load", "WARNING: Use --enable-native-access",
        "WARNING: Restricted methods will be blocked", "WARNING: A terminally deprecated method in sun.misc.Unsafe ",
        "WARNING: sun.misc.Unsafe::", "WARNING: Please consider reporting this to the maintainers of class ",
    ]

    static let lockWait = "Waiting for changelog lock"

    /// Whether the lines that follow belong to this ignored line; `nil` if the line is not ignored.
    var beginsNoise: Bool? {
        let single =
            [
                "####", "##  ", "Starting Liquibase at ", "Liquibase Version: ", "Liquibase Open Source ",
                "Liquibase command '", "Liquibase: Update", "Skipping auto-registration", "Set default schema name to ",
                "WARNING: License service not loaded", "INFO: The drop-all command may result",
                "To protect against unwanted drops, ", "Learn more at https://docs.liquibase.com/",
                "Database is up to date, no changesets", "Find the list of valid environment variables",
                "To configure Liquibase with environment variables requires", String.lockWait,
            ] + Self.restrictions
        // Printed by 5.0; the reason is reported later.
        let isAllowed = hasPrefix("Changeset ") && contains(" 'failOnError' was set to false.")
        let isBanner = hasPrefix("Liquibase Community ") && hasSuffix(" by Liquibase")
        if isAllowed || isBanner || isKnownWarning || single.contains(where: hasPrefix) { return false }
        let blocks = [
            "WARNING: The changelog file specified is not registered", "UPDATE SUMMARY", "WARNING: Executing ",
            "WARNING: Potentially ignored key(s)", "ERROR: Exception ",
        ]
        return blocks.contains(where: hasPrefix) ? true : nil
    }
}
