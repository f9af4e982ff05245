import DevtoolKit
import Synchronization

/// The running and finished tasks of the outermost run and all nested ones.
final class SharedTasks: Sendable {
    enum Answer: Equatable, Sendable {
        case run
        /// It has run; the value is the checksum of its outputs, if it has any.
        case done(SHA256?)
        case cycle
    }

    typealias Answering = @Sendable (Answer) -> Void

    private enum Progress {
        case running(waiting: [(within: Set<SHA256>, answer: Answering)])
        case done(SHA256?)
    }

    private let progress = Mutex<[SHA256: Progress]>([:])

    /// Adds a task that no other run can have asked for yet.
    func adopt(_ key: SHA256, isDone: Bool, checksum: SHA256?) {
        progress.withLock { $0[key] = isDone ? .done(checksum) : .running(waiting: []) }
    }

    /// Claims a task; calls `answer` once, possibly later and on another thread.
    ///
    /// `within` are the tasks whose commands led to the claim.
    func claim(_ key: SHA256, within: Set<SHA256>, _ answer: @escaping Answering) {
        let result: Answer? = progress.withLock { progress in
            switch progress[key] {
            case nil:
                progress[key] = .running(waiting: [])
                return .run
            case .done(let checksum): return .done(checksum)
            case .running(let others):
                if Self.waits(key, forAnyOf: within, progress) { return .cycle }
                progress[key] = .running(waiting: others + [(within: within, answer: answer)])
                return nil
            }
        }
        if let result { answer(result) }
    }

    /// Records the end of a task; after a failure, the next run that waits for it runs it.
    func end(_ key: SHA256, isSuccess: Bool, checksum: SHA256?) {
        let answers: [(Answering, Answer)] = progress.withLock { progress in
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

    /// Whether a running task is one of `tasks`, or its command leads to a claim that waits for one of them.
    private static func waits(_ key: SHA256, forAnyOf tasks: Set<SHA256>, _ progress: [SHA256: Progress]) -> Bool {
        var open = [key]
        var seen: Set<SHA256> = []
        while let key = open.popLast() {
            if tasks.contains(key) { return true }
            guard seen.insert(key).inserted else { continue }
            for case (let other, .running(let waiting)) in progress
            where waiting.contains(where: { $0.within.contains(key) }) { open.append(other) }
        }
        return false
    }
}
