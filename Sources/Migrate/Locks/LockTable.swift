/// The table in which Liquibase keeps its lock.
struct LockTable: Hashable {
    /// Its name.
    let name: String
    /// The schema it lies in; nil for that of the connection.
    let schema: String?

    /// Finds out the names.
    ///
    /// - Parameters:
    ///   - options: the options of the run.
    ///   - schema: the schema that the connection begins with, where the URL tells.
    init(_ options: LiquibaseOptions, schema: String? = nil) {
        name = options["database-changelog-lock-table-name"] ?? "DATABASECHANGELOGLOCK"
        self.schema =
            options["liquibase-schema-name"] ?? options["default-schema-name"] ?? schema
    }

    /// The table as SQL names it.
    var sql: String {
        [schema, name].compactMap(\.self).map(Self.quoted).joined(separator: ".")
    }

    /// Plain names are not quoted, as Liquibase does it: databases differ in the case they give them.
    private static func quoted(_ name: String) -> String {
        name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
            ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
    }
}
