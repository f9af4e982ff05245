extension ChangeSet {
    /// Whether Liquibase takes both for one: it runs the first, and passes over the other.
    func isSame(as other: ChangeSet) -> Bool {
        substance == other.substance && contexts == other.contexts && labels == other.labels
            && databases == other.databases
    }

    /// Whether a run may come to both: one that is for databases, or for one that is not known.
    func mayMeet(_ other: ChangeSet, on products: [DatabaseProduct]) -> Bool {
        let (mine, others) = (DatabaseList(databases), DatabaseList(other.databases))
        guard mine.overlaps(others) else { return false }
        return products.isEmpty || products.contains { $0.isIn(mine) && $0.isIn(others) }
    }
}
