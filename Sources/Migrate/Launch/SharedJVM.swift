import Changelogs
import DevtoolKit
import Synchronization
import SystemPackage

/// Runs Liquibase for many targets.
///
/// One process runs one target after another, which spares all but the first the start of Java; with
/// several ``jobs`` there are as many processes, and each has its share of the
/// targets. With a Liquibase that is not known to be usable so every run has a process of its own. Runs in
/// one process come one after another, since Liquibase is not made for several at once.
///
/// A run that fails does not keep the others from theirs. One that ends its process (a driver that
/// crashes, a change that calls `System.exit`) ends as the process did, and the others go on in a new one.
struct SharedJVM: Sendable {
    /// An event of a run.
    enum Event: Hashable, Sendable {
        /// It begins.
        case began
        /// It wrote a line, which may be a ``JavaReport``; secrets are hidden.
        case line(OutputLine)
        /// It ended, with this.
        case ended(Termination)
        /// It was stopped, as it took longer than it may.
        case timedOut(program: String, after: Duration)
    }

    /// Receives all events, with the number of the run; those of one run arrive in order, those of
    /// several runs may arrive concurrently.
    typealias Consumer = @Sendable (_ run: Int, _ event: Event) -> Void

    /// How each process is started.
    let launch: LiquibaseLaunch
    /// Where processes are run.
    let context: Context
    /// How many processes there may be at once.
    var jobs = 1
    /// Whether no run is begun after one has failed.
    var failsFast = false

    /// Runs them all.
    ///
    /// - Returns: how each ended; nil for those that were not begun, or took too long.
    /// - Throws: as ``ProcessRunner/run(_:output:error:)``, but for a timeout; what runs then is stopped.
    func run(_ runs: [LiquibaseRun], telling consumer: @escaping Consumer) async throws
        -> [Termination?]
    {
        // Its folder is that of all processes.
        let program = runs.count > 1 ? SharedJVMProgram(for: launch) : nil
        let progress = SharedJVMProgress(
            count: runs.count, failsFast: failsFast, stopFile: program?.stopFile, consumer: consumer
        )
        let convoys = program == nil ? runs.indices.map { [$0] } : self.convoys(of: runs)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, convoy) in convoys.enumerated() {
                if number >= max(1, jobs) { try await group.next() }
                group.addTask {
                    if let program, convoy.count > 1 {
                        try await run(convoy, of: runs, by: program, progress)
                    } else {
                        for number in convoy { try await run(number, of: runs, progress) }
                    }
                }
            }
            try await group.waitForAll()
        }
        return progress.terminations
    }

    /// The numbers of the runs that can share a process, with about as many processes as there are jobs.
    private func convoys(of runs: [LiquibaseRun]) -> [[Int]] {
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

    /// Runs one in a process of its own.
    private func run(_ number: Int, of runs: [LiquibaseRun], _ progress: SharedJVMProgress)
        async throws
    {
        guard progress.mayBegin else { return }
        progress.note(.began, of: number)
        do {
            let termination = try await launch.run(runs[number]) { line in
                progress.note(.line(line), of: number)
            }
            progress.note(.ended(termination), of: number)
        } catch ProcessError.timedOut(let program, let time) {
            progress.note(.timedOut(program: program, after: time), of: number)
        }
    }

    /// Runs some in one process, or in as many as it takes.
    private func run(
        _ numbers: [Int], of runs: [LiquibaseRun], by program: SharedJVMProgram,
        _ progress: SharedJVMProgress
    ) async throws {
        var remaining = numbers[...]
        while let first = remaining.first, progress.mayBegin {
            if remaining.count == 1 { return try await run(first, of: runs, progress) }
            let convoy = SharedJVMBatch(
                runs: remaining.map { ($0, runs[$0]) }, failsFast: failsFast, progress: progress)
            context.console.hide(convoy.secrets)
            let termination = try await context.processes.run(
                launch.invocation(of: convoy, by: program),
                output: { convoy.receive($0, on: .output) },
                error: { convoy.receive($0, on: .error) })
            convoy.end(with: termination)
            remaining = remaining.drop { progress.hasBegun($0) }
            if remaining.first == first, progress.mayBegin {
                // The process could not even start; the next one is not one for all.
                for number in remaining { try await run(number, of: runs, progress) }
                return
            }
        }
    }
}

