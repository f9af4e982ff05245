package enum DatabaseEngineName: String, Sendable {
    case postgresql, mysql, mariadb, oracle, mssql, sqlite, h2
    case other

    /// Whether it commits before and after each schema change, so that a failed changeset stays half-applied.
    package var commitsDefinitions: Bool {
        switch self {
        case .mysql, .mariadb, .oracle, .h2: true
        case .postgresql, .mssql, .sqlite, .other: false
        }
    }
}
