import DevtoolKit
import Glibc
import Synchronization

/// Reports a run of Liquibase in devtool's words: a line for each changeset, a summary, and any failure.
///
/// ```swift
/// let reporter = LiquibaseReporter(of: "update", on: "dev", in: context)
/// let termination = try await launch.run(run) { line in       // one that is reported, with the log level `info`
///     try reporter.receive(line)
/// }
/// let history = await targetRun.openHistory()
/// let report = try reporter.report(.success(termination), history)
/// if report.status != .success { throw report.status }
/// ```
///
/// Liquibase's standard output is data: it passes through unchanged, or is kept for JSON. With `--verbose`, its
/// standard error passes through, too.
final class LiquibaseReporter: Sendable {
    struct Style: Sendable {
        /// Whether to keep Liquibase's standard output for JSON instead of printing it.
        var isJSON = false
        /// Whether to print nothing but progress and the log, because the caller reports the run.
        var isSilent = false
        var showsLog = false
        /// Whether the command only prints information about Liquibase.
        var isAboutLiquibase = false
        /// Whether to drop the lines that Liquibase prints above its version.
        var dropsBanner = false
        /// The prefix of each line if several runs are shown; otherwise empty.
        var prefix = ""
        /// Returns a changeset's position, from 1, and the number of changesets.
        var position: @Sendable (ChangeSetIdentity) -> (Int, of: Int)? = { _ in nil }
    }

    private struct State {
        var interpreter: RunInterpreter
        var output: [UInt8] = []
        var beginning: [UInt8] = []
        var hasSpoken = false
        var report: LiquibaseReport?
        var progress: Progress?
        var begin: ContinuousClock.Instant

        /// Parses a line of standard error; only lines longer than any message arrive in pieces.
        mutating func read(_ line: OutputLine) -> [RunInterpreter.Event] {
            line.isContinued ? [] : interpreter.receive(line.text, on: .error)
        }

        /// Parses a piece of standard output; returns a completed line, or the beginning of a very long one.
        mutating func readOutput(_ piece: OutputLine) -> [UInt8]? {
            beginning += piece.bytes
            guard piece.bytes.last == UInt8(ascii: "\n") || beginning.count > 1 << 16 else { return nil }
            defer { beginning = [] }
            // Data causes no events.
            _ = interpreter.receive(OutputLine(beginning, on: .output).text, on: .output)
            return beginning
        }
    }

    private let command: String
    private let target: String?
    private let style: Style
    private let context: Context
    private let place: @Sendable (Failure.Subject) -> SourceLocation?
    private let state: Mutex<State>

    init(
        of command: String, on target: String?, style: Style = Style(), in context: Context,
        place: @escaping @Sendable (Failure.Subject) -> SourceLocation? = { _ in nil }
    ) {
        self.command = command
        self.target = target
        self.style = style
        self.context = context
        self.place = place
        state = Mutex(
            State(
                interpreter: RunInterpreter(of: style.isAboutLiquibase ? nil : CommandName(command)),
                begin: context.clock.now))
    }

    var title: String { target.map { "\(command) on \($0)" } ?? command }

    func show(_ progress: Progress?) { state.withLock { $0.progress = progress } }

    func begin() { state.withLock { $0.begin = context.clock.now } }

    func receive(_ line: OutputLine) throws {
        if line.stream == .output {
            // Later versions print it among the data, for each attempt; ``LockKeeper`` reports who holds the lock.
            if line.bytes.starts(with: String.lockWait.utf8) { return }
            state.withLock { $0.hasSpoken = true }
            if style.dropsBanner, !showsLog, line.text.isBanner { return }
            return try receiveOutput(line)
        }
        if let report = JavaReport(line) { return state.withLock { $0.interpreter.receive(report) }.forEach(tell) }
        if showsLog {
            let prefix = line.isContinued ? [] : Array(style.prefix.utf8)
            (prefix + line.bytes).withUnsafeBytes { context.console.writeError($0) }
        }
        let events = state.withLock { $0.read(line) }
        events.forEach(tell)
    }

    private func receiveOutput(_ piece: OutputLine) throws {
        let line = state.withLock { state in
            if style.isJSON { state.output += piece.bytes }
            return state.readOutput(piece)
        }
        if style.isJSON { return }
        // Several runs share the output, so only whole lines are written.
        if style.prefix.isEmpty {
            try piece.bytes.withUnsafeBytes { try context.console.write($0) }
        } else if let line {
            try writeOutput(line)
        }
    }

    private func writeOutput(_ line: [UInt8]) throws {
        try (Array(style.prefix.utf8) + line).withUnsafeBytes { try context.console.write($0) }
    }

    /// Writes an incomplete last line if other runs' lines follow.
    private func finishOutput() {
        let rest = state.withLock(\.beginning)
        guard !rest.isEmpty, !style.prefix.isEmpty, !style.isJSON else { return }
        // Even if standard output is closed, the report continues.
        try? writeOutput(rest + [UInt8(ascii: "\n")])
    }

    var ended: LiquibaseReport? { state.withLock(\.report) }

    /// Whether the history must decide the last changeset's result, because the run did not exit with 0.
    var isOpen: Bool { state.withLock(\.interpreter.isOpen) }

    /// Notes the recorded changesets before a command that only records others; they are compared with those after it.
    func note(before history: Set<ChangeSetIdentity>) { state.withLock { $0.interpreter.before = history } }

