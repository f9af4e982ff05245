import Synchronization

/// A value that one task awaits and that others may provide; the first one wins.
package final class OneShot<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case complete(Value)
    }

    private let state = Mutex(State.open)

    package init() {}

    /// Sets the value; returns `false` if it was already set.
    @discardableResult package func complete(with value: Value) -> Bool {
        let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Value, Never>?) in
            switch state {
            case .complete: return (false, nil)
            case .open:
                state = .complete(value)
                return (true, nil)
            case .awaited(let continuation):
                state = .complete(value)
                return (true, continuation)
            }
        }
        waiting?.resume(returning: value)
        return isFirst
    }

    package func value() async -> Value {
        await withCheckedContinuation { continuation in
            let value: Value? = state.withLock { state in
                if case .complete(let value) = state { return value }
                state = .awaited(continuation)
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
