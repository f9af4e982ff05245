import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// A real PostgreSQL server on a free loopback port, with its data in a temporary folder.
struct PostgreSQLServer: QueriedServer {
    /// The port on 127.0.0.1.
    let port: UInt16
    /// The password of the superuser `app`: with all that a properties file would take for syntax.
    let password = #"p:a=s#s!w\ord'"$&"#
    /// The JDBC URL of its database.
    var url: String { "jdbc:postgresql://127.0.0.1:\(port)/postgres" }
    private let folder: TemporaryFolder

    /// Runs `body` with a server, and stops the server after it.
    static func run(_ body: (PostgreSQLServer) async throws -> Void) async throws {
        let server = PostgreSQLServer(
            port: try DatabaseServer.freePort(), folder: TemporaryFolder())
        let arguments = [server.folder.path.string, "\(server.port)", server.password]
        try await DatabaseServer.run("postgresql-server", arguments, named: "PostgreSQL") {
            try await body(server)
        }
    }

    /// What a statement gives, a line for each row, values with `|` between them.
    @discardableResult
    func query(_ statement: String) async throws -> String {
        let result = try await Subprocess.run(
            .name("psql"),
            arguments: [
                "-XAtq", "-h", "127.0.0.1", "-p", "\(port)", "-U", "app", "-d", "postgres",
                "-c", statement,
            ],
            environment: .inherit.updating(["PGPASSWORD": password]),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
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
