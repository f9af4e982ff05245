import DevtoolKit
import Scanning

/// Parses Liquibase's output, line by line, at log level `info`.
///
/// ```swift
/// var transcript = LiquibaseLogParser()
/// transcript.receive("[2026-11-21 18:21:28] INFO [liquibase.changelog] ChangeSet a.xml::1::ada "
///     + "ran successfully in 34ms", on: .error)  // [.ended(…)]
/// let outcome = transcript.end(status: 0)
/// ```
///
/// What later versions print in other words (`Running Changeset:`, `changeset` for `change set`, the
/// block `UPDATE SUMMARY`) is understood, too. Lines that it does not know are shown.
struct LiquibaseLogParser: Sendable {
    /// The meaning of a line.
    enum Event: Hashable, Sendable {
        /// A changeset is being run, or undone.
        case began(ChangeSetIdentity)
        /// A changeset has come to its end.
        case ended(ChangeSetRun)
        /// Another run holds the changelog lock.
        case isWaitingForLock
        /// Something for the user to read.
        case line(String)
    }

    /// What continuation lines belong to.
    private enum Section {
        /// Nothing: such a line is a message itself.
        case none
        /// An entry of the log that ends with the next, and what its text then means.
        case entry(ChangeSetMessage.Entry)
        /// The text of the failure.
        case failure
        /// The beginning of a stack trace, which may say more than the text.
        case traceMessage
        /// A stack trace.
        case trace
        /// A block that nobody needs, up to an empty line.
        case noise
        /// What is told again at the end, up to the next entry of the log.
        case preview
    }

    /// The most characters that are kept of an entry, or of a failure.
    private static let limit = 1 << 16

    /// Whether nothing is run, and the SQL is only printed.
    private let isPreview: Bool
    /// Whether all tables are dropped, Liquibase's own among them.
    private let dropsAll: Bool
    /// Whether changesets are applied, which are told by the log only.
    private let appliesChanges: Bool
    private var hasLog = false
    private var echo = LogEcho()
    /// Why Liquibase has done nothing, in its words, where a setting has kept it from that.
    private var refusal: String?
    private var outcome = LiquibaseOutcome()
    private var section = Section.none
    private var text = ""
    /// What tells of a failure.
    private var evidence = FailureEvidence()
    private var running: ChangeSetIdentity?
    /// Whether something was run since the last changeset ended.
    private var hasChanged = false

    /// Begins before the first line.
    ///
    /// - Parameter command: the command: of one that only prints what another would run, Liquibase logs the same;
    ///   nil where nothing is run.
    init(of command: CommandName? = nil) {
        isPreview = command?.printsSQL ?? false
        dropsAll = command.map { $0 == "drop-all" } ?? false
        appliesChanges = command?.appliesChanges ?? false
    }

    /// How many changesets have been dealt with so far.
    var count: Int { outcome.changeSets.count }

    /// Takes the next line.
    ///
    /// - Returns: what it tells, and what the lines before it tell that only it ends.
    mutating func receive(_ line: String, on stream: OutputLine.Stream) -> [Event] {
        switch stream {
        case .output:
            receiveData(line)
            return []
        case .error:
            let line = line.utf8.count < Self.limit ? line : String(line.prefix(Self.limit))
            if echo.isRepeated(by: line) { return [] }
            if let changeSet = line.failedChangeSet { evidence.failedChangeSet = changeSet }
            if let entry = LogEntry(line) {
                hasLog = true
                return close() + receive(entry)
            }
            if let events = receiveMessage(line) { return events }
            return receiveContinuation(line)
        }
    }

    /// Ends the transcript.
    ///
    /// - Parameter status: what Liquibase ended with; nil where it was stopped, and could not end by
    ///   itself.
    /// - Returns: what the run did.
    mutating func end(status: Int32?) -> LiquibaseOutcome {
        _ = close()
        switch status {
        case 0 where refusal != nil: outcome.failure = Failure(.notRun, refusal ?? "")
        case 0:
            noteUndone(running)
            if appliesChanges, !outcome.isConfirmed {
                note(.unconfirmed)
            } else if appliesChanges, !hasLog {
                note(.noLog)
            }
        case nil where evidence.text == nil: break
        default: outcome.failure = evidence.failure(status: status)
        }
        return outcome
    }

    // MARK: Lines of each kind

