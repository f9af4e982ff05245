import Changelogs

package struct DatabaseServer: Hashable, Sendable, CustomStringConvertible {
    /// The name in its JDBC driver, such as `PostgreSQL`.
    package let product: String
    package let version: Int

    package init(_ product: String, _ version: Int) {
        self.product = product
        self.version = version
    }

    package var description: String { "\(product) \(version)" }

    /// The recorded server whose locks devtool reports for this one; `nil` if this one was recorded or is older.
    package var recorded: DatabaseServer? {
        let recorded = product == "PostgreSQL" ? Self.postgreSQL : Self.mariaDB
        return product == recorded.product && version <= recorded.version ? nil : recorded
    }

    /// The servers that `Scripts/prove-locks` has recorded.
    package static let postgreSQL = DatabaseServer("PostgreSQL", 15)
    package static let mariaDB = DatabaseServer("MariaDB", 10)
}
