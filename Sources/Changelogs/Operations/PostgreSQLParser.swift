import CPGQuery
import Glibc
import JSON

/// PostgreSQL's own parser, if libpg_query is installed.
package enum PostgreSQLParser {
    package static var isInstalled: Bool { cpgquery_load() == 0 }

    package static let package = "libpg-query-dev"

    /// The syntax trees of the statements as JSON; `nil` if the parser is not installed.
    static func trees(of text: String) throws(NotSQL) -> [JSONValue]? {
        guard isInstalled, !text.utf8.contains(0) else { return nil }
        let result = text.withCString { cpgquery_parse($0) }
        defer { cpgquery_free(result) }
        if let error = result.error { throw NotSQL(reason: error.pointee.message.map { String(cString: $0) } ?? "") }
        guard let tree = result.parse_tree else { return nil }
        // Safety: the tree is NUL-terminated and lives until the result is freed.
        let document = try? JSONValue(parsing: UnsafeRawBufferPointer(start: tree, count: strlen(tree)))
        return document?["stmts"]?.items?.compactMap { $0["stmt"] }
    }

    struct NotSQL: Error { let reason: String }
}
