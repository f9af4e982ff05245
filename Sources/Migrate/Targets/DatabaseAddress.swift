/// The host and the port of the server in a JDBC URL.
struct DatabaseAddress: Hashable {
    /// A name or an address; an IPv6 address without its brackets.
    let host: String
    let port: UInt16
    /// The kind of server, if devtool knows it.
    let engine: DatabaseEngine?

    /// Reads a URL such as `jdbc:postgresql://db.example.com:5432/app`; nil where it names no server, as
    /// that of an SQLite file, or where the port cannot be told.
    init?(url: String) {
        guard
            let match = url.firstMatch(
                of: /^jdbc:([a-z0-9]+):\/\/(\[[^\]]+\]|[^:\/;?,\[]+)(?::([0-9]+))?/)
        else { return nil }
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

    /// The engine that the scheme of a URL names, as `postgres` in `postgres://host/name`; frameworks add
    /// their driver's name, as in `mysql+pymysql` or `mysql2`.
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

    /// The port that its servers have by default; nil for databases in files.
    var defaultPort: UInt16? {
        switch self {
        case .postgresql: 5432
        case .mysql, .mariadb: 3306
        case .sqlserver: 1433
        case .oracle: 1521
        case .sqlite, .h2: nil
        }
    }

    /// The JDBC URL of a database.
    ///
    /// - Parameters:
    ///   - host: the name or the address of the server; of no meaning for a file.
    ///   - port: its TCP port; nil for the default.
    ///   - database: the name of the database, or the path of its file.
    ///   - parameters: what follows the question mark in a URL, as `sslmode=require`.
    /// - Returns: the URL.
    func url(host: String, port: UInt16?, database: String, parameters: String = "") -> String {
        let isAddress = host.contains(":") && !host.hasPrefix("[")
        let server = (isAddress ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
        let query = parameters.isEmpty ? "" : "?" + parameters
        switch self {
        case .postgresql, .mysql, .mariadb:
            return "jdbc:\(self)://\(server)/\(database)\(query)"
        case .sqlserver:
            let rest = parameters.split(separator: "&").map { ";\($0)" }.joined()
            return "jdbc:sqlserver://\(server);databaseName=\(database)\(rest)"
        case .oracle: return "jdbc:oracle:thin:@//\(server)/\(database)\(query)"
        case .sqlite: return "jdbc:sqlite:\(database)\(query)"
        case .h2: return "jdbc:h2:\(database)"
        }
    }
}
