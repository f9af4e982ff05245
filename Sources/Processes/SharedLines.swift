import Synchronization

/// Keeps the lines of several children apart that show their output on one console.
///
/// A child that has written a part of a line keeps it while it is the only one to write; when another
/// has something to say, the line is broken first.
final class SharedLines: Sendable {
    /// One stream of one child.
    struct Owner: Hashable {
        fileprivate let number: Int
    }

    private struct State {
        var owners = 0
        var open: (owner: Owner, destination: Destination)?
    }

    private let state = Mutex(State())

    /// Registers a stream.
    func newOwner() -> Owner {
        state.withLock { state in
            state.owners += 1
            return Owner(number: state.owners)
        }
    }

    /// Runs `body` while no other stream writes.
    ///
    /// - Parameters:
    ///   - owner: the stream that writes.
    ///   - destination: where it writes to.
    ///   - body: writes; is told whether it goes on in a line that the stream has left open, and returns
    ///     whether it has ended its line.
    /// - Throws: what writing throws.
    func takeTurn(
        as owner: Owner, on destination: Destination,
        _ body: (_ continues: Bool) throws -> Bool
    ) throws {
        try state.withLock { state in
            let open = state.open
            if let open, open.owner != owner { try open.destination.write("\n") }
            state.open = nil
            if try !body(open?.owner == owner) { state.open = (owner, destination) }
        }
    }
}
