import DevtoolKit
import Synchronization
import SystemPackage

/// Runs that share a process: how they are described to it, and what it reports about them.
final class SharedJVMBatch: Sendable {
    private struct State {
        var frames = SharedJVMFrames()
        var current: (run: Int, output: RunLines, error: RunLines)?
    }

    private let runs: [(number: Int, run: LiquibaseRun)]
    private let failsFast: Bool
    private let progress: SharedJVMProgress
    private let state = Mutex(State())

    /// What must not be seen in any output.
    let secrets: [Secret]

    /// Describes runs that need the same of their process.
    init(
        runs: [(number: Int, run: LiquibaseRun)], failsFast: Bool, progress: SharedJVMProgress
    ) {
        self.runs = runs
        self.failsFast = failsFast
        self.progress = progress
        secrets = runs.flatMap(\.run.secrets)
    }

    /// What the process needs: it has the longest of their grace periods, and nothing of their settings.
    var process: LiquibaseRun {
        let first = runs.first?.run
        return LiquibaseRun(
            arguments: [], settings: DefaultsFile(),
            directory: first?.directory ?? "",
            // Where devtool is killed, this tells that its runs go on.
            properties: ["devtool.process": LockOwner().processMark],
            classPath: first?.classPath ?? [],
            javaOptions: first?.javaOptions ?? [], hidden: first?.hidden ?? [],
            gracePeriod: runs.compactMap(\.run.gracePeriod).max(),
            beforeStop: { [self] in await endCurrent() })
    }

    /// Lets no more runs begin, and asks the one that is on to end.
    private func endCurrent() async -> Bool {
        progress.beginNoMore()
        let number = state.withLock { $0.current?.run }
        let current = runs.first { $0.number == number }?.run
        return await current?.beforeStop?() ?? false
    }

    /// The runs as ``JavaProgram/devtoolFleet`` reads them.
    func description(stopFile: FilePath) -> Secret {
        Self.description(
            of: runs, failsFast: failsFast, stopFile: stopFile, count: runs.count)
    }

    /// Runs as ``JavaProgram/devtoolFleet`` reads them at its start: texts, each with a zero byte after it, which can
    /// be in none of them.
    ///
    /// - Parameters:
    ///   - runs: the runs, each with its number.
    ///   - failsFast: whether none is begun after one has failed.
    ///   - stopFile: the file that has it begin no more.
    ///   - count: how many it is to run; those that are not described here are to be described later.
    /// - Returns: the texts, which hold passwords.
    static func description(
        of runs: [(number: Int, run: LiquibaseRun)], failsFast: Bool, stopFile: FilePath, count: Int
    ) -> Secret {
        let head = [failsFast ? "1" : "0", stopFile.string, "\(count)"]
        return Secret(
            (head.map { $0 + "\0" } + runs.map { description(of: $1, number: $0).revealed })
                .joined())
    }

    /// One run as ``JavaProgram/devtoolFleet`` reads it.
    static func description(of run: LiquibaseRun, number: Int) -> Secret {
        let properties = run.properties.merging(run.meant) { $1 }
        var texts = ["\(number)", "\(properties.count)"]
        for (name, value) in properties.sorted(by: { $0.key < $1.key }) { texts += [name, value] }
        texts += [run.settings.text.revealed, "\(run.arguments.count)"] + run.arguments
        return Secret(texts.map { $0 + "\0" }.joined())
    }

