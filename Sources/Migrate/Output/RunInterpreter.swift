import Changelogs
import DevtoolKit
import Policy
import Scanning

/// Interprets a run of Liquibase from the reports of `Java/Devtool.java` and from Liquibase's own output.
///
/// ```swift
/// var interpreter = RunInterpreter(of: CommandName("update"))
/// interpreter.receive(JavaReport("will-run", ["a.xml", "1", "ada", "NOT_RAN"]))    // [.began(…)]
/// interpreter.receive(JavaReport("ran", ["a.xml", "1", "ada", "EXECUTED", "34", "1"]))    // []
/// let outcome = interpreter.end(status: 0)
/// ```
///
/// Liquibase reports that a changeset has run before it records it. So a changeset counts when the next report arrives,
/// or when the run ends normally. Unknown lines are shown. If only a launcher knows how to start Liquibase, there are
/// no reports of changesets, and the log is parsed instead.
struct RunInterpreter: Sendable {
    enum Event: Hashable, Sendable {
        case began(ChangeSetIdentity)
        case ended(ChangeSetRun)
        case isWaitingForLock
        case line(String)
    }

    /// What the lines belong to, until the next report or log entry.
    private enum Section {
        /// Each line is a separate message.
        case none
        case noise
        case block
        case failure
    }

    /// The changeset that is running.
    private struct Current {
        let changeSet: ChangeSetIdentity
        var isRollback = false
        var isAgain = false
        /// The preconditions that failed, with the option that determines the consequence.
        var precondition: (option: String, reason: String)?
        /// The result, which Liquibase may not have recorded yet.
        var run: ChangeSetRun?
    }

    private static let limit = 1 << 16

    private let isPreview: Bool
    private let dropsAll: Bool
    private let appliesChanges: Bool
    /// Whether changesets are reported.
    private var isReported = false
    private var hasReports = false
    /// Whether the database commits DDL immediately, so that a failed changeset may leave changes.
    private var commitsChanges = false
    /// Whether the statement of the failed changeset was cancelled.
    private var isCancelled = false
    private var hasLog = false
    private var refusal: String?
    private var outcome = LiquibaseOutcome()
    private var current: Current?
    private var section = Section.none
    /// Failures from reports and the log, in order; later ones follow from the first.
    private var failures: [Failure] = []
    private var failureText = ""
    private var allowedFailure = ""
    private var missingClass: String?
    /// The history before a command that only records changesets.
    var before: Set<ChangeSetIdentity>?

    /// Liquibase reports the same for a command that only prints SQL; without a command, nothing runs.
    init(of command: CommandName? = nil) {
        isPreview = command?.printsSQL ?? false
        dropsAll = command == "drop-all"
        appliesChanges = command?.appliesChanges ?? false
    }

    var count: Int { outcome.changeSets.count }

    var readsLog: Bool { !isReported && (current != nil || count > 0) }

    /// Whether the history must decide the last changeset's result, because the run did not exit with 0.
    var isOpen: Bool {
        if before != nil { return true }
        guard !isPreview, let current else { return false }
        if current.run != nil || failures.isEmpty && failureText.isEmpty { return true }
        return failures.first?.kind == .connectionLost || commitsChanges && isCancelled
    }

    mutating func receive(_ report: JavaReport) -> [Event] {
        hasReports = true
        section = .none
        if report.name == "log" {
            hasLog = true
            let entry = LogEntry(report)
            return isReported ? receive(entry) : receiveText(of: entry)
        }
        if report.name == "precondition" {
            notePrecondition(report.fields)
            return []
        }
        if report.name == "listening" {
            isReported = true
            commitsChanges = report.fields.first == "true"
            if report.fields.count == 3, let version = Int(report.fields[2]) {
                outcome.server = DatabaseServer(report.fields[1], version)
            }
        }
        guard report.fields.count >= 3 else { return [] }
        let changeSet = ChangeSetIdentity(file: report.fields[0], id: report.fields[1], author: report.fields[2])
        let more = Array(report.fields.dropFirst(3))
        switch report.name {
        case "will-run": return begin(Current(changeSet: changeSet, isAgain: more.first != "NOT_RAN"))
        case "will-roll-back": return begin(Current(changeSet: changeSet, isRollback: true))
        case "ran":
            let time = more.dropFirst().first.flatMap { Int($0) }.map { Duration.milliseconds($0) }
            return ran(changeSet, more.first ?? "", time, changesNothing: more.last == "0")
        case "rolled-back":
            current?.run = ChangeSetRun(changeSet, .rolledBack)
            return []
        case "run-failed", "rollback-failed":
            failures.append(failure(of: changeSet, more))
            isCancelled = Cause.all(in: more).contains { $0.kind == .statementCanceled }
            return []
        default: return []
        }
    }

