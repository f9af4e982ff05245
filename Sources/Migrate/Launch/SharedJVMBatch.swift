import DevtoolKit
import Synchronization
import SystemPackage

/// Several runs in one process: serializes them for the process and interprets its output.
final class SharedJVMBatch: Sendable {
    private struct State {
        var runs: [(number: Int, run: LiquibaseRun)]
        var secrets: Set<Secret>
        var output = Channel(.output)
        var error = Channel(.error)
        /// The active runs, with the number of their open streams and the status that the other stream reported.
        var open: [Int: (streams: Int, ending: Termination?)] = [:]
    }

    private struct Channel {
        let stream: OutputLine.Stream
        var reader = JavaReportReader()
        var current: (run: Int, lines: RunLines)?

        init(_ stream: OutputLine.Stream) { self.stream = stream }
    }

    private let failsFast: Bool
    private let progress: SharedJVMProgress
    private let state: Mutex<State>

    init(runs: [(number: Int, run: LiquibaseRun)], failsFast: Bool, progress: SharedJVMProgress) {
        self.failsFast = failsFast
        self.progress = progress
        state = Mutex(State(runs: runs, secrets: Set(runs.flatMap(\.run.secrets))))
    }

    var secrets: [Secret] { Array(state.withLock(\.secrets)) }
    private var runs: [(number: Int, run: LiquibaseRun)] { state.withLock(\.runs) }

    /// Replaces the run, which has ended, by the next one of a session.
    func replace(with run: LiquibaseRun) {
        state.withLock { state in
            state.runs = [(0, run)]
            state.secrets.formUnion(run.secrets)
        }
    }

    /// The settings of the process, without those of its runs; the grace period is the longest of all runs.
    var process: LiquibaseRun {
        let runs = runs
        let first = runs.first?.run
        return LiquibaseRun(
            arguments: [], settings: DefaultsFile(), directory: first?.directory ?? "",
            // If devtool is killed, this shows other processes that its runs continue.
            properties: ["devtool.process": LockOwner().processMark], reporting: first?.reporting,
            classPath: first?.classPath ?? [], javaOptions: first?.javaOptions ?? [], hidden: first?.hidden ?? [],
            gracePeriod: runs.compactMap(\.run.gracePeriod).max(), beforeStop: { [self] in await endCurrent() })
    }

    private func endCurrent() async -> Bool {
        progress.beginNoMore()
        let number = state.withLock { $0.open.keys.max() }
        let current = runs.first { $0.number == number }?.run
        return await current?.beforeStop?() ?? false
    }

    func description(stopFile: FilePath) -> Secret {
        Self.description(of: runs, failsFast: failsFast, stopFile: stopFile, count: runs.count)
    }

    /// Serializes runs for ``JavaProgram``: strings, each terminated by a zero byte, which none of them contains.
    ///
    /// `count` is the total number of runs; the others may follow later.
    static func description(
        of runs: [(number: Int, run: LiquibaseRun)], failsFast: Bool, stopFile: FilePath, count: Int
    ) -> Secret {
        let head = [failsFast ? "1" : "0", stopFile.string, "\(count)"]
        return Secret((head.map { $0 + "\0" } + runs.map { description(of: $1, number: $0).revealed }).joined())
    }

    static func description(of run: LiquibaseRun, number: Int) -> Secret {
        let run = run.reported
        let properties = run.properties.merging(run.meant) { $1 }
        var texts = ["\(number)", "\(properties.count)"]
        for (name, value) in properties.sorted(by: { $0.key < $1.key }) { texts += [name, value] }
        texts += [run.settings.text.revealed, "\(run.arguments.count)"] + run.arguments
        return Secret(texts.map { $0 + "\0" }.joined())
    }

    func receive(_ bytes: UnsafeRawBufferPointer, on stream: OutputLine.Stream) {
        let channel = stream == .output ? \State.output : \State.error
        tell(
            state.withLock { state in
                state[keyPath: channel].reader.receive(bytes).flatMap { events(of: $0, on: channel, &state) }
            })
    }

    func end(with termination: Termination) {
        tell(
            state.withLock { state in
                let rest = [\State.output, \State.error].flatMap { channel in
                    let rest = state[keyPath: channel].reader.finish()
                    return events(of: .text(rest), on: channel, &state) + end(channel, with: termination, &state)
                }
                defer { state.open = [:] }
                return rest + state.open.map { ($0.key, .ended($0.value.ending ?? termination)) }
            })
    }

    private typealias Told = (run: Int, event: SharedJVM.Event)

    private func tell(_ events: [Told]) { for (run, event) in events { progress.note(event, of: run) } }

    private func events(
        of part: JavaReportReader.Part, on channel: WritableKeyPath<State, Channel>, _ state: inout State
    ) -> [Told] {
        switch part {
        case .report(let report) where report.name == "begin":
            guard let run = report.fields.first.flatMap({ Int($0) }) else { return [] }
            let isFirst = state.open[run] == nil
            if isFirst { state.open[run] = (2, nil) }
            let lines = RunLines(state[keyPath: channel].stream, hiding: Array(state.secrets))
            state[keyPath: channel].current = (run, lines)
            return isFirst ? [(run, .began)] : []
        case .report(let report) where report.name == "end":
            let status = report.fields.first.flatMap { Int32($0) } ?? 1
            return end(channel, with: .exited(status), &state)
        case .report(let report):
            guard let (run, lines) = state[keyPath: channel].current else { return [] }
            return [(run, .line(lines.line(of: report)))]
        case .text(let bytes):
            guard let run = state[keyPath: channel].current?.run else { return [] }
            return state[keyPath: channel].current?.lines.receive(bytes).map { (run, .line($0)) } ?? []
        }
    }

    private func end(_ channel: WritableKeyPath<State, Channel>, with termination: Termination, _ state: inout State)
        -> [Told]
    {
        guard let (run, shown) = state[keyPath: channel].current else { return [] }
        var lines = shown
        state[keyPath: channel].current = nil
        let rest = lines.finish().map { (run, SharedJVM.Event.line($0)) }
        if channel == \State.output, lines.hasHidden { state.runs.first { $0.number == run }?.run.onHidden?() }
        let (streams, ending) = state.open[run] ?? (1, nil)
        state.open[run] = streams > 1 ? (streams - 1, termination) : nil
        return streams > 1 ? rest : rest + [(run, .ended(ending ?? termination))]
    }
}

/// Splits a run's output into lines and redacts secrets.
struct RunLines: Sendable {
    private var redactor: Redactor
    private let whole: Redactor
    private var lines: LineCutter

    init(_ stream: OutputLine.Stream, hiding secrets: [Secret]) {
        lines = LineCutter(stream)
        redactor = Redactor(hiding: secrets)
        whole = redactor
    }

    var hasHidden: Bool { redactor.hasHidden }

    mutating func receive(_ bytes: some Sequence<UInt8>) -> [OutputLine] { lines.cut(redactor.redact(bytes)) }

    func line(of report: JavaReport) -> OutputLine {
        var copy = whole
        return OutputLine(copy.redact(report.bytes) + copy.finish(), on: .error)
    }

    mutating func finish() -> [OutputLine] { lines.cut(redactor.finish()) + lines.flush() }
}
