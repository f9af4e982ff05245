import DevtoolKit
import JSON
import Processes
import Synchronization

/// A nested run's end of the connection to the outermost run; if it breaks, the run continues on its own.
final class RunLink: RunSharing {
    private struct State {
        var last = 0
        var waiting: [String: @Sendable (RunMessage?) -> Void] = [:]
        var isOpen = true
    }

    private let state = Mutex(State())
    private let connection = Mutex<LocalConnection?>(nil)

    private let keys: [SHA256]
    /// The tasks whose commands led to this run.
    private let callers: String

    /// Connects to the outermost run; `nil` if there is none, or it cannot be reached.
    init?(in context: Context, _ keys: () -> [SHA256]) {
        guard let name = context.environment[RunHub.sessionVariable], !name.isEmpty else { return nil }
        self.keys = keys()
        callers = TaskCallers(in: context).markers
        let opened = try? LocalConnection.connect(to: name) { [weak self] _, line in self?.hear(line) }
        guard let opened else { return nil }
        connection.withLock { $0 = opened }
    }

    deinit { connection.withLock(\.self)?.close() }

    func marker(of task: Int) -> String { "\(keys[task])" }

    func claim(_ task: Int, within: String) async throws -> SharedTasks.Answer {
        let members = [(name: "key", value: JSONValue.string(marker(of: task))), ("within", .string(within))]
        return try await OneShot.answer { claim in
            ask(.claim, members) { message in
                let answer = message.map { SharedTasks.Answer($0) } ?? .run
                if !claim.complete(with: answer), answer == .run { self.end(task, isSuccess: false, checksum: nil) }
            }
        }
    }

    func end(_ task: Int, isSuccess: Bool, checksum: SHA256?) {
        var members = [(name: "key", value: JSONValue.string(marker(of: task)))]
        if isSuccess { members.append(("ok", "true")) }
        if let checksum { members.append(("checksum", .string("\(checksum)"))) }
        send(RunMessage(.end, members))
    }

    func lend(_ use: @escaping @Sendable () -> Void) { ask(.slot) { _ in use() } }

    func giveBack() { send(RunMessage(.back)) }

    func report(_ testCases: [TestCase]) async {
        for testCase in testCases { send(RunMessage(.testCase, testCase.members + [("within", .string(callers))])) }
        await withCheckedContinuation { continuation in ask(.sync) { _ in continuation.resume() } }
    }

    /// Stops waiting for answers after some time, for example after a signal.
    func leave(after time: Duration, on clock: TimeSource) {
        Task {
            try await clock.sleep(for: time)
            connection.withLock(\.self)?.close()
            hear(nil)
        }
    }

    private func send(_ message: RunMessage) { connection.withLock(\.self)?.send(message.line) }

    /// Sends a message, and calls `answer` with the answer, or with `nil` if the connection breaks.
    private func ask(
        _ kind: RunMessage.Kind, _ members: [(name: String, value: JSONValue)] = [],
        _ answer: @escaping @Sendable (RunMessage?) -> Void
    ) {
        let number: String? = state.withLock { state in
            guard state.isOpen else { return nil }
            state.last += 1
            state.waiting["\(state.last)"] = answer
            return "\(state.last)"
        }
        guard let number else { return answer(nil) }
        send(RunMessage(kind, [("number", .string(number))] + members))
    }

    private func hear(_ line: [UInt8]?) {
        guard let message = line.flatMap(RunMessage.init) else {
            let left = state.withLock { state in
                state.isOpen = false
                defer { state.waiting = [:] }
                return state.waiting.values.map(\.self)
            }
            for answer in left { answer(nil) }
            return
        }
        let answer = message["number"].flatMap { number in state.withLock { $0.waiting.removeValue(forKey: number) } }
        answer?(message)
    }
}
