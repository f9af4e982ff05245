import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// A real PostgreSQL server on a free loopback port, with its data in a temporary folder, and a database in it.
struct PostgreSQLServer: QueriedServer {
    /// The server of all tests that need none of their own.
    private static let shared = DatabaseServer.shared { try await runAlone($0) }

    /// The port on 127.0.0.1.
    let port: UInt16
    /// The password of the superuser `app`: with all that a properties file would take for syntax.
    let password = #"p:a=s#s!w\ord'"$&"#
    /// The JDBC URL of its database.
    var url: String { "jdbc:postgresql://127.0.0.1:\(port)/\(database)" }
    private let folder: TemporaryFolder
    /// The name of its database.
    private(set) var database = "postgres"

    private init(port: UInt16, folder: TemporaryFolder) {
        self.port = port
        self.folder = folder
    }

    /// Runs `body` with a database of its own on the server that the tests share.
    static func run(_ body: (PostgreSQLServer) async throws -> Void) async throws {
        var server = try await shared.value
        let database = "test_\(UInt64.random(in: .min ... .max))"
        try await server.query("CREATE DATABASE \(database)")
        server.database = database
        try await body(server)
    }

    /// Runs `body` with a server of its own, and stops the server after it.
    static func runAlone(_ body: (PostgreSQLServer) async throws -> Void) async throws {
        let port = try LoopbackSocket()
        let server = PostgreSQLServer(port: port.port, folder: TemporaryFolder())
        let arguments = [server.folder.path.string, "\(server.port)", server.password]
        try await DatabaseServer.run("postgresql-server", arguments, on: port, named: "PostgreSQL") {
            try await body(server)
        }
    }

    /// What a statement gives, a line for each row, values with `|` between them.
    @discardableResult func query(_ statement: String) async throws -> String {
        let result = try await Subprocess.run(
            .name("psql"),
            arguments: ["-XAtq", "-h", "127.0.0.1", "-p", "\(port)", "-U", "app", "-d", database, "-c", statement],
            environment: .inherit.updating(["PGPASSWORD": password]), output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20))
        #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
        return result.standardOutput.trimmingCharacters(in: .newlines)
    }

    /// Ends the server at once, as a loss of power would.
    func crash() async throws {
        let text = try #require(folder.text("data/postmaster.pid"))
        let process = try #require(text.split(separator: "\n").first.flatMap { pid_t($0) })
        #expect(kill(process, SIGQUIT) == 0)
        try await eventually { kill(process, 0) != 0 }
    }
}
