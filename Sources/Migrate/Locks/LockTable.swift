/// The table in which Liquibase keeps its lock.
struct LockTable: Hashable {
    /// Its name.
    let name: String
    /// The schema it lies in; nil for that of the connection.
    let schema: String?
    private let quote: String

    /// Finds out the names.
    ///
    /// - Parameters:
    ///   - options: the options of the run.
    ///   - schema: the schema that the connection begins with, where the URL tells.
    init(_ options: LiquibaseOptions, schema: String? = nil) {
        name = options["database-changelog-lock-table-name"] ?? "DATABASECHANGELOGLOCK"
        // MySQL and MariaDB have catalogs in the place of schemas, and double quotes for texts.
        let isMySQL = ["mariadb", "mysql"].contains((options["url"] ?? "").engine)
        quote = isMySQL ? "`" : "\""
        let catalog =
            isMySQL ? options["liquibase-catalog-name"] ?? options["default-catalog-name"] : nil
        self.schema =
            options["liquibase-schema-name"] ?? options["default-schema-name"] ?? catalog
            ?? schema
    }

    /// The table as SQL names it.
    var sql: String {
        [schema, name].compactMap(\.self).map(quoted).joined(separator: ".")
    }

    /// Plain names are not quoted, as Liquibase does it: databases differ in the case they give them.
    private func quoted(_ name: String) -> String {
        name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
            ? name : quote + name.replacing(quote, with: quote + quote) + quote
    }
}
