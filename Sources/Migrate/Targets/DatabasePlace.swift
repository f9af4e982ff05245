import DevtoolKit
import Glibc
import SystemPackage

/// Where a database is, so that two URLs of one can be told to be that.
struct DatabasePlace: Hashable {
    /// The kind of server; `mysql` and `mariadb` are one.
    let engine: String
    /// The name or the address of the server.
    let host: String
    let port: UInt16
    let database: String

    /// Reads a JDBC URL with a server and a database; nil for others.
    init?(url: String) {
        guard let address = DatabaseAddress(url: url), let engine = address.engine,
            let path = url.firstMatch(of: /^jdbc:[a-z0-9]+:\/\/[^\/?;]*\/([^?;]+)/)
        else { return nil }
        self.engine = engine == .mysql ? "mariadb" : "\(engine)"
        let host = address.host.lowercased()
        self.host = ["127.0.0.1", "::1"].contains(host) ? "localhost" : host
        port = address.port
        database = String(path.1).percentDecoded
    }
}

/// What tells databases apart, however their URLs are written: the server, its port and the database, or the file.
///
/// Two names of one server in the DNS, and a service and an instance of Oracle, remain two.
struct DatabaseIdentity: Hashable {
    private let text: String

    /// Reads a JDBC URL.
    ///
    /// - Parameters:
    ///   - url: the URL, whatever it is.
    ///   - directory: what a relative path is from.
    init(of url: String, in directory: FilePath) {
        if let place = DatabasePlace(url: url) {
            text = "\(place.engine)://\(place.host):\(place.port)/\(place.database)"
        } else if let file = Self.file(in: url) {
            // H2 adds endings of its own to what the URL names.
            text = "\(file.engine):\(FilePath(file.path).absolute(in: directory))"
        } else {
            text = Self.server(in: url) ?? String(url.prefix { $0 != "?" && $0 != ";" })
        }
    }

    /// The file of a database of SQLite or H2.
    private static func file(in url: String) -> (engine: Substring, path: String)? {
        guard let match = url.wholeMatch(of: /jdbc:(sqlite|h2):(?:file:)?([^?;]+)(?:[?;].*)?/),
            // In memory, or of a server.
            !match.2.hasPrefix(":"), !match.2.contains(/^(mem|tcp|ssl|zip|nio|split|nioMapped):/)
        else { return nil }
        var path = match.2.percentDecoded
        // As Java's `user.home`.
        if path.hasPrefix("~/"), let user = getpwuid(getuid()) {
            path = String(cString: user.pointee.pw_dir) + path.dropFirst()
        }
        return (match.1, path)
    }

    /// The server and the database of SQL Server or Oracle, or of PostgreSQL without a server.
    private static func server(in url: String) -> String? {
        if let match = url.wholeMatch(of: /jdbc:sqlserver:\/\/([^;:]*)(?::([0-9]+))?(;.*)?/) {
            let rest = String(match.3 ?? "")
            let database = rest.firstMatch(of: /(?i);(?:databaseName|database)=([^;]*)/)?.1 ?? ""
            return "sqlserver://\(match.1.lowercased()):\(match.2 ?? "1433")/\(database)"
        }
        let oracle = /jdbc:oracle:thin:[^@]*@(?:\/\/)?([^:\/()]+)(?::([0-9]+))?([:\/][^?]*)?(\?.*)?/
        if let match = url.wholeMatch(of: oracle) {
            return "oracle://\(match.1.lowercased()):\(match.2 ?? "1521")\(match.3 ?? "")"
        }
        guard let match = url.wholeMatch(of: /jdbc:postgresql:([^\/?][^?]*)(\?.*)?/) else {
            return nil
        }
        return "postgresql://localhost:5432/\(match.1.percentDecoded)"
    }
}
