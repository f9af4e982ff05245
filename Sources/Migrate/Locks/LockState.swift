/// What is known about a changelog lock.
enum LockState: Equatable {
    /// Nobody has it.
    case free
    /// Somebody has it.
    case held(HeldLock)
    /// The database does not tell: it does not answer, or there is no such table yet.
    case unknown
}

/// A lock that somebody has.
struct HeldLock: Hashable, CustomStringConvertible {
    /// Who, in the words of LOCKEDBY.
    let holder: String
    /// Since when, in those of LOCKGRANTED: the holder's local time.
    let since: String
    /// The server's session that still works for the holder, where the database tells.
    var session: ServerSession?

    /// The run of devtool that has it, if one has.
    var owner: LockOwner? { LockOwner(lockedBy: holder) }

    /// As in `ci-7 (10.0.0.7), process 4711 of devtool, since 2026-01-31 12:00:00`.
    var description: String {
        let place = holder.wholeMatch(of: /([^#]*)(?:#.*)? \((.*)\)/)
        let host =
            switch place?.output {
            case (_, let host, let address)? where host == address: String(host)
            case (_, let host, let address)?: "\(host) (\(address))"
            case nil: holder
            }
        let process = owner.map { ", process \($0.process) of devtool," } ?? ""
        return "\(host)\(process) since \(since)"
    }
}

/// What has become of a lock that was to be freed.
enum LockRelease: Equatable {
    /// It is no longer the run's.
    case freed
    /// It is: the database still works under it.
    case working(ServerSession)
    /// The database does not tell.
    case unknown
}

/// The way to a database's lock, past the run that waits for it or has left it.
protocol LockRecords: Sendable {
    /// Looks who has the lock.
    func state() async -> LockState
    /// Frees the lock if this very run has it; in one step, so that no other's lock can be freed.
    ///
    /// - Parameters:
    ///   - owner: the run.
    ///   - isOurs: whether it is the caller's own, whose Liquibase has ended: what the database still does
    ///     for it is stopped.
    /// - Returns: whether the lock is no longer the run's.
    func free(_ owner: LockOwner, isOurs: Bool) async -> LockRelease
    /// Ends what is kept open from one question to the next.
    func close() async
}
