import DevtoolKit
import Glibc
import SystemPackage

/// Identifies a database by server, port and name, or by its file, however its URL is written.
///
/// Two DNS names of one server, or a service and an instance of Oracle, count as two databases.
enum DatabaseIdentity: Hashable {
    case named(String)
    case stored(FileIdentity)

    /// Every database that a URL may refer to; there is at least one.
    ///
    /// A URL with several servers refers to any of them. PostgreSQL's default database is named after the user. In
    /// MariaDB, a schema is a separate database.
    static func all(of url: String, as user: String? = nil, schema: String? = nil, in directory: FilePath) -> Set<
        DatabaseIdentity
    > {
        if let servers = servers(in: url, user, schema) { return servers }
        if let file = file(in: url, directory) { return [file] }
        return [.named(server(in: url) ?? String(url.prefix { $0 != "?" && $0 != ";" }))]
    }

    private static func servers(in url: String, _ user: String?, _ schema: String?) -> Set<DatabaseIdentity>? {
        let form = /jdbc:(postgresql|mysql|mariadb)(?::[a-z0-9]+)*:\/\/([^\/?]*)(?:\/([^?]*))?(?:\?(.*))?/
        guard let match = url.wholeMatch(of: form) else { return nil }
        let isPostgreSQL = match.1 == "postgresql"
        let engine = isPostgreSQL ? "postgresql" : "mariadb"
        var (hosts, port) = (hosts(in: match.2), isPostgreSQL ? "5432" : "3306")
        var names = [match.3.map { String($0).percentDecoded } ?? ""]
        if isPostgreSQL {
            // Parameters that override the rest of the URL in the PostgreSQL driver.
            if let named = url.urlParameter("PGHOST") { hosts = [(named, nil)] }
            if let named = url.urlParameter("PGPORT") { port = named }
            if let named = url.urlParameter("PGDBNAME") { names = [named] }
            if names == [""], let user = user ?? url.urlParameter("user") { names = [user] }
        } else if let schema {
            names.append(schema)
        }
        return Set(
            hosts.flatMap { host in
                names.map { name in
                    let local = ["", "127.0.0.1", "::1"].contains(host.name)
                    return Self.named("\(engine)://\(local ? "localhost" : host.name):\(host.port ?? port)/\(name)")
                }
            })
    }

    /// The servers of a URL in lowercase: `a:1,b`, `[::1]:1`, or MariaDB's `address=(host=a)(port=1)`.
    private static func hosts(in text: Substring) -> [(name: String, port: String?)] {
        let addresses = text.matches(of: /address=((?:\([^)]*\))+)/)
        guard addresses.isEmpty else {
            return addresses.map { address in
                func value(_ key: String) -> String? {
                    address.1.split(whereSeparator: { "()".contains($0) }).first { $0.hasPrefix(key + "=") }.map {
                        $0.dropFirst(key.count + 1).lowercased()
                    }
                }
                return (value("host") ?? "", value("port"))
            }
        }
        return text.split(separator: ",", omittingEmptySubsequences: false).map { host in
            let host = host.split(separator: "@").last ?? ""
            let match = host.wholeMatch(of: /(\[[^\]]*\]|[^:]*)(?::([0-9]+))?/)
            let name = match?.1.filter { !"[]".contains($0) } ?? String(host)
            return (name.lowercased(), match?.2.map(String.init))
        }
    }

    private static func file(in url: String, _ directory: FilePath) -> DatabaseIdentity? {
        let form = /jdbc:(sqlite|h2):(?:(?:file|nio|nioMapped|async|split(?::[0-9]+)?):)*([^?;]+)(?:[?;].*)?/
        guard let match = url.wholeMatch(of: form),
            // Databases in memory or on a server have no file.
            !match.2.hasPrefix(":"), !match.2.contains(/^(mem|tcp|ssl|zip):/)
        else { return nil }
        var text = match.2.percentDecoded
        // Java's `user.home`.
        if text.hasPrefix("~/"), let user = getpwuid(getuid()) {
            text = String(cString: user.pointee.pw_dir) + text.dropFirst()
        }
        let path = FilePath(text).absolute(in: directory)
        // H2 appends an extension to the path in the URL.
        let endings = match.1 == "h2" ? [".mv.db", ".h2.db"] : [""]
        let status = endings.lazy.compactMap { try? FilePath(text + $0).absolute(in: directory).stat() }.first
        return status.map { Self.stored(FileIdentity($0)) } ?? Self.named("\(match.1):\(path)")
    }

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
        guard let match = url.wholeMatch(of: /jdbc:postgresql:([^\/?][^?]*)(\?.*)?/) else { return nil }
        return "postgresql://localhost:5432/\(match.1.percentDecoded)"
    }
}
