import DevtoolKit
import Glibc
import Synchronization

/// Reports a run of Liquibase in devtool's words: a line for each changeset, a summary, and a failure
/// with its changeset and statement.
///
/// ```swift
/// let reporter = LiquibaseReporter(of: "update", on: "dev", in: context)
/// let termination = try await launch.run(run) { line in       // one that is reported, with the log level `info`
///     try reporter.receive(line)
/// }
/// let history = reporter.isOpen ? await keeper.history() : nil
/// let report = try reporter.report(.success(termination), history)
/// if report.status != .success { throw report.status }
/// ```
///
/// What Liquibase writes to standard output is data, and comes out byte by byte, or is kept for JSON. With
/// `--verbose` its lines on standard error come out as they are, too.
final class LiquibaseReporter: Sendable {
    /// How a run is reported.
    struct Style: Sendable {
        /// Whether what Liquibase writes to standard output is kept for JSON, and not shown.
        var isJSON = false
        /// Whether the run is left to the caller to tell of, but for progress and the log.
        var isSilent = false
        /// Whether the lines of Liquibase's log are shown.
        var showsLog = false
        /// Whether Liquibase only tells about itself, and nothing is run.
        var isAboutLiquibase = false
        /// Whether what Liquibase prints above its version is left out.
        var dropsBanner = false
        /// What stands before each line, where several runs are shown; empty for one alone.
        var prefix = ""
        /// How many changesets there are, and which one of them a changeset is, from 1.
        var position: @Sendable (ChangeSetIdentity) -> (Int, of: Int)? = { _ in nil }
    }

    private struct State {
        var transcript: LiquibaseTranscript
        var output: [UInt8] = []
        /// The beginning of a line that comes in pieces.
        var beginning: [UInt8] = []
        /// Whether the user has been shown anything.
        var hasSpoken = false
        /// What the run did, once it has ended.
        var report: LiquibaseReport?
        var progress: Progress?
        var begin: ContinuousClock.Instant

        /// Reads a line of standard error, where only those that are longer than any message come in
        /// pieces.
        mutating func read(_ line: OutputLine) -> [LiquibaseTranscript.Event] {
            line.isContinued ? [] : transcript.receive(line.text, on: .error)
        }

        /// Reads a piece of standard output.
        ///
        /// - Returns: the line that the piece ends, or the beginning of a very long one.
        mutating func readOutput(_ piece: OutputLine) -> [UInt8]? {
            beginning += piece.bytes
            guard piece.bytes.last == UInt8(ascii: "\n") || beginning.count > 1 << 16 else {
                return nil
            }
            defer { beginning = [] }
            // There are no events of what is data.
            _ = transcript.receive(OutputLine(beginning, on: .output).text, on: .output)
            return beginning
        }
    }

    private let command: String
    private let target: String?
    private let style: Style
    private let context: Context
    private let place: @Sendable (Failure.Subject) -> SourceLocation?
    private let state: Mutex<State>

