package import Changelogs

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

    /// Whether the other one adds nothing, or only more of the same.
    func includes(_ other: OperationCost) -> Bool {
        guard table.mayBe(other.table) else { return false }
        let isSurer = exception == nil || other.exception == nil && other.work == .none
        return exception == other.exception || isSurer && lock >= other.lock && work >= other.work
    }

    func joined(with other: OperationCost) -> OperationCost {
        let most = work < other.work || work == other.work && other.exception == nil ? other : self
        return OperationCost(
            table: table, lock: max(lock, other.lock), work: most.work, exception: most.exception, isNew: isNew)
    }

    package var blocks: TableLock.Effect { isNew ? .nothing : lock.blocks }
}
