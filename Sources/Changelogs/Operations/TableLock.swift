/// The lock that an operation takes on a table, by PostgreSQL's names, weakest first; those of other databases are
/// told by what they keep others from.
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

    /// What others cannot do to the table meanwhile.
    package enum Effect: String, Sendable {
        case nothing
        case writes
        case readsAndWrites = "reads and writes"
    }

    /// What others cannot do to the table meanwhile, schema changes apart.
    package var blocks: Effect {
        switch self {
        case .accessShare, .rowShare, .rowExclusive, .shareUpdateExclusive: .nothing
        case .share, .shareRowExclusive, .exclusive: .writes
        case .accessExclusive: .readsAndWrites
        }
    }
}

/// What an operation does with the rows of a table while it holds its lock.
package enum TableWork: String, Sendable, CaseIterable, Comparable {
    /// Nothing: it takes no longer for a large table.
    case none
    /// Reads all of them.
    case scan
    /// Writes all of them anew.
    case rewrite

    package static func < (first: TableWork, second: TableWork) -> Bool {
        (allCases.firstIndex(of: first) ?? 0) < (allCases.firstIndex(of: second) ?? 0)
    }
}

/// What an operation costs others: the lock on a table, and how long it is held.
package struct OperationCost: Hashable, Sendable {
    /// The table.
    package let table: TableName
    /// The lock.
    package let lock: TableLock
    /// What is done under it.
    package let work: TableWork
    /// The condition under which the work is not needed, worded to follow "unless"; nil if it is always done.
    package var exception: String?
    /// Whether the table is made in the same pending set, so that nobody else waits for it.
    package var isNew = false

    /// This cost and another one on the same table: the stronger lock, and the most work.
    func joined(with other: OperationCost) -> OperationCost {
        let most = work < other.work || work == other.work && other.exception == nil ? other : self
        return OperationCost(
            table: table, lock: max(lock, other.lock), work: most.work, exception: most.exception,
            isNew: isNew)
    }

    /// What others cannot do to the table meanwhile.
    package var blocks: TableLock.Effect { isNew ? .nothing : lock.blocks }
}
