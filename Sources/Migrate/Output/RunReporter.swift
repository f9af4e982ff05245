import DevtoolKit
import Synchronization

/// Runs Liquibase and tells what it does, in devtool's own words: a line for each changeset as it ends,
/// a sentence at the end, the failure with its changeset and its statement.
///
/// ```swift
/// let reporter = RunReporter(of: "update", on: "dev", in: context)
/// let status = try await reporter.run(invocation)   // one with `--log-level=info`
/// if status != .success { throw status }
/// ```
///
/// What Liquibase writes to standard output is data, and comes out byte by byte; with `--json` it is a
/// member of the object. With `--verbose` its lines on standard error come out as they are, too.
/// Liquibase's output untouched (`--raw`) is not for this type: ``ProcessRunner/run(_:showing:)`` does it.
final class RunReporter: Sendable {
    private struct State {
        var transcript = Transcript()
        var output: [UInt8] = []
        /// The beginning of a line that comes in pieces.
        var beginning: [UInt8] = []
        var progress: Progress?
        var isWaiting = false

        /// Reads a line, or a piece of one: on standard error only lines that are longer than any message
        /// come in pieces.
        mutating func read(_ line: OutputLine) -> [Transcript.Event] {
            if line.stream == .error {
                return line.isContinued ? [] : transcript.receive(line.text, on: .error)
            }
            beginning += line.bytes
            guard line.bytes.last == UInt8(ascii: "\n") || beginning.count > 1 << 16 else {
                return []
            }
            defer { beginning.removeAll(keepingCapacity: true) }
            return transcript.receive(OutputLine(beginning, on: .output).text, on: .output)
        }
    }

    private let command: String
    private let target: String?
    private let isJSON: Bool
    private let expected: Int?
    private let context: Context
    private let place: @Sendable (ChangeSetIdentity) -> SourceLocation?
    private let begin = ContinuousClock.now
    private let state = Mutex(State())

    /// Prepares the report of one run.
    ///
    /// - Parameters:
    ///   - command: the command of Liquibase, as `update`.
    ///   - target: the target's name, if there is one.
    ///   - isJSON: whether standard output gets one JSON object, and nothing else.
    ///   - expected: how many changesets are to be run, where that is known.
    ///   - context: where all goes.
    ///   - place: where a changeset stands, if that is known; called for those that are reported.
    init(
        of command: String, on target: String?, isJSON: Bool = false,
        expecting expected: Int? = nil,
        in context: Context,
        place: @escaping @Sendable (ChangeSetIdentity) -> SourceLocation? = { _ in nil }
    ) {
        self.command = command
        self.target = target
        self.isJSON = isJSON
        self.expected = expected
        self.context = context
        self.place = place
    }

    /// Runs Liquibase to its end, and reports; also when it is stopped, as what was applied until then
    /// stays.
    ///
    /// - Returns: what devtool is to end with.
    /// - Throws: what ``ProcessRunner/run(_:passing:)`` throws, ``Interrupted`` where a signal ended the
    ///   child.
    func run(_ invocation: Invocation) async throws -> ExitStatus {
        let title = target.map { "\(command) on \($0)" } ?? command
        let termination: Termination
        do {
            termination = try await context.console.withProgress("Liquibase: \(title)") {
                progress in
                state.withLock { $0.progress = progress }
                defer { state.withLock { $0.progress = nil } }
                return try await context.processes.run(invocation) { [self] in try receive($0) }
            }
        } catch let error as Interrupted {
            try report(nil, as: ExitStatus(ofChild: 128 + error.signal))
            throw error
        } catch let error as ProcessError {
            try report(nil, as: error.exitStatus)
            throw error
        }
        return try finish(termination)
    }

    /// Takes a line, and shows what is to be shown of it.
    ///
    /// - Throws: what writing to standard output throws.
    func receive(_ line: OutputLine) throws {
        if line.stream == .output {
            if isJSON {
                state.withLock { $0.output += line.bytes }
            } else {
                try line.bytes.withUnsafeBytes { try context.console.write($0) }
            }
        } else if context.console.verbosity == .verbose {
            line.bytes.withUnsafeBytes { context.console.writeError($0) }
        }
        let events = state.withLock { $0.read(line) }
        events.forEach(tell)
    }

    /// Reports at the end of a run.
    ///
    /// - Returns: what devtool is to end with.
    /// - Throws: ``Interrupted`` where a signal ended the child; what writing to standard output throws.
    func finish(_ termination: Termination) throws -> ExitStatus {
        switch termination {
        case .exited(let code): return try report(code)
        case .signaled(let signal):
            try report(nil, as: ExitStatus(ofChild: 128 + signal))
            try termination.propagate()
            return .success
        }
    }

    /// Tells what the run did, in every way that is asked for.
    ///
    /// - Parameters:
    ///   - code: what Liquibase ended with; nil where it was stopped.
    ///   - stopped: what devtool ends with where it was stopped.
    /// - Returns: what devtool is to end with.
    /// - Throws: what writing to standard output throws.
    @discardableResult
    private func report(_ code: Int32?, as stopped: ExitStatus? = nil) throws -> ExitStatus {
        let (told, outcome, output) = state.withLock { state in
            (state.transcript.count, state.transcript.end(status: code), state.output)
        }
        // The end of the output may be that of a changeset.
        outcome.changeSets.dropFirst(told).forEach { tell(.ended($0)) }
        let summary = RunSummary(
            command: command, target: target, outcome: outcome,
            duration: ContinuousClock.now - begin, place: place)
        let status = stopped ?? status(of: outcome, code ?? 0)
        summary.testCases.forEach(context.console.record)
        summary.diagnostics.forEach(context.console.report)
        if let sentence = summary.sentence { context.console.say(sentence) }
        if let markdown = summary.markdown { StepSummary(in: context)?.append(markdown) }
        if isJSON {
            let text = output.isEmpty ? nil : String(decoding: output, as: UTF8.self)
            try context.console.print(summary.json(output: text, status: status))
        }
        return status
    }

    /// A failure that is classified ends devtool as its kind says; what Java itself ends with is passed on.
    private func status(of outcome: RunOutcome, _ code: Int32) -> ExitStatus {
        guard let failure = outcome.failure else { return outcome.status }
        return failure.kind == .other && code > 1 ? ExitStatus(ofChild: code) : failure.status
    }

    private func tell(_ event: Transcript.Event) {
        // Liquibase's own lines are shown with --verbose.
        let showsLines = context.console.verbosity < .verbose
        switch event {
        case .line(let line): if showsLines { context.console.say(line) }
        case .ended(let run): if showsLines { context.console.say(run.line) }
        case .isWaitingForLock:
            let isFirst = state.withLock { state in
                defer { state.isWaiting = true }
                return !state.isWaiting
            }
            if isFirst, showsLines { context.console.say("waiting for the changelog lock") }
        case .began: break
        }
        updateProgress(event)
    }

    private func updateProgress(_ event: Transcript.Event) {
        let (progress, count) = state.withLock { ($0.progress, $0.transcript.count) }
        guard let progress else { return }
        let number = expected.map { "changeset \(count + 1) of \($0)" } ?? "changeset \(count + 1)"
        switch event {
        case .began(let changeSet): progress.update("\(number): \(changeSet)")
        case .ended(let run):
            // Which one comes next is not told by 4.6.2.
            let isLast = expected.map { $0 <= count } ?? false
            progress.update(isLast ? "finishing" : "\(number), after \(run.changeSet)")
        case .isWaitingForLock: progress.update("waiting for the changelog lock")
        case .line: break
        }
    }
}
