/// What Liquibase and Java say, by the beginnings of the lines, that is not for the user or is told elsewhere.
extension String {
    /// Whether it is what Java says where it does not come as far as Liquibase.
    var tellsOfFailedStart: Bool { Self.failedStarts.contains(where: hasPrefix) }

    private static let failedStarts = [
        "Error: Could not create the Java Virtual Machine",
        "Error occurred during initialization of VM", "Error: Could not find or load main class",
        "Error: LinkageError occurred while loading main class",
        "Exception in thread \"main\" java.lang.",
    ]

    /// Whether it warns of what is told as a failure at the end.
    var isWarningOfFailure: Bool { Self.repeatedWarnings.contains(where: hasPrefix) }

    private static let repeatedWarnings = [
        "Failed to obtain sqlFile resource at path ", "Precondition Failed: ",
    ]

    /// What Java from 22 on says of drivers that load a library, and from 24 on of those that use `Unsafe`.
    private static let restrictions = [
        "WARNING: A restricted method in ", "WARNING: java.lang.System::load",
        "WARNING: Use --enable-native-access", "WARNING: Restricted methods will be blocked",
        "WARNING: A terminally deprecated method in sun.misc.Unsafe ", "WARNING: sun.misc.Unsafe::",
        "WARNING: Please consider reporting this to the maintainers of class ",
    ]

    /// Whether a line that says nothing to the user has others behind it that belong to it; nil for one that does.
    var beginsNoise: Bool? {
        let single =
            [
                "####", "##  ", "Starting Liquibase at ", "Liquibase Version: ",
                "Liquibase Community ", "Liquibase Open Source ", "Liquibase command '",
                "Liquibase: Update has been successful", "Skipping auto-registration",
                "Set default schema name to ", "WARNING: License service not loaded",
                "INFO: The drop-all command may result", "To protect against unwanted drops, ",
                "Learn more at https://docs.liquibase.com/",
                "Database is up to date, no changesets",
                "Find the list of valid environment variables",
                "To configure Liquibase with environment variables requires",
                // The keeper of the lock tells who has it.
                "Waiting for changelog lock",
            ] + Self.restrictions
        if single.contains(where: hasPrefix) { return false }
        let blocks = [
            "WARNING: The changelog file specified is not registered", "UPDATE SUMMARY",
            "WARNING: Executing ", "WARNING: Potentially ignored key(s)",
        ]
        return blocks.contains(where: hasPrefix) ? true : nil
    }
}
