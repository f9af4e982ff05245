import DevtoolKit
import JSON
import Processes
import Synchronization

/// The outermost run's end of the connections to nested runs.
final class RunHub: RunSharing {
    /// Tells nested runs where to connect.
    static let sessionVariable = "DEVTOOL_SESSION"

    private struct Guest {
        let connection: LocalConnection
        var slots = 0
        var claimed: [SHA256] = []
    }

    /// The run's own tasks, by index; their keys are computed when the first guest connects.
    private struct Own {
        var begun: Set<Int> = []
        var done: [Int: SHA256?] = [:]
        var keys: [SHA256] = []
        var tasks: SharedTasks?

        func shared(_ task: Int) -> (key: SHA256, tasks: SharedTasks)? { tasks.map { (keys[task], $0) } }
    }

    private let console: Console
    private let slots: JobSlots
    private let keys: @Sendable () -> [SHA256]
    private let own = Mutex(Own())
    private let guests = Mutex<[Guest]>([])
    private let server = Mutex<LocalServer?>(nil)
    private let tasksWithFailedParts = Mutex<Set<String>>([])

    /// Starts to listen; the test cases of nested runs go to `console`.
    init(on console: Console, _ slots: JobSlots, _ keys: @escaping @Sendable () -> [SHA256]) throws {
        self.console = console
        self.slots = slots
        self.keys = keys
        let new = try LocalServer { [weak self] connection, line in self?.hear(line, of: connection) }
        server.withLock { $0 = new }
    }

    deinit { server.withLock(\.self)?.close() }

    var name: String { server.withLock { $0?.name ?? "" } }

    func marker(of task: Int) -> String { "#\(task)" }

    func claim(_ task: Int, within: String) async throws -> SharedTasks.Answer {
        let shared = own.withLock { own in
            if own.tasks == nil { own.begun.insert(task) }
            return own.shared(task)
        }
        guard let (key, tasks) = shared else { return .run }
        return try await OneShot.answer { claim in
            tasks.claim(key, within: ancestors(within)) { answer in
                if !claim.complete(with: answer), answer == .run { tasks.end(key, isSuccess: false, checksum: nil) }
            }
        }
    }

    func end(_ task: Int, isSuccess: Bool, checksum: SHA256?) {
        let shared = own.withLock { own in
            if own.tasks == nil {
                own.begun.remove(task)
                if isSuccess { own.done[task] = checksum }
            }
            return own.shared(task)
        }
        if let (key, tasks) = shared { tasks.end(key, isSuccess: isSuccess, checksum: checksum) }
    }

    /// Whether a nested run within the task has reported a failed case.
    func hasFailedPart(_ task: Int) -> Bool { tasksWithFailedParts.withLock { $0.contains(marker(of: task)) } }

    private func ancestors(_ markers: String) -> Set<SHA256> {
        let keys = own.withLock(\.keys)
        return Set(
            markers.split(separator: " ").compactMap { marker in
                guard marker.hasPrefix("#") else { return SHA256(argument: String(marker)) }
                return Int(marker.dropFirst()).flatMap { keys.indices.contains($0) ? keys[$0] : nil }
            })
    }

    /// The shared tasks; the first call adds the run's own.
    private func sharedTasks() -> SharedTasks {
        own.withLock { own in
            if let tasks = own.tasks { return tasks }
            let tasks = SharedTasks()
            own.tasks = tasks
            own.keys = keys()
            for task in own.begun { tasks.adopt(own.keys[task], isDone: false, checksum: nil) }
            for (task, checksum) in own.done { tasks.adopt(own.keys[task], isDone: true, checksum: checksum) }
            return tasks
        }
    }

    private func hear(_ line: [UInt8]?, of connection: LocalConnection) {
        guard let line else { return leave(connection) }
        guard let message = RunMessage(line: line) else { return connection.close() }
        guests.withLock { guests in
            if !guests.contains(where: { $0.connection === connection }) {
                guests.append(Guest(connection: connection))
            }
        }
        let number = message["number"] ?? ""
        @Sendable func answer(_ members: [(name: String, value: JSONValue)]) {
            connection.send(RunMessage(.answer, [("number", .string(number))] + members).line)
        }
        switch message.kind {
        case .claim:
            guard let key = message.checksum("key") else { return connection.close() }
            let tasks = sharedTasks()
            tasks.claim(key, within: ancestors(message["within"] ?? "")) { [self] result in
                if result == .run, !change(connection, { $0.claimed.append(key) }) {
                    return tasks.end(key, isSuccess: false, checksum: nil)
                }
                answer(result.members)
            }
        case .end:
            guard let key = message.checksum("key") else { return connection.close() }
            _ = change(connection) { $0.claimed.removeAll { $0 == key } }
            sharedTasks().end(key, isSuccess: message["ok"] != nil, checksum: message.checksum("checksum"))
        case .slot:
            slots.take { [self] in if change(connection, { $0.slots += 1 }) { answer([]) } else { slots.leave() } }
        case .back: if change(connection, { $0.slots -= 1 }) { slots.leave() }
        case .testCase:
            guard let testCase = TestCase(message) else { return }
            console.record(testCase)
            if testCase.failure != nil, let task = message["within"]?.split(separator: " ").first {
                _ = tasksWithFailedParts.withLock { $0.insert(String(task)) }
            }
        case .sync: answer([])
        case .answer: break
        }
    }

    private func change(_ guest: LocalConnection, _ change: (inout Guest) -> Void) -> Bool {
        guests.withLock { guests in
            guard let index = guests.firstIndex(where: { $0.connection === guest }) else { return false }
            change(&guests[index])
            return true
        }
    }

    /// Releases what a nested run held when its connection ended.
    private func leave(_ guest: LocalConnection) {
        let gone: Guest? = guests.withLock { guests in
            guests.firstIndex { $0.connection === guest }.map { guests.remove(at: $0) }
        }
        guard let gone else { return }
        for _ in 0..<max(gone.slots, 0) { slots.leave() }
        for key in gone.claimed { sharedTasks().end(key, isSuccess: false, checksum: nil) }
    }
}
