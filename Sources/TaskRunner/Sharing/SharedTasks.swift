import DevtoolKit
import Synchronization

/// The tasks of a run and of those within it: which run, and which have run.
final class SharedTasks: Sendable {
    /// Called with what becomes of a task.
    typealias Answering = @Sendable (SharedTask.Answer) -> Void

    private struct Waiting {
        let within: Set<SHA256>
        let answer: Answering
    }

    private enum Progress {
        case running(waiting: [Waiting])
        case done(SHA256?)
    }

    private let progress = Mutex<[SHA256: Progress]>([:])

    /// Notes a task that nobody else can have asked for yet; it runs, or has run.
    func adopt(_ key: SHA256, isDone: Bool, checksum: SHA256?) {
        progress.withLock { $0[key] = isDone ? .done(checksum) : .running(waiting: []) }
    }

    /// Lets a task run, or tells when it has run elsewhere.
    ///
    /// - Parameters:
    ///   - key: the task.
    ///   - within: the tasks whose commands have led to it.
    ///   - answer: called once, perhaps later, and on another thread.
    func claim(_ key: SHA256, within: Set<SHA256>, _ answer: @escaping Answering) {
        let result: SharedTask.Answer? = progress.withLock { progress in
            switch progress[key] {
            case nil:
                progress[key] = .running(waiting: [])
                return .run
            case .done(let checksum): return .done(checksum)
            case .running(let others):
                if Self.waits(key, forAnyOf: within, progress) { return .cycle }
                progress[key] = .running(
                    waiting: others + [Waiting(within: within, answer: answer)])
                return nil
            }
        }
        if let result { answer(result) }
    }

    /// Notes the end of a task; after a failure the next one who needs it runs it.
    func end(_ key: SHA256, isSuccess: Bool, checksum: SHA256?) {
        let answers: [(Answering, SharedTask.Answer)] = progress.withLock { progress in
            guard case .running(var waiting) = progress[key] else { return [] }
            if isSuccess {
                progress[key] = .done(checksum)
                return waiting.map { ($0.answer, .done(checksum)) }
            }
            guard !waiting.isEmpty else {
                progress[key] = nil
                return []
            }
            let next = waiting.removeFirst()
            progress[key] = .running(waiting: waiting)
            return [(next.answer, .run)]
        }
        for (answer, result) in answers { answer(result) }
    }

    /// Whether a task that runs is one of some, or its command has led to what waits for one of them.
    private static func waits(
        _ key: SHA256, forAnyOf tasks: Set<SHA256>, _ progress: [SHA256: Progress]
    ) -> Bool {
        var open = [key]
        var seen: Set<SHA256> = []
        while let key = open.popLast() {
            if tasks.contains(key) { return true }
            guard seen.insert(key).inserted else { continue }
            for case (let other, .running(let waiting)) in progress
            where waiting.contains(where: { $0.within.contains(key) }) {
                open.append(other)
            }
        }
        return false
    }
}
