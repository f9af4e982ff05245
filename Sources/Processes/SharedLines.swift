import Synchronization

/// Separates the lines of several children on one console.
///
/// A child may continue its incomplete line as long as no other child writes; otherwise the line is broken first.
final class SharedLines: Sendable {
    struct Owner: Hashable { fileprivate let number: Int }

    private struct State {
        var owners = 0
        var open: (owner: Owner, destination: Destination)?
    }

    private let state = Mutex(State())

    func newOwner() -> Owner {
        state.withLock { state in
            state.owners += 1
            return Owner(number: state.owners)
        }
    }

    /// Runs `body` while no other stream writes.
    ///
    /// `body` receives whether it continues an incomplete line of its stream, and returns whether its line is complete.
    func takeTurn(as owner: Owner, on destination: Destination, _ body: (_ continues: Bool) throws -> Bool) throws {
        try state.withLock { state in
            let open = state.open
            if let open, open.owner != owner { try open.destination.write("\n") }
            state.open = nil
            if try !body(open?.owner == owner) { state.open = (owner, destination) }
        }
    }
}