extension LiquibaseRun {
    /// Whether Liquibase forgets all of a run, and it needs no process to be stopped: the extensions that
    /// it finds in a class path of the command line it keeps for good.
    private var isForgotten: Bool {
        timeout == nil && !arguments.contains { $0.lowercased().hasPrefix("--class") }
    }

    /// Whether two runs need the same of the process that they are in.
    func sharesProcess(with other: LiquibaseRun) -> Bool {
        isForgotten && other.isForgotten
            && directory == other.directory && classPath == other.classPath
            && javaOptions == other.javaOptions && hidden == other.hidden
            && reporting?.showsLog == other.reporting?.showsLog
    }
}

/// The results of the runs of a ``SharedJVM`` so far.
final class SharedJVMProgress: Sendable {
    private struct State {
        var begun: Set<Int> = []
        var terminations: [Termination?]
        var isStopped = false
        var hasFailed = false
    }

    private let state: Mutex<State>
    private let failsFast: Bool
    /// The file that tells processes to begin no more runs.
    private let stopFile: FilePath?
    private let consumer: SharedJVM.Consumer

    /// Begins with none of `count` runs begun.
    init(
        count: Int, failsFast: Bool, stopFile: FilePath?,
        consumer: @escaping SharedJVM.Consumer
    ) {
        state = Mutex(State(terminations: Array(repeating: nil, count: count)))
        self.failsFast = failsFast
        self.stopFile = stopFile
        self.consumer = consumer
    }

    /// How each run ended; nil for those that have not.
    var terminations: [Termination?] { state.withLock(\.terminations) }

    var mayBegin: Bool {
        state.withLock { !$0.isStopped && !(failsFast && $0.hasFailed) }
    }

    /// Lets no more runs begin.
    func beginNoMore() {
        state.withLock { $0.isStopped = true }
        try? stopFile?.write([])
    }

    func hasBegun(_ run: Int) -> Bool {
        state.withLock { $0.begun.contains(run) }
    }

    /// Notes what happened, and tells of it.
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

/// ``JavaProgram``, which runs Liquibase for one target after another in one process, ready to start.
///
/// Starting Java and Liquibase is nearly all that a run without changes takes, so many runs take little
/// more than one.
struct SharedJVMProgram {
    /// The folder for what the process writes; a file `stop` in it has it begin no more.
    let folder: RunFolder
    let jar: FilePath

    /// Whether a version of Liquibase is known to be usable so.
    ///
    /// It runs again and again in one process, and what it remembers is known. Of those from 4.29 to 5.0 the
    /// first, the last and one between were tried.
    private static func isProven(_ version: String) -> Bool {
        guard let number = LiquibaseVersion(version) else { return false }
        return version == "4.6.2"
            || number >= LiquibaseVersion(4, 29) && number < LiquibaseVersion(5, 1)
    }

    /// Prepares the program for what starts Liquibase.
    ///
    /// - Returns: nil where there is no folder to put it in, or where Liquibase is another than those that
    ///   are known to be usable so.
    init?(for launch: LiquibaseLaunch) {
        guard let version = launch.liquibase.version(), Self.isProven(version),
            let folder = try? launch.makeFolder(), let jar = try? JavaProgram.write(to: folder)
        else { return nil }
        self.folder = folder
        self.jar = jar
    }

    /// The file that has it begin no more runs, once it is there.
    var stopFile: FilePath { folder.path.appending("stop") }
}
