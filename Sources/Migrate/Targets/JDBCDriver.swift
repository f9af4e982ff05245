import DevtoolKit
import SystemPackage

/// The jar that a JDBC URL needs, of those that people use Liquibase with.
struct JDBCDriver {
    /// What the jar's file name begins with.
    let jarPrefix: String

    private static let prefixes = [
        "postgresql": "postgresql", "sqlite": "sqlite-jdbc", "h2": "h2-", "hsqldb": "hsqldb",
        "mariadb": "mariadb-java-client", "mysql": "mysql-connector", "sqlserver": "mssql-jdbc",
        "oracle": "ojdbc", "db2": "jcc", "firebirdsql": "jaybird", "snowflake": "snowflake-jdbc",
    ]

    /// The driver for a URL; nil for one that is not known here.
    init?(url: String) {
        guard let engine = url.firstMatch(of: /^jdbc:([a-z0-9]+):/)?.1,
            let prefix = Self.prefixes[String(engine)]
        else { return nil }
        jarPrefix = prefix
    }

    /// Whether one of the folders has the jar.
    func isIn(_ folders: [FilePath]) -> Bool {
        folders.flatMap { $0.entryNames() }
            .contains { $0.hasPrefix(jarPrefix) && $0.hasSuffix(".jar") }
    }
}
