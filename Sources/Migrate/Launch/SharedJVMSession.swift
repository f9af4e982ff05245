import DevtoolKit
import Synchronization
import SystemPackage

/// A process that runs Liquibase repeatedly, for callers that choose each run by the result of the previous one.
///
/// A run has its own process if its requirements differ, or if the version of Liquibase is not proven.
actor SharedJVMSession {
    private var process: Process?

    /// Passes `body` a session, and ends it.
    static func run<Result>(_ body: (SharedJVMSession) async throws -> Result) async throws -> Result {
        let session = SharedJVMSession()
        return try await cleaningUp(with: session.end) { try await body(session) }
    }

    func run(
        _ run: LiquibaseRun, by launch: LiquibaseLaunch,
        passing consume: @escaping @Sendable (OutputLine) throws -> Void
    ) async throws -> Termination {
        guard run.sharesProcess(with: process?.first ?? run) else { return try await launch.run(run, passing: consume) }
        launch.context.console.hide(run.secrets)
        if process?.isOver ?? true { process = Process(for: run, by: launch) }
        if let termination = try await process?.run(run, passing: consume) { return termination }
        process = nil
        return try await launch.run(run, passing: consume)
    }

    private func end() async {
        await process?.end()
        process = nil
    }
}

extension SharedJVMSession {
    private final class Process: Sendable {
        /// The first run, which determined the process's settings.
        let first: LiquibaseRun
        private let input: OwnedDescriptor
        private let turn = Turn()
        private let batch: SharedJVMBatch
        private let serving: Task<Void, Never>

        init?(for run: LiquibaseRun, by launch: LiquibaseLaunch) {
            guard let program = SharedJVMProgram(for: launch), let pipe = try? OwnedDescriptor.pipe() else {
                return nil
            }
            first = run
            input = pipe.writing
            // Only one run is active at a time, so all runs have the same number.
            let progress = SharedJVMProgress(count: 1, failsFast: false, stopFile: nil) { [turn] in turn.note($1) }
            let batch = SharedJVMBatch(runs: [(0, run)], failsFast: false, progress: progress)
            self.batch = batch
            var invocation = launch.invocation(of: batch, by: program)
            invocation.input = .file(pipe.reading.descriptor)
            invocation.beforeStop = { [turn] in await turn.run?.beforeStop?() ?? false }
            serving = Task { [turn, invocation, processes = launch.context.processes] in
                let result: Result<Termination?, any Error>
                do {
                    let termination = try await processes.run(
                        invocation, output: { batch.receive($0, on: .output) }, error: { batch.receive($0, on: .error) }
                    )
                    batch.end(with: termination)
                    result = .success(nil)
                } catch { result = .failure(error) }
                withExtendedLifetime((pipe.reading, program)) { turn.close(with: result) }
            }
            write(
                SharedJVMBatch.description(of: [], failsFast: false, stopFile: program.stopFile, count: Int(Int32.max)))
        }

        var isOver: Bool { turn.isOver }

        /// Runs Liquibase; returns `nil` if the process ended before it started the run.
        func run(_ run: LiquibaseRun, passing consume: @escaping @Sendable (OutputLine) throws -> Void) async throws
            -> Termination?
        {
            guard let end = turn.begin(run, consume) else { return nil }
            batch.replace(with: run)
            write(SharedJVMBatch.description(of: run, number: 0))
            return try await withTaskCancellationHandler {
                try await end.value().get()
            } onCancel: {
                serving.cancel()
            }
        }

        func end() async {
            serving.cancel()
            input.close()
            await serving.value
        }

        /// Ignores errors, because the end of the process is reported separately.
        private func write(_ text: Secret) { _ = try? input.descriptor.writeAll(Array(text.revealed.utf8)) }
    }

    private final class Turn: Sendable {
        typealias End = OneShot<Result<Termination?, any Error>>

        private struct State {
            var run: LiquibaseRun?
            var consume: (@Sendable (OutputLine) throws -> Void)?
            var problem: (any Error)?
            var end: End?
            var isOver = false
        }

        private let state = Mutex(State())

        var run: LiquibaseRun? { state.withLock(\.run) }
        var isOver: Bool { state.withLock(\.isOver) }

        func begin(_ run: LiquibaseRun, _ consume: @escaping @Sendable (OutputLine) throws -> Void) -> End? {
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
                do { try consume?(line) } catch { state.withLock { $0.problem = $0.problem ?? error } }
            case .ended(let termination): finish(.success(termination))
            case .began, .timedOut: break
            }
        }

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
