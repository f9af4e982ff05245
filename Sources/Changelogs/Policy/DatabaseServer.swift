/// A database server, by its product and the major version of that.
package struct DatabaseServer: Hashable, Sendable, CustomStringConvertible {
    /// The name that its JDBC driver tells, such as `PostgreSQL`.
    package let product: String
    /// The major version.
    package let version: Int

    package init(_ product: String, _ version: Int) {
        self.product = product
        self.version = version
    }

    package var description: String { "\(product) \(version)" }

    /// The recorded server whose locks devtool reports for this one; nil if this one was recorded, or is older.
    package var recorded: DatabaseServer? {
        let recorded = product == "PostgreSQL" ? Self.postgreSQL : Self.mariaDB
        return product == recorded.product && version <= recorded.version ? nil : recorded
    }

    /// The servers that `Scripts/prove-locks` has recorded.
    package static let postgreSQL = DatabaseServer("PostgreSQL", 15)
    package static let mariaDB = DatabaseServer("MariaDB", 10)
}
