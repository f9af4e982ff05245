/// Where a database is, for the programs of its server.
struct DatabasePlace {
    /// The name or the address of the server.
    let host: String
    let port: UInt16
    let database: String

    /// Reads a JDBC URL with a server and a database; nil for others.
    init?(url: String) {
        guard let address = DatabaseAddress(url: url), address.engine != nil,
            let path = url.firstMatch(of: /^jdbc:[a-z0-9]+:\/\/[^\/?;]*\/([^?;]+)/)
        else { return nil }
        let host = address.host.lowercased()
        self.host = ["127.0.0.1", "::1"].contains(host) ? "localhost" : host
        port = address.port
        database = String(path.1).percentDecoded
    }
}
