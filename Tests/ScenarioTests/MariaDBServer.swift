import SystemPackage
import TestSupport

/// A real MariaDB server on a free loopback port, with its data in a temporary folder.
struct MariaDBServer {
    /// The port on 127.0.0.1.
    let port: UInt16
    /// The password of the user `app`: with all that a properties file would take for syntax.
    let password = #"p:a=s#s!w\ord'"$&"#
    /// The JDBC URL of its database.
    var url: String { "jdbc:mariadb://127.0.0.1:\(port)/app" }

    /// Runs `body` with a server, and stops the server after it.
    static func run(_ body: (MariaDBServer) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        let server = MariaDBServer(port: try DatabaseServer.freePort())
        let arguments = [folder.path.string, "\(server.port)", server.password]
        try await DatabaseServer.run("mariadb-server", arguments, named: "MariaDB") {
            try await body(server)
        }
    }
}
