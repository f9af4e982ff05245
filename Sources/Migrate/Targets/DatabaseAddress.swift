/// The host and the port of the server that a JDBC URL names.
struct DatabaseAddress: Hashable {
    /// A name or an address; an IPv6 address without its brackets.
    let host: String
    /// The TCP port.
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
