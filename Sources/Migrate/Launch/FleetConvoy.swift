import DevtoolKit
import Synchronization
import SystemPackage

/// Runs that share a process: how they are described to it, and what it says of them.
final class FleetConvoy: Sendable {
    private struct State {
        var frames = FleetFrames()
        /// The run that is on, and its streams.
        var current: (run: Int, output: RunLines, error: RunLines)?
    }

    private let runs: [(number: Int, run: LiquibaseRun)]
    private let failsFast: Bool
    private let progress: FleetProgress
    private let state = Mutex(State())

    /// What must not be seen in any output.
    let secrets: [Secret]

    /// Describes runs that need the same of their process.
    init(
        runs: [(number: Int, run: LiquibaseRun)], failsFast: Bool, progress: FleetProgress
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

    /// The runs as ``JavaProgram/devtoolFleet`` reads them: texts, each with a zero byte after it, which can be in none
    /// of them.
    func description(stopFile: FilePath) -> Secret {
        var texts = [failsFast ? "1" : "0", stopFile.string, "\(runs.count)"]
        for (number, run) in runs {
            let properties = run.properties.merging(run.meant) { $1 }
            texts += ["\(number)", "\(properties.count)"]
            for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
                texts += [name, value]
            }
            texts += [run.settings.text.revealed, "\(run.arguments.count)"] + run.arguments
        }
        return Secret(texts.map { $0 + "\0" }.joined())
    }

    /// Takes what the process writes on its standard output: frames.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        let events = state.withLock { state in
            state.frames.receive(bytes).flatMap { Self.events(of: $0, &state, hiding: secrets) }
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
                Self.end(&state, with: termination)
            })
    }

    private typealias Told = (run: Int, event: LiquibaseFleet.Event)

    private func tell(_ events: [Told]) {
        for (run, event) in events { progress.note(event, of: run) }
    }

    private static func events(
        of frame: FleetFrames.Frame, _ state: inout State, hiding secrets: [Secret]
    ) -> [Told] {
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

    private static func end(_ state: inout State, with termination: Termination) -> [Told] {
        guard var current = state.current else { return [] }
        state.current = nil
        let run = current.run
        return current.output.finish().map { (run, .line($0)) }
            + current.error.finish().map { (run, .line($0)) } + [(run, .ended(termination))]
    }
}
