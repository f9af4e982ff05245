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