    mutating func receive(_ line: String, on stream: OutputLine.Stream) -> [Event] {
        switch stream {
        case .output:
            receiveData(line)
            return []
        case .error:
            let line = line.utf8.count < Self.limit ? line : String(line.prefix(Self.limit))
            if let entry = LogEntry(line) {
                section = .noise
                if hasReports { return [] }
                hasLog = true
                return receiveText(of: entry)
            }
            return receiveMessage(line)
        }
    }

    /// Ends the run; `status` is `nil` for a stopped run, and `history` if it cannot be read.
    mutating func end(status: Int32?, history: [ChangeSetIdentity]? = nil) -> LiquibaseOutcome {
        let wasOpen = isOpen
        if let before, let history {
            let marked = history.filter { !before.contains($0) }
            outcome.changeSets += marked.map { ChangeSetRun($0, .markedRan("")) }
            outcome.hasMarkedNothing = marked.isEmpty
        }
        switch status {
        case 0 where refusal != nil: outcome.failure = Failure(.notRun, refusal ?? "")
        case 0:
            _ = confirm()
            if appliesChanges, !outcome.isConfirmed {
                note(.unconfirmed)
            } else if appliesChanges, !hasLog, !isReported {
                note(.noLog)
            }
        default:
            outcome.failure = failure(status: status)
            if wasOpen { settle(by: history) } else { _ = confirm() }
        }
        return outcome
    }

    // MARK: Changesets

    private mutating func begin(_ next: Current) -> [Event] {
        let events = confirm()
        current = next
        return events + [.began(next.changeSet)]
    }

