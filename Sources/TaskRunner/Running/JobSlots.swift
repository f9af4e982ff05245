import Synchronization

/// Limits the number of tasks that run at once, even if tasks run others.
///
/// A task whose step runs other tasks releases its slot to them. A run started by a task's command borrows slots from
/// the run of that task.
final class JobSlots: Sendable {
    private struct State {
        var free: Int
        var borrowed = 0
        var waiting: [@Sendable () -> Void] = []

        mutating func takeFree() -> Bool {
            if free == 0 { return false }
            free -= 1
            return true
        }
    }

    private let state: Mutex<State>
    private let lender: RunLink?

    /// Creates `count` slots; with a lender, all but one are borrowed from it.
    init(_ count: Int, lender: RunLink? = nil) {
        state = Mutex(State(free: lender == nil ? count : 1))
        self.lender = lender
    }

    func holding<Value: Sendable>(_ work: () async throws -> Value) async rethrows -> Value {
        await take()
        defer { leave() }
        return try await work()
    }

    func leaving(for work: () async throws -> Void) async rethrows {
        leave()
        do { try await work() } catch {
            await take()
            throw error
        }
        await take()
    }

    private func take() async {
        if state.withLock({ $0.takeFree() }) { return }
        await withCheckedContinuation { continuation in take { continuation.resume() } }
    }

    /// Calls `use` when a slot is free.
    func take(_ use: @escaping @Sendable () -> Void) {
        let isFree = state.withLock { state in
            if state.takeFree() { return true }
            state.waiting.append(use)
            return false
        }
        if isFree { use() } else { lender?.lend { self.lent() } }
    }

    /// Uses a borrowed slot, or returns it if no task is waiting anymore.
    private func lent() {
        let next = state.withLock { state in
            let next = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
            if next != nil { state.borrowed += 1 }
            return next
        }
        if let next { next() } else { lender?.giveBack() }
    }

    func leave() {
        var givesBack = false
        let next: (@Sendable () -> Void)? = state.withLock { state in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            if state.borrowed > 0 {
                state.borrowed -= 1
                givesBack = true
            } else {
                state.free += 1
            }
            return nil
        }
        next?()
        if givesBack { lender?.giveBack() }
    }
}
