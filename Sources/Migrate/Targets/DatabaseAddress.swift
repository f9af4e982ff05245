/// The host and the port of the server that a JDBC URL names.
struct DatabaseAddress: Hashable {
    /// A name or an address; an IPv6 address without its brackets.
    let host: String
    /// The TCP port.
    let port: UInt16

    /// The ports that servers have when the URL names none.
    private static let ports: [String: UInt16] = [
        "postgresql": 5432, "mysql": 3306, "mariadb": 3306, "sqlserver": 1433,
    ]

    /// Reads a URL such as `jdbc:postgresql://db.example.com:5432/app`; nil where it names no server, as
    /// that of an SQLite file, or where the port cannot be told.
    init?(url: String) {
        guard
            let match = url.firstMatch(
                of: /^jdbc:([a-z0-9]+):\/\/(\[[^\]]+\]|[^:\/;?,\[]+)(?::([0-9]+))?/)
        else { return nil }
        let (_, engine, host, port) = match.output
        guard let port = port.map({ UInt16($0) }) ?? Self.ports[String(engine)] else { return nil }
        self.host = String(host.drop { $0 == "[" }).replacing("]", with: "")
        self.port = port
    }
}
