import Changelogs
import DevtoolKit
import Synchronization
import SystemPackage

/// Runs Liquibase for many targets.
///
/// One process runs one target after another, so Java starts only once; ``jobs`` processes share the targets. Liquibase
/// does not support concurrent runs in one process. If its version is not proven to work repeatedly, each run has its
/// own process.
///
/// If a run ends its process (a crashing driver, a change that calls `System.exit`), it has the process's status, and
/// the others continue in a new process.
struct SharedJVM: Sendable {
    enum Event: Hashable, Sendable {
        case began
        /// A line of output, which may be a ``JavaReport``; secrets are redacted.
        case line(OutputLine)
        case ended(Termination)
        case timedOut(program: String, after: Duration)
    }

    /// Receives all events with the number of the run; those of several runs may arrive concurrently.
    typealias Consumer = @Sendable (_ run: Int, _ event: Event) -> Void

    let launch: LiquibaseLaunch
    /// The maximum number of concurrent processes.
    var jobs = 1
    /// Whether to start no more runs after a failure.
    var failsFast = false

    /// Returns how each run ended, or `nil` for runs that did not start or exceeded their time limit.
    func run(_ runs: [LiquibaseRun], telling consumer: @escaping Consumer) async throws -> [Termination?] {
        let program = runs.count > 1 ? SharedJVMProgram(for: launch) : nil
        let progress = SharedJVMProgress(
            count: runs.count, failsFast: failsFast, stopFile: program?.stopFile, consumer: consumer)
        let batches = program == nil ? runs.indices.map { [$0] } : self.batches(of: runs)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, batch) in batches.enumerated() {
                if number >= max(1, jobs) { try await group.next() }
                group.addTask {
                    if let program, batch.count > 1 {
                        try await run(batch, of: runs, by: program, progress)
                    } else {
                        for number in batch { try await run(number, of: runs, progress) }
                    }
                }
            }
            try await group.waitForAll()
        }
        return progress.terminations
    }

    private func batches(of runs: [LiquibaseRun]) -> [[Int]] {
        var groups: [[Int]] = []
        for (number, run) in runs.enumerated() {
            if let group = groups.firstIndex(where: { runs[$0[0]].sharesProcess(with: run) }) {
                groups[group].append(number)
            } else {
                groups.append([number])
            }
        }
        let shares = max(1, jobs / max(1, groups.count))
        return groups.flatMap { group in
            (0..<min(shares, group.count)).map { share in
                group.enumerated().filter { $0.offset % shares == share }.map(\.element)
            }
        }
    }

    private func run(_ number: Int, of runs: [LiquibaseRun], _ progress: SharedJVMProgress) async throws {
        guard progress.mayBegin else { return }
        progress.note(.began, of: number)
        do {
            let termination = try await launch.run(runs[number]) { line in progress.note(.line(line), of: number) }
            progress.note(.ended(termination), of: number)
        } catch ProcessError.timedOut(let program, let time) {
            progress.note(.timedOut(program: program, after: time), of: number)
        }
    }

    private func run(
        _ numbers: [Int], of runs: [LiquibaseRun], by program: SharedJVMProgram, _ progress: SharedJVMProgress
    ) async throws {
        var remaining = numbers[...]
        while let first = remaining.first, progress.mayBegin {
            if remaining.count == 1 { return try await run(first, of: runs, progress) }
            let batch = SharedJVMBatch(runs: remaining.map { ($0, runs[$0]) }, failsFast: failsFast, progress: progress)
            launch.context.console.hide(batch.secrets)
            let termination = try await launch.context.processes.run(
                launch.invocation(of: batch, by: program), output: { batch.receive($0, on: .output) },
                error: { batch.receive($0, on: .error) })
            batch.end(with: termination)
            remaining = remaining.drop { progress.hasBegun($0) }
            if remaining.first == first, progress.mayBegin {
                // The process failed to start, so the remaining runs get their own processes.
                for number in remaining { try await run(number, of: runs, progress) }
                return
            }
        }
    }
}

extension LiquibaseRun {
    /// Whether the run leaves nothing behind in its process and has no time limit.
    ///
    /// Liquibase permanently keeps the extensions that it finds in a class path on the command line.
    private var isForgotten: Bool { timeout == nil && !arguments.contains { $0.lowercased().hasPrefix("--class") } }

    func sharesProcess(with other: LiquibaseRun) -> Bool {
        isForgotten && other.isForgotten && directory == other.directory && classPath == other.classPath
            && javaOptions == other.javaOptions && hidden == other.hidden
            && reporting?.showsLog == other.reporting?.showsLog
    }
}

final class SharedJVMProgress: Sendable {
    private struct State {
        var begun: Set<Int> = []
        var terminations: [Termination?]
        var isStopped = false
        var hasFailed = false
    }

    private let state: Mutex<State>
    private let failsFast: Bool
    private let stopFile: FilePath?
    private let consumer: SharedJVM.Consumer

    init(count: Int, failsFast: Bool, stopFile: FilePath?, consumer: @escaping SharedJVM.Consumer) {
        state = Mutex(State(terminations: Array(repeating: nil, count: count)))
        self.failsFast = failsFast
        self.stopFile = stopFile
        self.consumer = consumer
    }

    var terminations: [Termination?] { state.withLock(\.terminations) }

    var mayBegin: Bool { state.withLock { !$0.isStopped && !(failsFast && $0.hasFailed) } }

    func beginNoMore() {
        state.withLock { $0.isStopped = true }
        try? stopFile?.write([])
    }

    func hasBegun(_ run: Int) -> Bool { state.withLock { $0.begun.contains(run) } }

    func note(_ event: SharedJVM.Event, of run: Int) {
        let isOver = state.withLock { state in
            switch event {
            case .began: state.begun.insert(run)
            case .ended(let termination):
                state.terminations[run] = termination
                if termination != .exited(0) { state.hasFailed = true }
            case .timedOut: state.hasFailed = true
            case .line: return false
            }
            return failsFast && state.hasFailed
        }
        if isOver { try? stopFile?.write([]) }
        consumer(run, event)
    }
}

/// ``JavaProgram``, ready to run Liquibase for one target after another in one process.
struct SharedJVMProgram {
    let folder: StagingFolder
    let jar: FilePath

    /// Whether a version of Liquibase is known to work repeatedly in one process.
    ///
    /// The state that it keeps between runs was examined. Of 4.29 to 5.0, the first, the last and one in between were
    /// tested.
    private static func isProven(_ version: String) -> Bool {
        guard let number = LiquibaseVersion(version) else { return false }
        return version == "4.6.2" || number >= LiquibaseVersion(4, 29) && number < LiquibaseVersion(5, 1)
    }

    init?(for launch: LiquibaseLaunch) {
        guard let version = launch.liquibase.version(), Self.isProven(version), let folder = try? launch.makeFolder(),
            let jar = try? JavaProgram.write(to: folder)
        else { return nil }
        self.folder = folder
        self.jar = jar
    }

    var stopFile: FilePath { folder.path.appending("stop") }
}
