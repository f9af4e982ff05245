import DevtoolKit
import JSON
import Processes
import Synchronization

/// The outermost run, as those within it reach it.
final class RunHub: RunSharing {
    /// A run within.
    private struct Guest {
        var slots = 0
        var claimed: Set<SHA256> = []
    }

    /// The run's own tasks: by their indices, as long as there are no guests.
    private struct Own {
        var begun: Set<Int> = []
        var done: [Int: SHA256?] = [:]
        var keys: [SHA256] = []
    }

    private let console: Console
    private let slots: JobSlots
    private let keys: SharedKeys
    private let own = Mutex(Own())
    private let tasks = SharedTasks()
    private let guests = Mutex<[ObjectIdentifier: Guest]>([:])
    private let server = Mutex<LocalServer?>(nil)

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - console: what records the test cases of runs within.
    ///   - slots: those of the run.
    ///   - keys: what tells each of the run's tasks from others; asked when there is a run within.
    /// - Throws: `Errno` where that cannot be.
    init(on console: Console, _ slots: JobSlots, _ keys: SharedKeys) throws {
        self.console = console
        self.slots = slots
        self.keys = keys
        let new = try LocalServer { [weak self] connection, line in
            self?.hear(line, of: connection)
        }
        server.withLock { $0 = new }
    }

    deinit { server.withLock(\.self)?.close() }

    /// The name that runs within connect to.
    var name: String { server.withLock { $0?.name ?? "" } }

    func marker(of task: Int) -> String { "#\(task)" }

    func claim(_ task: Int, within: String) async throws -> SharedTask.Answer {
        let key: SHA256? = own.withLock { own in
            if own.keys.isEmpty { own.begun.insert(task) }
            return own.keys.isEmpty ? nil : own.keys[task]
        }
        guard let key else { return .run }
        return try await OneShot.answer { [tasks] claim in
            tasks.claim(key, within: ancestors(within)) { answer in
                if !claim.complete(with: answer), answer == .run {
                    tasks.end(key, isSuccess: false, checksum: nil)
                }
            }
        }
    }

    func end(_ task: Int, isSuccess: Bool, checksum: SHA256?) {
        let key: SHA256? = own.withLock { own in
            guard own.keys.isEmpty else { return own.keys[task] }
            own.begun.remove(task)
            if isSuccess { own.done[task] = checksum }
            return nil
        }
        if let key { tasks.end(key, isSuccess: isSuccess, checksum: checksum) }
    }

    func lend(_ use: @escaping @Sendable () -> Void) { slots.take(use) }

    func giveBack() { slots.leave() }

    func report(_ testCases: [TestCase]) async { testCases.forEach(console.record) }

    /// The tasks that markers name.
    private func ancestors(_ markers: String) -> Set<SHA256> {
        let keys = own.withLock(\.keys)
        return Set(
            markers.split(separator: " ").compactMap { marker in
                guard marker.hasPrefix("#") else { return SHA256(argument: String(marker)) }
                return Int(marker.dropFirst()).flatMap {
                    keys.indices.contains($0) ? keys[$0] : nil
                }
            })
    }

    /// Prepares for runs within: from now on the run's own tasks are known by their keys.
    private func adoptOwnTasks() {
        own.withLock { own in
            guard own.keys.isEmpty else { return }
            own.keys = keys.keys()
            for task in own.begun { tasks.adopt(own.keys[task], isDone: false, checksum: nil) }
            for (task, checksum) in own.done {
                tasks.adopt(own.keys[task], isDone: true, checksum: checksum)
            }
        }
    }

    private func hear(_ line: [UInt8]?, of connection: LocalConnection) {
        let guest = ObjectIdentifier(connection)
        guard let line else { return leave(guest) }
        guard let message = RunMessage(line: line) else { return connection.close() }
        guests.withLock { guests in if guests[guest] == nil { guests[guest] = Guest() } }
        let number = message["number"] ?? ""
        @Sendable func answer(_ members: [(name: String, value: JSONValue)]) {
            connection.send(RunMessage(.answer, [("number", .string(number))] + members).line)
        }
        switch message.kind {
        case .claim:
            guard let key = message.checksum("key") else { return connection.close() }
            adoptOwnTasks()
            tasks.claim(key, within: ancestors(message["within"] ?? "")) { [self] result in
                if result == .run, !change(guest, { $0.claimed.insert(key) }) {
                    return tasks.end(key, isSuccess: false, checksum: nil)
                }
                answer(result.members)
            }
        case .end:
            guard let key = message.checksum("key") else { return connection.close() }
            _ = change(guest) { $0.claimed.remove(key) }
            tasks.end(key, isSuccess: message["ok"] != nil, checksum: message.checksum("checksum"))
        case .slot:
            slots.take { [self] in
                if change(guest, { $0.slots += 1 }) { answer([]) } else { slots.leave() }
            }
        case .back:
            if change(guest, { $0.slots -= 1 }) { slots.leave() }
        case .testCase: TestCase(message).map(console.record)
        case .sync: answer([])
        case .answer: break
        }
    }

    /// Changes what is known of a run within, unless it is gone.
    private func change(_ guest: ObjectIdentifier, _ change: (inout Guest) -> Void) -> Bool {
        guests.withLock { guests in
            guard var found = guests[guest] else { return false }
            change(&found)
            guests[guest] = found
            return true
        }
    }

    /// Takes back what a run has that is gone.
    private func leave(_ guest: ObjectIdentifier) {
        guard let gone = guests.withLock({ $0.removeValue(forKey: guest) }) else { return }
        for _ in 0..<max(gone.slots, 0) { slots.leave() }
        for key in gone.claimed { tasks.end(key, isSuccess: false, checksum: nil) }
    }
}