    /// Rows of `status`, and the one warning that goes to standard output.
    private mutating func receiveData(_ line: String) {
        if line.tellsOfRefusal { refusal = line }
        // Most of what commands print are no rows of `status`, but scripts of megabytes.
        guard let first = line.utf8.first, line.utf8.count < Self.limit else { return }
        if UInt8(ascii: "0")...UInt8(ascii: "9") ~= first,
            let match = line.firstMatch(
                of: #/^(\d+) change ?sets? (have|has) not been applied to /#)
        {
            outcome.pendingCount = Int(match.1)
        } else if line.hasSuffix(" is up to date"), outcome.pendingCount == nil {
            outcome.pendingCount = 0
        } else if line.hasPrefix("     "), outcome.pendingCount ?? 0 > outcome.pending.count,
            let changeSet = ChangeSetIdentity(line.trimmed)
        {
            outcome.pending.append(changeSet)
        } else if line.tellsOfFailedStart {
            // The lines after it, on the same stream, are shown as they come.
            evidence.text = evidence.text ?? line
        } else if line.hasPrefix("WARNING: "),
            let match = line.firstMatch(of: #/^WARNING: +Unknown log level (\S+)\./#)
        {
            note(.unknownLogLevel(String(match.1)))
        }
    }

    private mutating func receive(_ entry: LogEntry) -> [Event] {
        // What it tells the user has been seen.
        if entry.logger.hasSuffix(".ui") { return [] }
        let message = String(entry.message)
        switch entry.level {
        case "SEVERE": return receiveSevere(message, from: entry.logger)
        case "WARNING": return receiveWarning(message, from: entry.logger)
        case "INFO": return receiveInfo(message, from: entry.logger)
        default: return []
        }
    }

    private mutating func receiveSevere(_ message: String, from logger: Substring) -> [Event] {
        if message.hasPrefix("Could not release lock") { outcome.leftLock = true }
        section = .trace
        // Others tell of the same in other words.
        guard logger.hasSuffix(".integration") || logger.hasSuffix(".command") else { return [] }
        section = .failure
        text = message
        return []
    }

    private mutating func receiveWarning(_ message: String, from logger: Substring) -> [Event] {
        if message.hasPrefix("Potentially ignored key(s) in file ") {
            // A command ignores settings that others need; devtool has looked at the names.
            section = .noise
        } else if message.quotesASetting {
            // Nor is it about the command line, as it says.
        } else if case .entry(let entry, let text) = ChangeSetMessage(message) {
            open(entry, text)
        } else if let match = message.firstMatch(
            of: #/^(?:Changeset .*: )?Exception thrown loading ([\w.$]+)/#)
        {
            // 5.0 goes on without it for a while, and says so again and again.
            section = .trace
            guard evidence.missingClass == nil else { return [] }
            evidence.missingClass = String(match.1)
            return [.line("warning: class \(match.1) not found")]
        } else if message.isWarningOfFailure {
            section = .trace
        } else if dropsAll, message == "Failed to release change log lock" {
            // It was dropped, too.
        } else if !logger.hasSuffix(".hub"), !logger.hasSuffix(".command"),
            !logger.hasSuffix(".configuration"), !logger.hasSuffix(".parser")
        {
            return [.line("warning: " + message)]
        } else if message.hasPrefix("The changelog file specified is not registered") {
            section = .noise
        }
        return []
    }

    private mutating func receiveInfo(_ message: String, from logger: Substring) -> [Event] {
        switch ChangeSetMessage(message) {
        case .ran(let changeSet, let time):
            if changeSet.id == "raw", changeSet.author == "includeAll" {
                note(.noHeader(changeSet))
            } else if !hasChanged {
                note(.nothingRun(changeSet))
            }
            return ended(ChangeSetRun(changeSet, .applied, took: time))
        case .entry(let entry, let text):
            open(entry, text)
            return []
        case nil: break
        }
        if message.hasPrefix("Waiting for change") { return [.isWaitingForLock] }
        if logger.hasSuffix(".changelog"),
            !["Reading from ", "Creating database history", "Adding missing "].contains(
                where: message.hasPrefix)
        {
            // Each change tells of itself when it has been run.
            hasChanged = true
            // What it prints has been shown before.
            if message.hasPrefix("Output: ") { section = .noise }
        }
        return []
    }

    /// What Liquibase says beside its log; nil for what it may also quote.
    private mutating func receiveMessage(_ line: String) -> [Event]? {
        if line.hasPrefix("R"),
            let match = line.firstMatch(of: #/^(Running|Rolling Back) Change ?[Ss]et: ?(.*)/#),
            let changeSet = ChangeSetIdentity(match.2)
        {
            var events = close()
            if match.1 == "Running" {
                running = nil
            } else {
                events += noteUndone(running)
                running = changeSet
            }
            evidence.failedChangeSet = changeSet
            return events + [.began(changeSet)]
        }
        if line.hasPrefix("Unexpected error running Liquibase: ")
            || line.hasPrefix("Error parsing command line: ")
            || line.hasPrefix("Unexpected argument(s)") || line == "Missing required subcommand"
            || line.tellsOfFailedStart
        {
            let events = close()
            section = .failure
            text = line
            return events
        }
        if line.tellsOfRefusal {
            refusal = line
            return close()
        }
        if line.hasPrefix("Could"),
            let match = line.firstMatch(of: #/^Could not find defaults file (.*)/#)
        {
            note(.noDefaultsFile(String(match.1)))
            return close()
        }
        if line.hasPrefix("Liquibase command '"), line.hasSuffix("' was executed successfully.") {
            outcome.isConfirmed = true
        }
        if line.hasPrefix("ERROR: Exception Details") || line.hasPrefix("ERROR: Exception Primary ")
        {
            let events = close()
            section = .preview
            return events
        }
        if let isBlock = line.beginsNoise {
            let events = close()
            section = isBlock ? .noise : .none
            return events
        }
        return nil
    }

    private mutating func receiveContinuation(_ line: String) -> [Event] {
        switch section {
        case .none where line.beginsStackTrace:
            section = .trace
        case .none:
            return line.allSatisfy(\.isWhitespace) ? [] : [.line(line)]
        case .entry:
            append(line)
        case .failure:
            if line.hasPrefix("\tat ") || line.beginsStackTrace && !text.isEmpty {
                _ = close()
                section = .trace
                if evidence.traceMessage == nil, !line.hasPrefix("\t") {
                    section = .traceMessage
                    text = line
                }
            } else {
                append(line)
            }
        case .traceMessage:
            if line.hasPrefix("\tat ") {
                _ = close()
                section = .trace
            } else {
                append(line)
            }
        case .trace:
            if line.hasPrefix("Caused by: "), evidence.causes.count < 100 {
                evidence.causes.append(String(line.dropFirst("Caused by: ".count)))
            }
        case .noise:
            if line.isEmpty { section = .none }
        case .preview: break
        }
        return []
    }

    // MARK: Entries

    private mutating func open(_ entry: ChangeSetMessage.Entry, _ text: String) {
        section = .entry(entry)
        self.text = text
    }

    private mutating func append(_ line: String) {
        if text.utf8.count < Self.limit { text += "\n" + line }
    }

    /// Ends what has several lines.
    private mutating func close() -> [Event] {
        defer {
            section = .none
            text = ""
        }
        switch section {
        case .none, .noise, .preview, .trace: return []
        case .failure:
            evidence.text = evidence.text ?? text
            return []
        case .traceMessage:
            evidence.traceMessage = text
            return []
        case .entry(.markedRan(let changeSet)):
            return ended(ChangeSetRun(changeSet, .markedRan(text.oneLine)))
        case .entry(.skipped(let changeSet)):
            return ended(ChangeSetRun(changeSet, .skipped(text.oneLine)))
        case .entry(.preconditionIgnored(let changeSet)):
            // What failed comes after how many did.
            let reasons = text.split(separator: "\n").filter {
                !$0.hasSuffix(" preconditions failed")
            }
            note(.preconditionIgnored(changeSet, reasons.joined(separator: " ").oneLine))
            return []
        case .entry(.failureAllowed(let changeSet)):
            let message = FailureParser(text).failure.message
            note(.failureAllowed(changeSet, message))
            return ended(ChangeSetRun(changeSet, .failureAllowed(message)))
        }
    }

    private mutating func ended(_ run: ChangeSetRun) -> [Event] {
        hasChanged = false
        if evidence.failedChangeSet == run.changeSet { evidence.failedChangeSet = nil }
        if isPreview { return [] }
        outcome.changeSets.append(run)
        return [.ended(run)]
    }

    /// Notes a changeset as undone, which is only known when the next is being undone, or at the end.
    @discardableResult
    private mutating func noteUndone(_ changeSet: ChangeSetIdentity?) -> [Event] {
        running = nil
        return changeSet.map { ended(ChangeSetRun($0, .rolledBack)) } ?? []
    }

    private mutating func note(_ finding: FalseSuccess) {
        if !outcome.falseSuccesses.contains(finding) { outcome.falseSuccesses.append(finding) }
    }
}
