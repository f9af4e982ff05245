import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// A real MariaDB server on a free loopback port, with its data in a temporary folder.
struct MariaDBServer: QueriedServer {
    /// The port on 127.0.0.1.
    let port: UInt16
    /// The password of the user `app`: with all that a properties file would take for syntax.
    let password = #"p:a=s#s!w\ord'"$&"#
    /// The JDBC URL of its database.
    var url: String { "jdbc:mariadb://127.0.0.1:\(port)/app" }

    /// Runs `body` with a server, and stops the server after it.
    static func run(_ body: (MariaDBServer) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        let port = try LoopbackSocket()
        let server = MariaDBServer(port: port.port)
        let arguments = [folder.path.string, "\(server.port)", server.password]
        try await DatabaseServer.run("mariadb-server", arguments, on: port, named: "MariaDB") {
            try await body(server)
        }
    }

    /// What a statement gives, a line for each row, values with tabs between them.
    @discardableResult
    func query(_ statement: String) async throws -> String {
        let (isFine, output, error) = try await outcome(of: statement)
        #expect(isFine, "\(error)")
        return output.trimmingCharacters(in: .newlines)
    }

    /// Whether the server runs a statement, what that gives, and what is said of a failure.
    func outcome(of statement: String) async throws -> (isFine: Bool, output: String, error: String)
    {
        let result = try await Subprocess.run(
            .name("mariadb"),
            arguments: [
                "--no-defaults", "--protocol=tcp", "-h127.0.0.1", "-P\(port)", "-uapp", "-N", "-B",
                "-e", statement, "app",
            ],
            environment: .inherit.updating(["MYSQL_PWD": password]),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        return (
            result.terminationStatus == .exited(0), result.standardOutput, result.standardError
        )
    }
}