    private mutating func notePrecondition(_ fields: [String]) {
        guard let option = fields.first else { return }
        // Java's default name of an object carries no information.
        let reason = fields.dropFirst().joined(separator: " ").oneLine.replacing(#/[\w.$]+@[0-9a-f]+ : /#, with: "")
        current?.precondition = (option, reason)
        if option == "WARN", let changeSet = current?.changeSet { note(.preconditionIgnored(changeSet, reason)) }
    }

    private mutating func ran(_ changeSet: ChangeSetIdentity, _ type: String, _ time: Duration?, changesNothing: Bool)
        -> [Event]
    {
        let reason = current?.precondition?.reason ?? ""
        switch type {
        case "SKIPPED": return confirm()
        case "FAILED":
            note(.failureAllowed(changeSet, allowedFailure))
            current?.run = ChangeSetRun(changeSet, .failureAllowed(allowedFailure))
            return confirm()
        case "MARK_RAN": current?.run = ChangeSetRun(changeSet, .markedRan(reason))
        default:
            if changeSet.id == "raw", changeSet.author == "includeAll" {
                note(.noHeader(changeSet))
            } else if changesNothing {
                note(.nothingRun(changeSet))
            }
            current?.run = ChangeSetRun(changeSet, .applied, took: time)
        }
        return []
    }

    private mutating func confirm() -> [Event] {
        defer { current = nil }
        guard let current else { return [] }
        if let run = current.run { return ended(run) }
        // The log does not tell that a rollback has ended, but that the next changeset begins.
        if !isReported, current.isRollback, failures.isEmpty, failureText.isEmpty {
            return ended(ChangeSetRun(current.changeSet, .rolledBack))
        }
        // Later versions do not report skipped changesets.
        guard isReported, failures.isEmpty, !current.isRollback else { return [] }
        let reason = current.precondition?.reason ?? "none of its changes apply to this database"
        return ended(ChangeSetRun(current.changeSet, .skipped(reason)))
    }

    /// Decides the result of the changeset during which the run ended abruptly.
    private mutating func settle(by history: [ChangeSetIdentity]?) {
        guard let current else { return }
        let result: ChangeSetRun.Result
        if let history, !current.isAgain {
            let isRecorded = history.contains(current.changeSet.normalized)
            if isRecorded == !current.isRollback {
                result = current.run?.result ?? (current.isRollback ? .rolledBack : .applied)
            } else {
                result = .interrupted(isRollback: current.isRollback)
            }
        } else {
            result = history == nil ? .unknown : .interrupted(isRollback: current.isRollback)
        }
        _ = ended(ChangeSetRun(current.changeSet, result, took: current.run?.duration))
    }

    private mutating func ended(_ run: ChangeSetRun) -> [Event] {
        if isPreview { return [] }
        outcome.changeSets.append(run)
        return [.ended(run)]
    }

    private mutating func note(_ finding: FalseSuccess) {
        if !outcome.falseSuccesses.contains(finding) { outcome.falseSuccesses.append(finding) }
    }

    // MARK: Failures

    private func failure(of changeSet: ChangeSetIdentity, _ fields: [String]) -> Failure {
        var failure: Failure
        if let (option, reason) = current?.precondition, option == "HALT" {
            failure = Failure(.preconditionFailed, reason)
        } else {
            // Liquibase wraps the original exception and repeats its message.
            let causes = Cause.all(in: fields)
            let cause = causes.dropFirst().first { !$0.message.isEmpty } ?? causes.first
            failure = FailureParser(cause?.message ?? "", causes: causes).failure
            if failure.kind == .other { failure.kind = .changeSetFailed }
            if failure.kind == .changeSetFailed, let missingClass { failure = .missingClass(missingClass) }
        }
        failure.changeSet = failure.changeSet ?? changeSet
        return failure
    }

    private func failure(status: Int32?) -> Failure? {
        let silent = status.map { Failure(.other, "Liquibase exited with status \($0)") }
        let told = failureText.isEmpty ? silent : FailureParser(failureText).failure
        guard var failure = failures.first ?? told else { return nil }
        if failure.problems.isEmpty, failure.kind.concernsAChangeSet, failure.changeSet == nil {
            failure.changeSet = current?.changeSet
        }
        // Replaces 4.6.2's misleading message.
        if dropsAll, failure.kind == .other, failure.message.contains("because \"<local") {
            failure.hint =
                "Liquibase 4.6.2 cannot drop all objects in SQLite; delete the database file, or use "
                + "a later version"
        }
        return failure
    }

    // MARK: The log

    private mutating func receive(_ entry: LogEntry) -> [Event] {
        switch entry.level {
        case "SEVERE":
            if entry.logger.hasSuffix(".integration") || entry.logger.hasSuffix(".command") {
                failures.append(FailureParser(entry.message, causes: entry.causes).failure)
            }
        case "WARNING": return receiveWarning(entry)
        case "INFO":
            if entry.message.hasPrefix("Waiting for change") { return [.isWaitingForLock] }
            if let match = entry.message.firstMatch(
                of: #/^Change ?[Ss]et .* failed, (?:but|and) .*failOnError.* false\. *(?:Error: )?/#)
            {
                allowedFailure = FailureParser(String(entry.message[match.range.upperBound...])).failure.message
            }
        default: break
        }
        return []
    }

    private mutating func receiveWarning(_ entry: LogEntry) -> [Event] {
        let message = entry.message
        if let match = message.firstMatch(of: #/^(?:Changeset .*: )?Exception thrown loading ([\w.$]+)/#) {
            // Version 5.0 continues for a while and repeats the message.
            guard missingClass == nil else { return [] }
            missingClass = String(match.1)
            return [.line("warning: class \(match.1) not found")]
        }
        let isOther =
            ["hub", "command", "configuration", "parser", "ui"].contains { entry.logger.hasSuffix("." + $0) }
            || isReported && entry.logger.hasSuffix(".precondition")
        // The lock was dropped with all other tables.
        let isExpected = dropsAll && message == "Failed to release change log lock"
        if isOther || isExpected || message.isKnownWarning { return [] }
        return [.line("warning: " + message)]
    }

    // MARK: Lines

    /// Parses rows of `status` and the one warning that goes to standard output.
    private mutating func receiveData(_ line: String) {
        if line.tellsOfRefusal { refusal = line }
        // Most commands print large scripts instead of rows of `status`.
        guard let first = line.utf8.first, line.utf8.count < Self.limit else { return }
        if UInt8(ascii: "0")...UInt8(ascii: "9") ~= first,
            let match = line.firstMatch(of: #/^(\d+) change ?sets? (have|has) not been applied to /#)
        {
            outcome.pendingCount = Int(match.1)
        } else if line.hasSuffix(" is up to date"), outcome.pendingCount == nil {
            outcome.pendingCount = 0
        } else if line.hasPrefix("     "), outcome.pendingCount ?? 0 > outcome.pending.count,
            let changeSet = ChangeSetIdentity(line.trimmed)
        {
            outcome.pending.append(changeSet)
        } else if line.tellsOfFailedStart {
            // The following lines on the same stream are shown as they arrive.
            if failureText.isEmpty { failureText = line }
        } else if line.hasPrefix("WARNING: "), let match = line.firstMatch(of: #/^WARNING: +Unknown log level (\S+)\./#)
        {
            note(.unknownLogLevel(String(match.1)))
        }
    }

    private mutating func receiveMessage(_ line: String) -> [Event] {
        if line.beginsFailure {
            section = .failure
            if failureText.isEmpty { failureText = line } else { section = .noise }
            return []
        }
        if line.tellsOfRefusal {
            refusal = line
            return []
        }
        if line.hasPrefix("Could not find defaults file ") {
            note(.noDefaultsFile(String(line.dropFirst("Could not find defaults file ".count))))
            return []
        }
        if line.hasPrefix("Liquibase command '"), line.hasSuffix("' was executed successfully.") {
            outcome.isConfirmed = true
            return confirm()
        }
        // The pattern is compiled each time, so only where it may match.
        if line.hasPrefix("R"), let match = line.firstMatch(of: #/^(Running|Rolling Back) Change ?[Ss]et: ?(.*)/#),
            let changeSet = ChangeSetIdentity(match.2)
        {
            return isReported ? [] : begin(Current(changeSet: changeSet, isRollback: match.1 != "Running"))
        }
        if let isBlock = line.beginsNoise {
            section = isBlock ? .block : .none
            return []
        }
        switch section {
        case .noise: break
        case .block: if line.isEmpty { section = .none }
        case .failure:
            if line.hasPrefix("\tat ") || line.beginsStackTrace {
                section = .noise
            } else if failureText.utf8.count < Self.limit {
                failureText += "\n" + line
            }
        case .none:
            if line.beginsStackTrace {
                section = .noise
            } else if !line.allSatisfy(\.isWhitespace) {
                return [.line(line)]
            }
        }
        // Liquibase 4.6.2 names the failed changeset in the stack trace only.
        guard section == .noise, !isReported, let changeSet = line.failedChangeSet, changeSet != current?.changeSet
        else { return [] }
        return begin(Current(changeSet: changeSet))
    }

    // MARK: Without reports

    private mutating func receiveText(of entry: LogEntry) -> [Event] {
        // The user has already seen such messages, and a failure takes more than one line.
        if entry.logger.hasSuffix(".ui") || entry.level == "SEVERE" && !hasReports { return [] }
        guard let run = ChangeSetRun(logged: entry.message) else { return receive(entry) }
        let isOfCurrent = current?.changeSet == run.changeSet && current?.isRollback == false
        let events = isOfCurrent ? [] : confirm()
        if case .failureAllowed(let message) = run.result { note(.failureAllowed(run.changeSet, message)) }
        guard run.result == .applied else {
            current = nil
            return events + ended(run)
        }
        current = Current(changeSet: run.changeSet, run: run)
        return events
    }
}
