/// A lock on a table, by PostgreSQL's names, weakest first; locks of other databases are mapped by what they block.
package enum TableLock: String, Sendable, CaseIterable, Comparable {
    case accessShare = "ACCESS SHARE"
    case rowShare = "ROW SHARE"
    case rowExclusive = "ROW EXCLUSIVE"
    case shareUpdateExclusive = "SHARE UPDATE EXCLUSIVE"
    case share = "SHARE"
    case shareRowExclusive = "SHARE ROW EXCLUSIVE"
    case exclusive = "EXCLUSIVE"
    case accessExclusive = "ACCESS EXCLUSIVE"

    package static func < (first: TableLock, second: TableLock) -> Bool {
        (allCases.firstIndex(of: first) ?? 0) < (allCases.firstIndex(of: second) ?? 0)
    }

    package enum Effect: String, Sendable {
        case nothing
        case writes
        case readsAndWrites = "reads and writes"
    }

    /// The blocked operations, except schema changes.
    package var blocks: Effect {
        switch self {
        case .accessShare, .rowShare, .rowExclusive, .shareUpdateExclusive: .nothing
        case .share, .shareRowExclusive, .exclusive: .writes
        case .accessExclusive: .readsAndWrites
        }
    }
}

/// The work on a table's rows under the lock.
package enum TableWork: String, Sendable, CaseIterable, Comparable {
    /// Independent of the table's size.
    case none
    case scan
    case rewrite

    package static func < (first: TableWork, second: TableWork) -> Bool {
        (allCases.firstIndex(of: first) ?? 0) < (allCases.firstIndex(of: second) ?? 0)
    }
}

/// The cost of an operation for other sessions.
package struct OperationCost: Hashable, Sendable {
    package let table: TableName
    package let lock: TableLock
    package let work: TableWork
    /// The condition under which the work is unnecessary, worded to follow "unless"; `nil` if it is always done.
    package var exception: String?
    /// Whether the pending changesets create the table, so that no other session waits.
    package var isNew = false

    func joined(with other: OperationCost) -> OperationCost {
        let most = work < other.work || work == other.work && other.exception == nil ? other : self
        return OperationCost(
            table: table, lock: max(lock, other.lock), work: most.work, exception: most.exception, isNew: isNew)
    }

    package var blocks: TableLock.Effect { isNew ? .nothing : lock.blocks }
}
