import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// A real MariaDB server on a free loopback port, with its data in a temporary folder.
struct MariaDBServer: QueriedServer {
    /// The server of all tests.
    private static let shared = DatabaseServer.shared { try await runAlone($0) }

    /// The port on 127.0.0.1.
    let port: UInt16
    /// The name of its database, and of the user who may do there, and only there, what they like.
    private(set) var name = "app"
    /// The password of the user: with all that a properties file would take for syntax.
    let password = #"p:a=s#s!w\ord'"$&"#
    /// The JDBC URL of its database.
    var url: String { "jdbc:mariadb://127.0.0.1:\(port)/\(name)" }
    private let folder: TemporaryFolder

    private init(port: UInt16, folder: TemporaryFolder) {
        self.port = port
        self.folder = folder
    }

    /// Runs `body` with a database and a user of its own on the server that the tests share.
    static func run(_ body: (MariaDBServer) async throws -> Void) async throws {
        var server = try await shared.value
        let name = "test_\(UInt64.random(in: .min ... .max))"
        // The user `root` has no password, and only logs in through the socket.
        let result = try await Subprocess.run(
            .name("mariadb"),
            arguments: [
                "--no-defaults", "--socket=\(server.folder.path.appending("socket"))", "-uroot", "-e",
                """
                CREATE DATABASE \(name);
                CREATE USER \(name)@'127.0.0.1' IDENTIFIED BY \(quoted(server.password));
                GRANT ALL ON \(name).* TO \(name)@'127.0.0.1';
                """,
            ], output: .discarded, error: .string(limit: 1 << 16))
        try #require(result.terminationStatus == .exited(0), "\(result.standardError)")
        server.name = name
        try await body(server)
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing(#/[\\']/#) { #"\"# + $0.output } + "'" }

    /// Runs `body` with a server, and stops the server after it.
    private static func runAlone(_ body: (MariaDBServer) async throws -> Void) async throws {
        let port = try LoopbackSocket()
        let server = MariaDBServer(port: port.port, folder: TemporaryFolder())
        let arguments = [server.folder.path.string, "\(server.port)", server.password]
        try await DatabaseServer.run("mariadb-server", arguments, on: port, named: "MariaDB") { try await body(server) }
    }

    /// What a statement gives, a line for each row, values with tabs between them.
    @discardableResult func query(_ statement: String) async throws -> String {
        let (isFine, output, error) = try await outcome(of: statement)
        #expect(isFine, "\(error)")
        return output.trimmingCharacters(in: .newlines)
    }

    /// Whether the server runs a statement, what that gives, and what is said of a failure.
    func outcome(of statement: String) async throws -> (isFine: Bool, output: String, error: String) {
        let result = try await Subprocess.run(
            .name("mariadb"),
            arguments: [
                "--no-defaults", "--protocol=tcp", "-h127.0.0.1", "-P\(port)", "-u\(name)", "-N", "-B", "-e", statement,
                name,
            ], environment: .inherit.updating(["MYSQL_PWD": password]), output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20))
        return (result.terminationStatus == .exited(0), result.standardOutput, result.standardError)
    }
}
