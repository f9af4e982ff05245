/// The host and the port of the server in a JDBC URL.
struct DatabaseAddress: Hashable {
    /// A name or an address; an IPv6 address has no brackets.
    let host: String
    let port: UInt16
    let engine: DatabaseEngine?

    /// Reads a URL such as `jdbc:postgresql://db.example.com:5432/app`.
    ///
    /// Fails if the URL names no server (SQLite), or if neither it nor the engine specifies a port.
    init?(url: String) {
        guard let match = url.firstMatch(of: /^jdbc:([a-z0-9]+):\/\/(\[[^\]]+\]|[^:\/;?,\[]+)(?::([0-9]+))?/) else {
            return nil
        }
        let (_, engine, host, port) = match.output
        self.engine = DatabaseEngine(rawValue: String(engine))
        guard let port = port.map({ UInt16($0) }) ?? self.engine?.defaultPort else { return nil }
        self.host = String(host.drop { $0 == "[" }).replacing("]", with: "")
        self.port = port
    }
}

/// A database engine for which devtool can build a JDBC URL.
enum DatabaseEngine: String, CaseIterable, Sendable {
    case postgresql, mysql, mariadb, sqlserver, oracle, sqlite, h2

    /// Reads the scheme of a URL, such as `postgres` in `postgres://host/name`.
    ///
    /// Frameworks append their driver's name: `mysql+pymysql`, `mysql2`.
    init?(scheme: some StringProtocol) {
        switch scheme.lowercased().prefix(while: { $0 != "+" }) {
        case "postgres", "postgresql", "pgsql": self = .postgresql
        case "mysql", "mysql2": self = .mysql
        case "mariadb": self = .mariadb
        case "sqlserver", "mssql": self = .sqlserver
        case "oracle": self = .oracle
        case "sqlite", "sqlite3": self = .sqlite
        default: return nil
        }
    }

    var defaultPort: UInt16? {
        switch self {
        case .postgresql: 5432
        case .mysql, .mariadb: 3306
        case .sqlserver: 1433
        case .oracle: 1521
        case .sqlite, .h2: nil
        }
    }

    func url(host: String, port: UInt16?, database: String, parameters: String = "") -> String {
        let isAddress = host.contains(":") && !host.hasPrefix("[")
        let server = (isAddress ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
        let query = parameters.isEmpty ? "" : "?" + parameters
        switch self {
        case .postgresql, .mysql, .mariadb: return "jdbc:\(self)://\(server)/\(database)\(query)"
        case .sqlserver:
            let rest = parameters.split(separator: "&").map { ";\($0)" }.joined()
            return "jdbc:sqlserver://\(server);databaseName=\(database)\(rest)"
        case .oracle: return "jdbc:oracle:thin:@//\(server)/\(database)\(query)"
        case .sqlite: return "jdbc:sqlite:\(database)\(query)"
        case .h2: return "jdbc:h2:\(database)"
        }
    }
}
