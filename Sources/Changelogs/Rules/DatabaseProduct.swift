import Scanning

/// The database product in a JDBC URL, by its name in `dbms`.
package struct DatabaseProduct: Hashable, Sendable {
    /// Liquibase's name (`getShortName` of the classes in `liquibase.database.core`).
    private let name: String

    /// The names in JDBC URLs that differ.
    private static let names = [
        "sqlserver": "mssql", "firebirdsql": "firebird", "informix-sqli": "informix", "pgsql": "postgresql",
        "as400": "db2i",
    ]
    private static let known: Set = [
        "postgresql", "mysql", "mariadb", "oracle", "sqlite", "h2", "hsqldb", "derby", "db2", "informix", "ingres",
        "snowflake",
    ]

    /// Derives the product from a URL `jdbc:…` or `offline:…`; `nil` if it is ambiguous, as for a wrapping driver.
    package init?(url: String) {
        let words = url.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count > 1 else { return nil }
        let scheme = words[1].prefix { $0 != "?" }.lowercased()
        switch words[0].lowercased() {
        case "offline": name = scheme
        case "jdbc":
            guard let name = Self.names[scheme] ?? Self.known.first(where: { $0 == scheme }) else { return nil }
            self.name = name
        default: return nil
        }
    }

    package var engine: DatabaseEngineName { DatabaseEngineName(rawValue: name) ?? .other }

    /// Whether a `dbms` includes this product (`DatabaseList.definitionMatches`).
    package func isIn(_ list: DatabaseList) -> Bool {
        switch list {
        case .all: true
        case .only(let listed): listed.contains(name)
        case .allBut(let excluded): !excluded.contains(name)
        }
    }
}

package enum DatabaseList {
    case all
    case only(Set<String>)
    case allBut(Set<String>)

    package init(_ text: String?) {
        let names = (text ?? "").lowercased().split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
        let excluded = Set(names.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) })
        let listed = Set(names.filter { !$0.hasPrefix("!") })
        if names.isEmpty || listed.contains("all") {
            self = .all
        } else if listed.contains("none") {
            self = .only([])
        } else {
            self = listed.isEmpty ? .allBut(excluded) : .only(listed.subtracting(excluded))
        }
    }

    package func overlaps(_ other: DatabaseList) -> Bool {
        switch (self, other) {
        case (.all, _), (_, .all), (.allBut, .allBut): true
        case (.only(let mine), .only(let others)): !mine.isDisjoint(with: others)
        case (.allBut(let excluded), .only(let listed)), (.only(let listed), .allBut(let excluded)):
            !listed.isSubset(of: excluded)
        }
    }
}
