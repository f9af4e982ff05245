extension ChangeSet {
    /// Whether Liquibase takes both for one: it runs the first, and passes over the other.
    func isSame(as other: ChangeSet) -> Bool {
        substance == other.substance && contexts == other.contexts && labels == other.labels
            && databases == other.databases
    }

    /// Whether there is a database for which both are.
    func mayMeet(_ other: ChangeSet) -> Bool {
        guard let mine = Self.list(databases), let others = Self.list(other.databases) else {
            return true
        }
        if mine.isExcluding { return others.isExcluding || !others.names.isSubset(of: mine.names) }
        if others.isExcluding { return !mine.names.isSubset(of: others.names) }
        return !mine.names.isDisjoint(with: others.names)
    }

    /// The databases of a list, or those it excludes; nil where it is for all.
    private static func list(_ text: String?) -> (names: Set<String>, isExcluding: Bool)? {
        let names = (text ?? "").lowercased().split { $0 == "," || $0.isWhitespace }.map(
            String.init)
        guard !names.isEmpty, !names.contains("all") else { return nil }
        let excluded = names.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
        return excluded.isEmpty ? (Set(names), false) : (Set(excluded), true)
    }
}
