/// What a database is asked about its schema: SQL that reads its catalog in one statement, and so in one transaction.
///
/// The rows have the columns kind, schema, table, name, and the properties as a JSON object. Kinds are those of
/// ``SchemaKind``; a schema or a table that the kind does not have is null, and so is the value of a property that does
/// not apply.
struct CatalogQuestion: Sendable {
    /// Statements that set up the session, and keep it from writing.
    private(set) var preparation: [String]
    let statement: String
    /// The question about owners and grants; `nil` if the engine has none.
    var owners: String?
    /// Prints the engine's name and version, and the setting that new objects inherit, if any.
    let version: String
    var quote = "\""
    /// Whether the answer is a script of SQL (``H2Script``) instead of rows.
    var isScript = false
}

extension CatalogQuestion {
    /// The question for the engine of a URL; `nil` if its catalog is not understood.
    ///
    /// With a `schema`, only that one is described, as if it had no name (PostgreSQL).
    init?(url: String, only schema: String? = nil) {
        switch url.engine {
        case "postgresql":
            self = .postgreSQL
            guard let schema else { return }
            let name = schema.quoted().replacing("'", with: "''")
            preparation[1] = "SELECT set_config('search_path', '\(name)', true)"
        case "mariadb": self = .mariaDB
        case "sqlite": self = .sqlite
        case "h2": self = .h2
        default: return nil
        }
    }

    /// Ends what the preparation began, so that the session can write again.
    var ending: String? { preparation.first.map { $0.hasPrefix("PRAGMA") ? "PRAGMA query_only = OFF" : "ROLLBACK" } }

    /// The question about the sequences of MariaDB, which its catalog does not describe.
    func details(of objects: [SchemaObject]) -> String? {
        guard quote == "`" else { return nil }
        let sequences = objects.filter { $0.kind == .sequence }.map(\.name)
        if sequences.isEmpty { return nil }
        return sequences.map { name in
            """
            SELECT 'sequence', NULL, NULL, '\(name.replacing("\\", with: "\\\\").replacing("'", with: "''"))',
              JSON_OBJECT('start', start_value, 'minimum', minimum_value, 'maximum', maximum_value,
                'increment', increment, 'cycle', NULLIF(cycle_option, 0)) FROM \(name.quoted(by: quote))
            """
        }.joined(separator: "\nUNION ALL ")
    }

    func quoted(_ object: SchemaObject) -> String {
        [object.schema, object.name].compactMap { $0?.quoted(by: quote) }.joined(separator: ".")
    }

    /// H2 prints its schema itself.
    private static let h2 = CatalogQuestion(
        preparation: [], statement: "SCRIPT NODATA NOPASSWORDS NOSETTINGS", version: "SELECT 'H2 ' || H2VERSION()",
        isScript: true)
}
