/// A kind of database, as far as the rules of the lint tell them apart.
package enum DatabaseEngineName: String, Sendable {
    case postgresql, mysql, mariadb, oracle, mssql, sqlite, h2
    /// One that is known, and that no rule is about.
    case other

    /// Whether it commits before and after each change of the schema, so that a changeset that fails in the
    /// middle stays half done.
    var commitsDefinitions: Bool {
        switch self {
        case .mysql, .mariadb, .oracle, .h2: true
        case .postgresql, .mssql, .sqlite, .other: false
        }
    }
}
