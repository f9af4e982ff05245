import Synchronization

/// Limits how many tasks do something at once where tasks start others: a task whose step runs others leaves its slot
/// to them, and a run that a task's command starts borrows slots from the run of that task.
final class JobSlots: Sendable {
    /// The run that slots are borrowed from.
    protocol Lender: AnyObject, Sendable {
        /// Asks for a slot, and calls the closure when it is there.
        func lend(_ use: @escaping @Sendable () -> Void)
        /// Gives a slot back.
        func giveBack()
    }

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
    private let lender: (any Lender)?

    /// Creates slots, at least one.
    ///
    /// - Parameters:
    ///   - count: how many there are; beside one that it has anyhow, they are borrowed where there is a lender.
    ///   - lender: the run that slots are borrowed from.
    init(_ count: Int, lender: (any Lender)? = nil) {
        state = Mutex(State(free: lender == nil ? count : 1))
        self.lender = lender
    }

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
        if state.withLock({ $0.takeFree() }) { return }
        await withCheckedContinuation { continuation in take { continuation.resume() } }
    }

    /// Takes a slot, and calls the closure when it is there.
    func take(_ use: @escaping @Sendable () -> Void) {
        let isFree = state.withLock { state in
            if state.takeFree() { return true }
            state.waiting.append(use)
            return false
        }
        if isFree { use() } else { lender?.lend { self.lent() } }
    }

    /// Uses a slot that was borrowed, unless nobody waits any more.
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
