import DevtoolKit
import Scanning

/// Parses Liquibase's final message into a ``Failure``.
struct FailureParser {
    private let text: String
    /// The causes in the stack trace, outermost first.
    private let causes: [Cause]

    /// The kinds of failures of statements and connections depend on the causes.
    init(_ text: String, causes: [Cause] = []) {
        var text = text.trimmed[...]
        for prefix in ["Unexpected error running Liquibase: ", "Error parsing command line: "]
        where text.hasPrefix(prefix) { text = text.dropFirst(prefix.count) }
        if let end = text.firstRange(of: "\nFor more information, please use") { text = text[..<end.lowerBound] }
        self.text = String(text).trimmed
        self.causes = causes
    }

    /// The kind according to the database's error code.
    private var kind: FailureKind? { causes.lazy.compactMap(\.kind).first }

    /// PostgreSQL's message if the user may not use the schema `public`.
    private static let noSchema = "no schema has been selected to create in"

    var failure: Failure {
        let readings = [
            otherDatabase, usage, missingFile, syntax, validation, driver, missingClass, lock, connection, java,
            rollback, migration, statement,
        ]
        return readings.lazy.compactMap { $0() }.first ?? Failure(.other, text.withoutClasses)
    }

    private func otherDatabase() -> Failure? {
        ([text] + causes.map(\.message)).lazy.compactMap { text in
            text.firstMatch(of: #/devtool: (Liquibase is about to use another [^\n]*)/#).map {
                Failure(.otherDatabase, String($0.1))
            }
        }.first
    }

