import Synchronization

/// Separates the lines of several children on one console.
///
/// A child may continue its incomplete line as long as no other child writes; otherwise the line is broken first.
final class SharedLines: Sendable {
    private struct State {
        var owners = 0
        var open: (owner: Int, destination: Destination)?
    }

    private let state = Mutex(State())

    func newOwner() -> Int {
        state.withLock { state in
            state.owners += 1
            return state.owners
        }
    }

    /// Runs `body` while no other stream writes.
    ///
    /// `body` receives whether it continues an incomplete line of its stream, and returns whether its line is complete.
    func takeTurn(as owner: Int, on destination: Destination, _ body: (_ continues: Bool) throws -> Bool) throws {
        try state.withLock { state in
            let open = state.open
            if let open, open.owner != owner { try open.destination.write("\n") }
            state.open = nil
            if try !body(open?.owner == owner) { state.open = (owner, destination) }
        }
    }
}
