import Synchronization

/// Admits many together or one alone, in order of arrival.
final class ReadWriteGate: Sendable {
    private struct State {
        var inside = 0
        var isTakenAlone = false
        var waiting: [(alone: Bool, continuation: CheckedContinuation<Void, Never>)] = []

        func admits(alone: Bool) -> Bool { inside == 0 || !isTakenAlone && !alone }

        mutating func enter(alone: Bool) {
            inside += 1
            isTakenAlone = alone
        }
    }

    private let state = Mutex(State())

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
