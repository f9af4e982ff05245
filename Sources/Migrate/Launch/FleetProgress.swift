import DevtoolKit
import Synchronization
import SystemPackage

/// What has become of the runs of a ``LiquibaseFleet`` so far.
final class FleetProgress: Sendable {
    private struct State {
        var begun: Set<Int> = []
        var terminations: [Termination?]
        var stopFile: FilePath?
        var isStopped = false
        var hasFailed = false
    }

    private let state: Mutex<State>
    private let failsFast: Bool
    private let consumer: LiquibaseFleet.Consumer

    /// Begins with none of `count` runs begun.
    init(count: Int, failsFast: Bool, consumer: @escaping LiquibaseFleet.Consumer) {
        state = Mutex(State(terminations: Array(repeating: nil, count: count)))
        self.failsFast = failsFast
        self.consumer = consumer
    }

    /// Names the file that tells processes to begin no more runs.
    func stop(with file: FilePath) {
        state.withLock { $0.stopFile = file }
    }

    /// How each run ended; nil for those that have not.
    var terminations: [Termination?] { state.withLock(\.terminations) }

    /// Whether another run may begin.
    var mayBegin: Bool {
        state.withLock { !$0.isStopped && !(failsFast && $0.hasFailed) }
    }

    /// Lets no more runs begin.
    func beginNoMore() {
        let file = state.withLock { state in
            state.isStopped = true
            return state.stopFile
        }
        Self.create(file)
    }

    private static func create(_ file: FilePath?) {
        try? file?.write([])
    }

    /// Whether a run has begun.
    func hasBegun(_ run: Int) -> Bool {
        state.withLock { $0.begun.contains(run) }
    }

    /// Notes what happened, and tells of it.
    func note(_ event: LiquibaseFleet.Event, of run: Int) {
        let stopFile: FilePath? = state.withLock { state in
            switch event {
            case .began: state.begun.insert(run)
            case .ended(let termination):
                state.terminations[run] = termination
                if termination != .exited(0) { state.hasFailed = true }
            case .timedOut: state.hasFailed = true
            case .line: return nil
            }
            return failsFast && state.hasFailed ? state.stopFile : nil
        }
        Self.create(stopFile)
        consumer(run, event)
    }
}
