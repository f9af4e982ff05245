/// A PostgreSQL database in a JDBC URL, as connection parameters of libpq.
struct PostgreSQLAddress: Hashable {
    let parameters: [String: String]
    let schema: String?

    /// Parses `jdbc:postgresql://host:port,host:port/database?name=value&…`, in which only the database is required.
    ///
    /// Fails for other databases, and for connections that only the JDBC driver can open.
    init?(url: String, username: String?) {
        guard
            let match = url.wholeMatch(
                of: /jdbc:postgresql:(?:\/\/([^\/?]*)(?:\/([^?]*))?|([^\/?][^?]*)|\/?)(?:\?(.*))?/)
        else { return nil }
        let (_, servers, database, bareDatabase, query) = match.output
        var settings: [String: String] = [:]
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { Self.decoded($0) }
            settings[parts.first ?? ""] = parts.count > 1 ? parts[1] : ""
        }
        // These parameters name the user's own classes.
        guard settings["socketFactory"] == nil, settings["sslfactory"] == nil else { return nil }

        var parameters: [String: String] = [:]
        let user = settings["user"] ?? username
        parameters["user"] = user
        let name = Self.decoded(database ?? bareDatabase ?? "")
        parameters["dbname"] = name.isEmpty ? user : name
        let hosts = Self.hosts(servers ?? "")
        parameters["host"] = hosts.map(\.host).joined(separator: ",")
        parameters["port"] = hosts.map(\.port).joined(separator: ",")
        for (key, value) in settings where Self.sharedSettings.contains(key) { parameters[key] = value }
        // The meaning of `ssl` since version 42.2.5 of the driver.
        let ssl = settings["ssl"].map { $0 != "false" } ?? false
        if ssl, parameters["sslmode"] == nil { parameters["sslmode"] = "verify-full" }
        if ["primary", "master"].contains(settings["targetServerType"]) {
            parameters["target_session_attrs"] = "read-write"
        }
        self.parameters = parameters
        schema = settings["currentSchema"]?.split(separator: ",").first.map(String.init)
    }

    /// The parameters that libpq has under the same names with the same values.
    private static let sharedSettings: Set = ["options", "sslmode", "sslcert", "sslkey", "sslrootcert", "sslpassword"]

    private static func hosts(_ text: Substring) -> [(host: String, port: String)] {
        let servers = text.isEmpty ? ["localhost"] : text.split(separator: ",")
        return servers.map { server in
            // libpq expects IPv6 addresses without brackets.
            if let match = server.wholeMatch(of: /\[([^\]]*)\](?::([0-9]+))?/) {
                return (String(match.1), match.2.map(String.init) ?? "5432")
            }
            let parts = server.split(separator: ":", omittingEmptySubsequences: false)
            let port = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : "5432"
            return (parts[0].isEmpty ? "localhost" : decoded(parts[0]), port)
        }
    }

    /// Decodes `%41` as `A` and `+` as a space, like the driver.
    private static func decoded(_ text: some StringProtocol) -> String {
        String(text).replacing("+", with: " ").percentDecoded
    }
}
