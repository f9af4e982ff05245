/// A PostgreSQL database named by a JDBC URL, in the terms of PostgreSQL's own programs.
struct PostgreSQLAddress: Hashable {
    /// The parameters of a connection, but for the password.
    let parameters: [String: String]
    let password: String?
    /// The first schema of the search path that the URL sets.
    let schema: String?

    /// Reads `jdbc:postgresql://host:port,host:port/database?name=value&…`, where all but the database may
    /// be missing; nil for other databases, and for what only the JDBC driver knows a way to.
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
        // The way leads through a program of the user's.
        guard settings["socketFactory"] == nil, settings["sslfactory"] == nil else { return nil }

        var parameters: [String: String] = [:]
        let user = settings["user"] ?? username
        parameters["user"] = user
        let name = Self.decoded(database ?? bareDatabase ?? "")
        parameters["dbname"] = name.isEmpty ? user : name
        let hosts = Self.hosts(servers ?? "")
        parameters["host"] = hosts.map(\.host).joined(separator: ",")
        parameters["port"] = hosts.map(\.port).joined(separator: ",")
        for (key, value) in settings where Self.sharedSettings.contains(key) {
            parameters[key] = value
        }
        // What the driver makes of it since 42.2.5.
        let ssl = settings["ssl"].map { $0 != "false" } ?? false
        if ssl, parameters["sslmode"] == nil { parameters["sslmode"] = "verify-full" }
        if ["primary", "master"].contains(settings["targetServerType"]) {
            parameters["target_session_attrs"] = "read-write"
        }
        self.parameters = parameters
        password = settings["password"]
        schema = settings["currentSchema"]?.split(separator: ",").first.map(String.init)
    }

    /// Those that libpq has by the same names, with the same values.
    private static let sharedSettings: Set = [
        "options", "sslmode", "sslcert", "sslkey", "sslrootcert", "sslpassword",
    ]

    private static func hosts(_ text: Substring) -> [(host: String, port: String)] {
        let servers = text.isEmpty ? ["localhost"] : text.split(separator: ",")
        return servers.map { server in
            // An IPv6 address has brackets, which libpq does not want.
            if let match = server.wholeMatch(of: /\[([^\]]*)\](?::([0-9]+))?/) {
                return (String(match.1), match.2.map(String.init) ?? "5432")
            }
            let parts = server.split(separator: ":", omittingEmptySubsequences: false)
            let port = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : "5432"
            return (parts[0].isEmpty ? "localhost" : decoded(parts[0]), port)
        }
    }

    /// The text with `%41` read as `A`, and `+` as a space, as the driver does.
    private static func decoded(_ text: some StringProtocol) -> String {
        String(text).replacing("+", with: " ").percentDecoded
    }
}
