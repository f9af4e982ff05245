import DevtoolKit
import Synchronization
import SystemPackage

/// A process that runs Liquibase again and again, where what is run next depends on what came of the last run: each
/// run is described to it when the one before has ended.
///
/// It is started with the first run, and is at its end with ``end()``. With a Liquibase that is not known to be usable
/// so, and for a run that needs another process, each run has a process of its own.
actor SharedJVMSession {
    private var process: Process?

    /// Runs Liquibase to its end, handing each line that it writes to `consume`, as it comes.
    ///
    /// - Returns: how it ended.
    /// - Throws: as ``LiquibaseLaunch/run(_:passing:)``.
    func run(
        _ run: LiquibaseRun, by launch: LiquibaseLaunch,
        passing consume: @escaping @Sendable (OutputLine) throws -> Void
    ) async throws -> Termination {
        guard run.sharesProcess(with: process?.first ?? run) else {
            return try await launch.run(run, passing: consume)
        }
        if process?.isOver ?? true { process = Process(for: run, by: launch) }
        if let termination = try await process?.run(run, passing: consume) { return termination }
        // The process could not even start, or there can be none.
        process = nil
        return try await launch.run(run, passing: consume)
    }

    func end() async {
        await process?.end()
        process = nil
    }
}

extension SharedJVMSession {
    /// One process, in which one run is on at a time.
    private final class Process: Sendable {
        /// The run that it was started for, whose needs it has.
        let first: LiquibaseRun
        private let input: OwnedDescriptor
        private let turn = Turn()
        private let serving: Task<Void, Never>

        /// Starts it; nil where there can be none.
        init?(for run: LiquibaseRun, by launch: LiquibaseLaunch) {
            guard let program = SharedJVMProgram(for: launch),
                let pipe = try? OwnedDescriptor.pipe()
            else { return nil }
            first = run
            input = pipe.writing
            // One is on at a time, and has the number of all.
            let progress = SharedJVMProgress(count: 1, failsFast: false, stopFile: nil) {
                [turn] in turn.note($1)
            }
            let batch = SharedJVMBatch(runs: [(0, run)], failsFast: false, progress: progress)
            launch.context.console.hide(batch.secrets)
            var invocation = launch.invocation(of: batch, by: program)
            invocation.input = .file(pipe.reading.descriptor)
            invocation.beforeStop = { [turn] in await turn.run?.beforeStop?() ?? false }
            serving = Task { [turn, invocation, processes = launch.context.processes] in
                let result: Result<Termination?, any Error>
                do {
                    let termination = try await processes.run(
                        invocation, output: { batch.receive($0, on: .output) },
                        error: { batch.receive($0, on: .error) })
                    batch.end(with: termination)
                    result = .success(nil)
                } catch {
                    result = .failure(error)
                }
                withExtendedLifetime((pipe.reading, program)) { turn.close(with: result) }
            }
            write(
                SharedJVMBatch.description(
                    of: [], failsFast: false, stopFile: program.stopFile, count: Int(Int32.max)))
        }

        var isOver: Bool { turn.isOver }

        /// Runs Liquibase; nil where the process ended before it did that.
        func run(
            _ run: LiquibaseRun, passing consume: @escaping @Sendable (OutputLine) throws -> Void
        ) async throws -> Termination? {
            guard let end = turn.begin(run, consume) else { return nil }
            write(SharedJVMBatch.description(of: run, number: 0))
            return try await withTaskCancellationHandler {
                try await end.value().get()
            } onCancel: {
                serving.cancel()
            }
        }

        /// Ends it, when no run is on.
        func end() async {
            serving.cancel()
            input.close()
            await serving.value
        }

        /// Where it has ended, that is told otherwise.
        private func write(_ text: Secret) {
            _ = try? input.descriptor.writeAll(Array(text.revealed.utf8))
        }
    }

    /// The run that is on in a process, and what waits for its end.
    private final class Turn: Sendable {
        typealias End = OneShot<Result<Termination?, any Error>>

        private struct State {
            var run: LiquibaseRun?
            var consume: (@Sendable (OutputLine) throws -> Void)?
            /// What taking a line threw.
            var problem: (any Error)?
            var end: End?
            var isOver = false
        }

        private let state = Mutex(State())

        var run: LiquibaseRun? { state.withLock(\.run) }
        /// Whether the process has ended.
        var isOver: Bool { state.withLock(\.isOver) }

        /// Begins a run; nil where the process has ended.
        func begin(
            _ run: LiquibaseRun, _ consume: @escaping @Sendable (OutputLine) throws -> Void
        ) -> End? {
            state.withLock { state in
                if state.isOver { return nil }
                let end = End()
                state = State(run: run, consume: consume, end: end)
                return end
            }
        }

        func note(_ event: SharedJVM.Event) {
            switch event {
            case .line(let line):
                let consume = state.withLock(\.consume)
                do {
                    try consume?(line)
                } catch {
                    state.withLock { $0.problem = $0.problem ?? error }
                }
            case .ended(let termination): finish(.success(termination))
            case .began, .timedOut: break
            }
        }

        /// Notes the end of the process, which is that of the run that was on.
        func close(with result: Result<Termination?, any Error>) {
            state.withLock { $0.isOver = true }
            finish(result)
        }

        private func finish(_ result: Result<Termination?, any Error>) {
            let (end, problem) = state.withLock { state in
                defer { state = State(isOver: state.isOver) }
                return (state.end, state.problem)
            }
            end?.complete(with: problem.map { .failure($0) } ?? result)
        }
    }
}
