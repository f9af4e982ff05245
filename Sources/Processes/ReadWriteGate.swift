import Synchronization

/// Lets many pass together, or one alone; in the order in which they come.
final class ReadWriteGate: Sendable {
    private struct State {
        var inside = 0
        var isTakenAlone = false
        var waiting: [(alone: Bool, continuation: CheckedContinuation<Void, Never>)] = []

        /// Whether one may enter who comes after all that wait.
        func admits(alone: Bool) -> Bool {
            inside == 0 || !isTakenAlone && !alone
        }

        mutating func enter(alone: Bool) {
            inside += 1
            isTakenAlone = alone
        }
    }

    private let state = Mutex(State())

    /// Waits until the way is free, or free of all others.
    func enter(alone: Bool) async {
        await withCheckedContinuation { continuation in
            let isIn = state.withLock { state in
                guard state.waiting.isEmpty, state.admits(alone: alone) else {
                    state.waiting.append((alone, continuation))
                    return false
                }
                state.enter(alone: alone)
                return true
            }
            if isIn { continuation.resume() }
        }
    }

    /// Leaves, and lets in those who can enter now.
    func leave() {
        let admitted = state.withLock { state in
            state.inside -= 1
            var admitted: [CheckedContinuation<Void, Never>] = []
            while let first = state.waiting.first, state.admits(alone: first.alone) {
                state.enter(alone: first.alone)
                admitted.append(first.continuation)
                state.waiting.removeFirst()
            }
            return admitted
        }
        admitted.forEach { $0.resume() }
    }
}
