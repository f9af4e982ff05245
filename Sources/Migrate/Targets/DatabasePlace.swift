/// A database as the server's own client programs address it.
struct DatabasePlace {
    let host: String
    let port: UInt16
    let database: String

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
