import Synchronization

/// Limits how many tasks do something at once where one scheduler starts tasks within those of another: a task
/// whose step runs others leaves its slot to them.
final class JobSlots: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// Creates slots, at least one.
    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Does work in a slot.
    func holding<Value: Sendable>(
        _ work: () async throws -> Value
    ) async rethrows -> Value {
        await take()
        defer { leave() }
        return try await work()
    }

    /// Does work without the slot that is held.
    func leaving(for work: () async throws -> Void) async rethrows {
        leave()
        do {
            try await work()
        } catch {
            await take()
            throw error
        }
        await take()
    }

    private func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free == 0 {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