    /// Prepares the report of one run.
    ///
    /// - Parameters:
    ///   - command: the command of Liquibase, as `update`.
    ///   - target: the target's name, if there is one.
    ///   - style: how it is shown.
    ///   - context: where all goes.
    ///   - place: where something stands in the changelog, if that is known; called for what is reported.
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
                transcript: LiquibaseTranscript(
                    of: style.isAboutLiquibase ? nil : CommandName(command)),
                begin: context.clock.now))
    }

    /// What is run, in words.
    var title: String { target.map { "\(command) on \($0)" } ?? command }

    /// Shows from now on how far the run is; nil at its end.
    func show(_ progress: Progress?) {
        state.withLock { $0.progress = progress }
    }

    /// Notes that the run begins now.
    func begin() {
        state.withLock { $0.begin = context.clock.now }
    }

    /// Takes a line, and shows what is to be shown of it.
    ///
    /// - Throws: what writing to standard output throws.
    func receive(_ line: OutputLine) throws {
        if line.stream == .output {
            state.withLock { $0.hasSpoken = true }
            if style.dropsBanner, !showsLog, line.text.isBanner { return }
            return try receiveOutput(line)
        }
        if let report = JavaReport(line) {
            return state.withLock { $0.transcript.receive(report) }.forEach(tell)
        }
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
        // Of several runs only whole lines can be told apart.
        if style.prefix.isEmpty {
            try piece.bytes.withUnsafeBytes { try context.console.write($0) }
        } else if let line {
            try writeOutput(line)
        }
    }

    private func writeOutput(_ line: [UInt8]) throws {
        try (Array(style.prefix.utf8) + line).withUnsafeBytes { try context.console.write($0) }
    }

    /// Writes a last line without an end, where lines of others follow.
    private func finishOutput() {
        let rest = state.withLock(\.beginning)
        guard !rest.isEmpty, !style.prefix.isEmpty, !style.isJSON else { return }
        // Where nobody reads any more, the report still counts.
        try? writeOutput(rest + [UInt8(ascii: "\n")])
    }

    /// What the run did, once it has ended, whatever has ended it.
    var ended: LiquibaseReport? { state.withLock(\.report) }

    /// Whether it is open what became of a changeset, where the run is over and did not end with 0; only the history
    /// tells then.
    var isOpen: Bool { state.withLock(\.transcript.isOpen) }

    /// Reports at the end of a run, also of one that was stopped, as what was applied until then stays.
    ///
    /// - Parameters:
    ///   - ending: how it ended, or what has stopped it.
    ///   - history: the changesets that are recorded, where it ``isOpen``; nil where the database does not tell.
    /// - Returns: what the run did, and what devtool is to end with.
    /// - Throws: what has stopped it, ``Interrupted`` where that was a signal to the child.
    func report(
        _ ending: Result<Termination, any Error>, _ history: Set<ChangeSetIdentity>? = nil
    ) throws -> LiquibaseReport {
        switch ending {
        case .success(let termination):
            let report = end(termination, history)
            if case .signaled = termination { try termination.propagate() }
            return report
        case .failure(let error):
            if let status = ExitStatus(after: error) { end(nil, history, as: status) }
            throw error
        }
    }

    /// Reports at the end of a run.
    @discardableResult
    func end(
        _ termination: Termination, _ history: Set<ChangeSetIdentity>? = nil
    ) -> LiquibaseReport {
        switch termination {
        case .exited(let code): return end(code, history)
        case .signaled(let signal):
            report(
                Diagnostic(
                    "Liquibase was terminated by signal \(signal)",
                    hint: signal == SIGKILL
                        ? "if nobody sent it, the kernel did because memory ran out" : nil))
            return end(nil, history, as: ExitStatus(ofChild: 128 + signal))
        }
    }

    /// Reports at the end of a run that was stopped for this.
    func end(
        _ error: any DiagnosableError, _ history: Set<ChangeSetIdentity>? = nil
    ) -> LiquibaseReport {
        error.diagnostics.forEach(report)
        return end(nil, history, as: error.exitStatus)
    }

    /// Tells what the run did, in every way that is asked for but JSON.
    ///
    /// - Parameters:
    ///   - code: what Liquibase ended with; nil where it was stopped.
    ///   - history: as in ``report(_:_:)``.
    ///   - stopped: what devtool ends with where it was stopped.
    /// - Returns: what the run did, and what devtool is to end with.
    @discardableResult
    func end(
        _ code: Int32?, _ history: Set<ChangeSetIdentity>?, as stopped: ExitStatus? = nil
    ) -> LiquibaseReport {
        finishOutput()
        let (told, readsLog, outcome, output, begin) = state.withLock { state in
            (
                state.transcript.count, state.transcript.readsLog,
                state.transcript.end(status: code, history: history), state.output, state.begin
            )
        }
        // The end of the output may be that of a changeset.
        outcome.changeSets.dropFirst(told).filter { !$0.isOpen }.forEach { tell(.ended($0)) }
        let summary = LiquibaseSummary(
            command: command, target: target, outcome: outcome,
            duration: context.clock.now - begin, place: place)
        let report = LiquibaseReport(
            summary: summary, status: stopped ?? status(of: outcome, code ?? 0),
            output: output.isEmpty ? nil : String(decoding: output, as: UTF8.self))
        state.withLock { $0.report = report }
        if style.isSilent { return report }
        if readsLog {
            context.console.say(
                "what became of changesets was read from Liquibase's log", at: .verbose)
        }
        for testCase in summary.testCases {
            context.console.record(testCase.prefixed(by: style.prefix))
        }
        summary.diagnostics.forEach(self.report)
        if let sentence = summary.sentence {
            say(sentence)
        } else if outcome.isConfirmed, outcome.failure == nil, !state.withLock(\.hasSpoken) {
            // Some commands say nothing of what they did, but in Liquibase's log.
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

    /// A failure that is classified ends devtool as its kind says; what Java itself ends with is passed on.
    private func status(of outcome: LiquibaseOutcome, _ code: Int32) -> ExitStatus {
        guard let failure = outcome.failure else { return outcome.status }
        return failure.kind == .other && code > 1 ? ExitStatus(ofChild: code) : failure.status
    }

    private var showsLog: Bool { style.showsLog || context.console.verbosity == .verbose }

    private func tell(_ event: LiquibaseTranscript.Event) {
        // Liquibase's own lines are shown with --verbose.
        let showsLines = !showsLog && !style.isSilent
        switch event {
        case .line(let line): if showsLines { say(line) }
        case .ended(let run): if showsLines { say(run.line) }
        // The keeper of the lock tells who holds it.
        case .began, .isWaitingForLock: break
        }
        updateProgress(event)
    }

    private func updateProgress(_ event: LiquibaseTranscript.Event) {
        let (progress, count) = state.withLock { ($0.progress, $0.transcript.count) }
        guard let progress else { return }
        switch event {
        case .began(let changeSet):
            let number = style.position(changeSet).map { "\($0.0) of \($0.of)" } ?? "\(count + 1)"
            progress.update("changeset \(number): \(changeSet)")
        case .ended(let run):
            // Which one comes next is not told by 4.6.2.
            let number = style.position(run.changeSet).map { "\($0.0) of \($0.of)" } ?? "\(count)"
            progress.update("after changeset \(number): \(run.changeSet)")
        case .isWaitingForLock: progress.update("waiting for the changelog lock")
        case .line: break
        }
    }
}

extension ExitStatus {
    /// What devtool ends with for a run that an error has stopped; nil for an error that is not the run's.
    init?(after error: any Error) {
        switch error {
        case let interrupted as Interrupted: self.init(ofChild: 128 + interrupted.signal)
        case let error as any DiagnosableError: self = error.exitStatus
        default: return nil
        }
    }
}

extension TestCase {
    /// The test case of one of several runs; its message is that of the diagnostic, which tells the same.
    fileprivate func prefixed(by prefix: String) -> TestCase {
        var copy = self
        copy.name = prefix + name
        if case .failed(let message, let details) = outcome {
            copy.outcome = .failed(prefix + message, details: details)
        }
        return copy
    }
}

extension String {
    /// Whether the line is of what Liquibase prints at its start.
    fileprivate var isBanner: Bool {
        hasPrefix("##") || hasPrefix("Starting Liquibase at ")
    }
}
