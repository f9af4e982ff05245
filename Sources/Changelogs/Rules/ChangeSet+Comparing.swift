extension ChangeSet {
    /// Whether Liquibase considers both identical, and runs only the first.
    func isSame(as other: ChangeSet) -> Bool {
        substance == other.substance && contexts == other.contexts && labels == other.labels
            && databases == other.databases
    }

    /// Whether the same run may include both, on one of these products or on any.
    package func mayMeet(_ other: ChangeSet, on products: [DatabaseProduct]) -> Bool {
        let (mine, others) = (DatabaseList(databases), DatabaseList(other.databases))
        guard mine.overlaps(others) else { return false }
        return products.isEmpty || products.contains { $0.isIn(mine) && $0.isIn(others) }
    }
}
