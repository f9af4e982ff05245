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