    /// Reports at the end of a run, even one that was stopped, because applied changesets persist.
    ///
    /// If ``isOpen``, `history` contains the recorded changesets, or is `nil` if they cannot be read.
    ///
    /// - Throws: the error that stopped the run; ``Interrupted`` if it was a signal to the child.
    func report(_ ending: Result<Termination, any Error>, _ history: [ChangeSetIdentity]? = nil) throws
        -> LiquibaseReport
    {
        switch ending {
        case .success(let termination):
            let report = end(termination, history)
            if case .signaled = termination { try termination.propagate() }
            return report
        case .failure(let error):
            if let status = ExitStatus(after: error) {
                end(nil, history, as: status)
                // The caller prints it.
                state.withLock { $0.report?.summary.outcome.note(Failure(error)) }
            }
            throw error
        }
    }

    @discardableResult func end(_ termination: Termination, _ history: [ChangeSetIdentity]? = nil) -> LiquibaseReport {
        switch termination {
        case .exited(let code): return end(code, history)
        case .signaled(let signal):
            var failure = Failure(.other, "Liquibase was terminated by signal \(signal)")
            if signal == SIGKILL {
                failure.hint = "if the signal was not sent on purpose, the system probably ran out of memory"
            }
            return end(nil, history, as: ExitStatus(ofChild: 128 + signal), after: failure)
        }
    }

    func end(_ error: any DiagnosableError, _ history: [ChangeSetIdentity]? = nil) -> LiquibaseReport {
        end(nil, history, as: error.exitStatus, after: Failure(error))
    }

    /// Reports the results in every requested form but JSON; `code` is `nil` for a stopped run.
    @discardableResult func end(
        _ code: Int32?, _ history: [ChangeSetIdentity]?, as stopped: ExitStatus? = nil, after failure: Failure? = nil
    ) -> LiquibaseReport {
        finishOutput()
        var (told, readsLog, outcome, output, begin) = state.withLock { state in
            (
                state.interpreter.count, state.interpreter.readsLog,
                state.interpreter.end(status: code, history: history), state.output, state.begin
            )
        }
        outcome.note(failure)
        // The end of the output may also be the end of a changeset.
        outcome.changeSets.dropFirst(told).filter { !$0.isOpen }.forEach { tell(.ended($0)) }
        let summary = LiquibaseSummary(
            command: command, target: target, outcome: outcome, duration: context.clock.now - begin, place: place)
        let report = LiquibaseReport(
            summary: summary, status: stopped ?? status(of: outcome, code ?? 0),
            output: output.isEmpty ? nil : String(decoding: output, as: UTF8.self))
        state.withLock { $0.report = report }
        if style.isSilent { return report }
        if readsLog { context.console.say("changeset results were read from Liquibase's log", at: .verbose) }
        for testCase in summary.testCases { context.console.record(testCase.prefixed(by: style.prefix)) }
        summary.diagnostics.forEach(self.report)
        if let sentence = summary.sentence {
            say(sentence)
        } else if outcome.isConfirmed, outcome.failure == nil, !state.withLock(\.hasSpoken) {
            // Some commands report their success in Liquibase's log only.
            say("\(command) done (\(summary.duration.shortText))")
        }
        if let markdown = summary.markdown { StepSummary(in: context)?.append(markdown) }
        return report
    }

    private func report(_ diagnostic: Diagnostic) {
        var diagnostic = diagnostic
        diagnostic.message = style.prefix + diagnostic.message
        context.console.report(diagnostic)
    }

    private func say(_ line: String) {
        state.withLock { $0.hasSpoken = true }
        context.console.say(style.prefix + line)
    }

    /// A classified failure decides the exit status; otherwise Java's own exit code is passed on.
    private func status(of outcome: LiquibaseOutcome, _ code: Int32) -> ExitStatus {
        guard let failure = outcome.failure else { return outcome.status }
        return failure.kind == .other && code > 1 ? ExitStatus(ofChild: code) : failure.status
    }

    private var showsLog: Bool { style.showsLog || context.console.verbosity == .verbose }

    private func tell(_ event: RunInterpreter.Event) {
        // With --verbose, Liquibase's own lines are printed instead.
        let showsLines = !showsLog && !style.isSilent
        switch event {
        case .line(let line): if showsLines { say(line) }
        case .ended(let run): if showsLines { say(run.line) }
        // ``LockKeeper`` reports who holds the lock.
        case .began, .isWaitingForLock: break
        }
        updateProgress(event)
    }

    private func updateProgress(_ event: RunInterpreter.Event) {
        let (progress, count) = state.withLock { ($0.progress, $0.interpreter.count) }
        guard let progress else { return }
        switch event {
        case .began(let changeSet):
            let number = style.position(changeSet).map { "\($0.0) of \($0.of)" } ?? "\(count + 1)"
            progress.update("changeset \(number): \(changeSet)")
        case .ended(let run):
            // Liquibase 4.6.2 does not announce the next changeset.
            let number = style.position(run.changeSet).map { "\($0.0) of \($0.of)" } ?? "\(count)"
            progress.update("after changeset \(number): \(run.changeSet)")
        case .isWaitingForLock: progress.update("waiting for the changelog lock")
        case .line: break
        }
    }
}

extension ExitStatus {
    init?(after error: any Error) {
        switch error {
        case let interrupted as Interrupted: self.init(ofChild: 128 + interrupted.signal)
        case let error as any DiagnosableError: self = error.exitStatus
        default: return nil
        }
    }
}

extension TestCase {
    fileprivate func prefixed(by prefix: String) -> TestCase {
        var copy = self
        copy.name = prefix + name
        if case .failed(let message, let details) = outcome {
            copy.outcome = .failed(prefix + message, details: details)
        }
        return copy
    }
}

extension String { fileprivate var isBanner: Bool { hasPrefix("##") || hasPrefix("Starting Liquibase at ") } }