    /// Takes what the process writes on its standard output: frames.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        let events = state.withLock { state in
            state.frames.receive(bytes).flatMap { self.events(of: $0, &state) }
        }
        tell(events)
    }

    /// Takes what the process writes on its standard error; in order it comes there only from Java itself.
    func receiveUnsigned(_ bytes: UnsafeRawBufferPointer) {
        let events = state.withLock { state in
            guard let run = state.current?.run else { return [] as [Told] }
            let lines = state.current?.error.receive(bytes) ?? []
            return lines.map { (run, .line($0)) }
        }
        tell(events)
    }

    /// Notes the end of the process, which is that of the run that was on.
    func end(with termination: Termination) {
        tell(
            state.withLock { state in
                self.end(&state, with: termination)
            })
    }

    private typealias Told = (run: Int, event: SharedJVM.Event)

    private func tell(_ events: [Told]) {
        for (run, event) in events { progress.note(event, of: run) }
    }

    private func events(of frame: SharedJVMFrames.Frame, _ state: inout State) -> [Told] {
        switch frame.event {
        case .began:
            guard let run = frame.run else { return [] }
            state.current = (
                run, RunLines(.output, hiding: secrets), RunLines(.error, hiding: secrets)
            )
            return [(run, .began)]
        case .output(let bytes):
            guard let run = state.current?.run else { return [] }
            return state.current?.output.receive(bytes).map { (run, .line($0)) } ?? []
        case .error(let bytes):
            guard let run = state.current?.run else { return [] }
            return state.current?.error.receive(bytes).map { (run, .line($0)) } ?? []
        case .ended(let status):
            return end(&state, with: .exited(status))
        }
    }

    private func end(_ state: inout State, with termination: Termination) -> [Told] {
        guard var current = state.current else { return [] }
        state.current = nil
        let run = current.run
        let rest = current.output.finish()
        if current.output.hasHidden { runs.first { $0.number == run }?.run.onHidden?() }
        return rest.map { (run, .line($0)) }
            + current.error.finish().map { (run, .line($0)) } + [(run, .ended(termination))]
    }
}

/// Splits a run's output into lines, with secrets hidden.
struct RunLines: Sendable {
    private var redactor: Redactor
    private var lines: LineCutter

    init(_ stream: OutputLine.Stream, hiding secrets: [Secret]) {
        lines = LineCutter(stream)
        redactor = Redactor(hiding: secrets)
    }

    var hasHidden: Bool { redactor.hasHidden }

    /// The lines that are complete after `bytes` have arrived, with their ends.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [OutputLine] {
        lines.cut(redactor.redact(bytes))
    }

    /// What remains when nothing more arrives.
    mutating func finish() -> [OutputLine] {
        lines.cut(redactor.finish()) + lines.flush()
    }
}

/// Splits the output of a ``JavaProgram/devtoolFleet`` into the frames of its runs.
struct SharedJVMFrames {
    /// An event of a run.
    enum Event: Hashable {
        /// It began.
        case began
        /// It wrote on its standard output.
        case output([UInt8])
        /// It wrote on its standard error.
        case error([UInt8])
        /// It ended with a status.
        case ended(Int32)
    }

    /// An event and the number of its run; nil for unframed output, since a library may bypass Java's
    /// streams.
    struct Frame: Hashable {
        let run: Int?
        let event: Event
    }

    private var held: [UInt8] = []

    /// What each frame begins with; then come its kind, the run's number and the length, in 9 bytes.
    private static let mark: [UInt8] = [0x00, 0x1D, 0x44, 0x46]
    private static let headLength = mark.count + 9

    /// The frames that are complete after `bytes` have arrived.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [Frame] {
        held += bytes
        var frames: [Frame] = []
        var start = 0
        while start < held.count {
            let rest = held[start...]
            guard rest.starts(with: Self.mark) else {
                if Self.mark.starts(with: rest) { break }
                let end = Self.nextMark(in: rest)
                frames.append(Frame(run: nil, event: .output(Array(rest[..<end]))))
                start = end
                continue
            }
            guard rest.count >= Self.headLength else { break }
            let head = Array(rest.prefix(Self.headLength))
            let length = Self.number(head[9...])
            guard rest.count - Self.headLength >= length else { break }
            let body = Array(rest.dropFirst(Self.headLength).prefix(length))
            if let event = Self.event(kind: head[4], body) {
                frames.append(Frame(run: Self.number(head[5..<9]), event: event))
            }
            start += Self.headLength + length
        }
        held.removeFirst(start)
        return frames
    }

    /// Where the next frame may begin.
    private static func nextMark(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.indices.dropFirst().first { index in
            let rest = bytes[index...].prefix(mark.count)
            return mark.starts(with: rest)
        } ?? bytes.endIndex
    }

    private static func event(kind: UInt8, _ body: [UInt8]) -> Event? {
        switch kind {
        case UInt8(ascii: "b"): .began
        case 1: .output(body)
        case 2: .error(body)
        case UInt8(ascii: "e"): .ended(Int32(body.first ?? 1))
        default: nil
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