    private func usage() -> Failure? {
        if text.contains("missing required argument") {
            let settings = ["url", "changelog-file", "username", "password", "driver"]
            let isSetting = settings.contains { text.contains("'--\($0)'") }
            guard isSetting, let name = text.firstMatch(of: #/'--(?:changelog-file|([a-z]+))'/#) else {
                let option = text.firstMatch(of: #/'(--[^']+)'/#)
                return Failure(.usage, option.map { "missing '\($0.1)', which the command requires" } ?? text.firstLine)
            }
            return Failure(.settingMissing, "missing '\(name.1 ?? "changelog")', which the command requires")
        }
        if let match = text.firstMatch(of: #/^Unexpected argument\(s\): ([^,\n]+)/#) {
            let word = String(match.1.prefix { $0 != "=" })
            var failure = Failure(.usage, "Liquibase does not accept '\(word)' here")
            failure.hint =
                word.nearest(in: LiquibaseArguments.runOptions + PropertyName.options).map { "did you mean '\($0)'?" }
                ?? (word.hasPrefix("-")
                    ? "'devtool migrate -- COMMAND --help' lists the options of a command"
                    : "'devtool migrate -- --help' lists the commands")
            return failure
        }
        if let match = text.firstMatch(of: #/^option '([^']+)' .*should be specified only once/#) {
            return Failure(.usage, "'\(match.1)' occurs more than once")
        }
        if let match = text.firstMatch(of: #/^Expected parameter for option '([^']+)' but found/#) {
            return Failure(.usage, "missing value for '\(match.1)'")
        }
        let beginnings = [
            "Missing required subcommand", "Unknown option", "Unmatched argument", "Missing required option",
            "Missing required parameter", "Invalid value for",
        ]
        return beginnings.contains(where: text.hasPrefix) ? Failure(.usage, text.firstLine) : nil
    }

    private func syntax() -> Failure? {
        if text.hasPrefix("Error parsing line "),
            let match = text.firstMatch(of: #/^Error parsing line (\d+) column (\d+) of ([^\n]*?): /#)
        {
            var failure = Failure(.changelogSyntax, String(text[match.range.upperBound...]))
            failure.location = SourceLocation(file: String(match.3), line: Int(match.1) ?? 1, column: Int(match.2) ?? 1)
            return failure
        }
        if text.hasPrefix("Syntax error in file "), let colon = text.firstRange(of: ": ") {
            let file = text.dropFirst("Syntax error in file ".count)[..<colon.lowerBound]
            var failure = Failure(.changelogSyntax, String(text[colon.upperBound...]))
            // The last location is where the parser stopped.
            if let place = text.matches(of: #/line (\d+), column (\d+)/#).last {
                failure.location = SourceLocation(
                    file: String(file), line: Int(place.1) ?? 1, column: Int(place.2) ?? 1)
                failure.message = Self.sentence(of: text[colon.upperBound...])
            }
            return failure
        }
        if let match = text.withoutClasses.firstMatch(
            of: #/^Unexpected formatting in formatted changelog '([^'\n]+)' at line (\d+)\. */#)
        {
            var failure = Failure(.changelogSyntax, text.withoutClasses)
            failure.message.removeSubrange(match.range)
            failure.location = SourceLocation(file: String(match.1), line: Int(match.2) ?? 1, column: 1)
            return failure
        }
        let beginnings = ["Error parsing ", "Cannot find parser that supports", "Error Reading "]
        guard beginnings.contains(where: text.hasPrefix) else { return invalidPart() }
        // Later versions repeat the beginning of the message.
        if let match = text.firstMatch(of: #/^Error parsing (\S+) : Error parsing (\S+): /#), match.1 == match.2 {
            return Failure(.changelogSyntax, "Error parsing \(match.1): \(text[match.range.upperBound...])")
        }
        return Failure(.changelogSyntax, text)
    }

    private func invalidPart() -> Failure? {
        let message = text.withoutClasses
        let beginnings = [
            "Unexpected formatting ", "Unable to parse empty file", "Empty file ", "No SQL for change",
            "Unknown onFail attribute value ", "Unknown onError attribute value ",
            "databaseChangeLog does not contain a list of entries", "Liquibase rollback comment is not closed",
            "Unknown ignoreLines syntax", "Could not parse a SqlCheck precondition",
            "Precondition sql check failed because of", "Precondition table exists failed because of",
            "Precondition view exists failed because of", "Table name was not specified correctly in",
            "View name was not specified correctly in", "'changesetId' not set in rollback block",
            "'changesetAuthor' not set in rollback block",
        ]
        let isMeant =
            beginnings.contains(where: message.hasPrefix)
            || message.firstLine.hasSuffix(" precondition type is not supported.")
        return isMeant ? Failure(.changelogSyntax, message) : nil
    }

    private static func sentence(of message: Substring) -> String {
        message.split(separator: "\n").filter { $0.first != " " }.joined(separator: ", ")
    }

    private func missingFile() -> Failure? {
        // In YAML and JSON, the error is attributed to the file that contains the reference.
        let message = text.withoutClasses.replacing(#/^Error parsing [^\n]*? : /#, with: "")
        if message.hasPrefix("Could not find directory") && message.contains(" for includeAll ")
            || message.hasPrefix("The file ") && message.contains(" was not found")
            || message.hasPrefix("File '") && message.firstLine.hasSuffix(" not found")
        {
            let line = message.firstLine
            let end = line.firstRange(of: " was not found in")?.lowerBound
            return Failure(.changelogFileMissing, end.map { line[..<$0] + " was not found" } ?? line)
        }
        return nil
    }

    private func validation() -> Failure? { text.hasPrefix("Validation Failed:") ? Failure(validation: text) : nil }

    private func driver() -> Failure? {
        let texts = ["Cannot find database driver", "Driver class was not specified", "No suitable driver"]
        guard texts.contains(where: text.contains) else { return nil }
        var failure = Failure(.driverMissing, text.withoutClasses.firstLine)
        if let engine = text.firstMatch(of: #/from the url \(jdbc:([^:)]+)/#).map({ String($0.1) }) {
            failure.hint = JDBCDriver.hint(forEngine: engine)
        }
        return failure
    }

    private func missingClass() -> Failure? {
        let name = text.withoutClasses
        // Later versions report nothing but the name, or end with it.
        if let cause = causes.last, cause.name == "java.lang.ClassNotFoundException", name.hasSuffix(cause.message) {
            return .missingClass(cause.message)
        }
        if text == "java.lang.ClassNotFoundException: \(name)" { return .missingClass(name) }
        guard text.hasPrefix("Unable to locate Executor") else { return nil }
        var failure = Failure(.changelogInvalid, text)
        failure.changeSet = text.firstMatch(of: #/change ?set '([^\n]+)'/#).flatMap { ChangeSetIdentity($0.1) }
        return failure
    }

    private func lock() -> Failure? {
        // Liquibase 4.6.2 fails to read the time of a held lock on SQLite.
        if text.contains("class java.lang.String cannot be cast to class java.util.Date") {
            return Failure(.changelogLocked, "could not get the changelog lock: another run holds it")
        }
        guard let match = text.firstMatch(of: #/Could not acquire change ?log lock\. */#) else { return nil }
        let holder = text[match.range.upperBound...].firstLine.replacing("Currently locked by", with: "it is held by")
        return Failure(.changelogLocked, "could not get the changelog lock" + (holder.isEmpty ? "" : ": \(holder)"))
    }

    private func connection() -> Failure? {
        guard text.withoutClasses.hasPrefix("Connection could not be created to "),
            // Later versions give advice on H2's example database before the reason.
            let match = text.firstMatch(of: #/ with driver \S*?\. +(?:Make sure your H2 .* to run commands\. +)?/#)
        else { return nil }
        var reason = String(text[match.range.upperBound...])
        // PostgreSQL's driver does not report an unknown host in its message.
        if reason.firstLine == "The connection attempt failed.",
            let cause = causes.first(where: { $0.name == "java.net.UnknownHostException" })
        {
            reason = "unknown host \(cause.message)"
        } else if reason.firstLine == "The connection attempt failed.",
            let server = text.firstMatch(of: #/created to jdbc:\w+:\/\/([^\/?;\s]+)/#)
        {
            reason = "\(server.1) is unknown or does not respond"
        }
        if reason.firstLine.hasPrefix("Something unusual has occurred to cause the driver to fail") {
            // This driver reports an internal error for a password that SCRAM does not allow.
            return Failure(
                .loginRefused,
                "cannot connect: PostgreSQL's driver failed without giving a reason, possibly because the "
                    + "password is empty or contains non-ASCII characters")
        }
        let known = kind ?? Self.kind(ofRefusal: reason)
        let kind: FailureKind =
            known == .loginRefused || known == .permissionDenied
            ? .loginRefused : known == .databaseMissing ? .databaseMissing : .databaseUnreachable
        return Failure(kind, "cannot connect: " + reason.trimmed)
    }

    /// The kind according to an English message of PostgreSQL, MariaDB, MySQL or H2.
    ///
    /// Liquibase 4.6.2 keeps only the message of a refused connection.
    private static func kind(ofRefusal message: String) -> FailureKind? {
        let login =
            #/FATAL: (password authentication failed|no pg_hba.conf entry) for |Access denied for user |Wrong user name or /#
        let missing = #/FATAL: database ".*" does not exist|Unknown database /#
        if message.contains(login) { return .loginRefused }
        return message.contains(missing) ? .databaseMissing : nil
    }

    private func java() -> Failure? {
        let linkage = #/java\.lang\.((?:No|Illegal|Incompatible|Abstract|ClassFormat|Verify)\w*Error)/#
        for cause in causes {
            guard let name = cause.name.wholeMatch(of: linkage)?.1 else { continue }
            var failure = Failure(
                .javaUnusable, "a class is incompatible with this version of Liquibase: \(name): \(cause.message)")
            failure.hint =
                "a jar on the class path or devtool itself requires a different version of Liquibase; "
                + "'devtool migrate --raw' runs without devtool's reports"
            return failure
        }
        let texts = [
            "java.lang.OutOfMemoryError", "UnsupportedClassVersionError", "NoClassDefFoundError",
            "Could not find or load main class", "Could not create the Java Virtual Machine",
            "Could not reserve enough space", "Error occurred during initialization of VM",
            "LinkageError occurred while loading main class",
        ]
        guard texts.contains(where: text.contains) else { return nil }
        return Failure(.javaUnusable, text.firstLine)
    }

    private func rollback() -> Failure? {
        if text.hasPrefix("Could not find tag ") { return Failure(.tagMissing, text.firstLine) }
        let beginnings = ["No inverse to ", "Liquibase does not support automatic rollback generation "]
        guard beginnings.contains(where: text.hasPrefix) || text.contains("RollbackImpossibleException") else {
            return nil
        }
        let change = text.firstMatch(of: #/No inverse to [\w.]*\.(\w+?)(Change)? created/#)
        return Failure(
            .rollbackImpossible,
            change.map { "a change of type \($0.1) cannot be rolled back automatically" } ?? text.firstLine)
    }

    private func migration() -> Failure? {
        guard let changeSet = text.failedChangeSet, let reason = text.firstRange(of: "Reason:")?.upperBound else {
            return nil
        }
        let rest = String(text[reason...])
        var failure: Failure
        if rest.firstLine.trimmed.isEmpty {
            let end = rest.firstRange(of: " - Caused by: Preconditions Failed")?.lowerBound
            failure = Failure(.preconditionFailed, String(rest[..<(end ?? rest.endIndex)]).oneLine)
        } else {
            failure = FailureParser(rest.trimmed.withoutClasses, causes: causes).failure
            if failure.kind == .other { failure.kind = .changeSetFailed }
        }
        failure.changeSet = failure.changeSet ?? changeSet
        return failure
    }

    private func statement() -> Failure? {
        let (message, sql) = text.splitAtStatement
        let kind = kind ?? .statementFailed
        let isOfDatabase =
            sql != nil
            || [
                "SQLException", "SQLFeatureNotSupported", "SQL statement", "Error executing SQL", "SQL error",
                "FATAL: ",
            ].contains(where: text.contains)
        guard isOfDatabase || kind != .statementFailed else { return nil }
        var failure = Failure(kind, message)
        if message.contains(Self.noSchema) {
            failure.kind = .permissionDenied
            failure.message +=
                " (the user cannot use any schema in the search path; since PostgreSQL 15, only the "
                + "database's owner can create objects in 'public')"
        }
        failure.sql = sql
        return failure
    }
}

extension Failure {
    static func missingClass(_ name: some StringProtocol) -> Failure {
        Failure(.classMissing, "class \(name) not found")
    }
}
