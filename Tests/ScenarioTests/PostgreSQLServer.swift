import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// A real PostgreSQL server on a free loopback port, with its data in a temporary folder.
struct PostgreSQLServer {
    /// The port on 127.0.0.1.
    let port: UInt16
    /// The password of the superuser `app`: with all that a properties file would take for syntax.
    let password = #"p:a=s#s!w\ord'"$&"#
    /// The JDBC URL of its database.
    var url: String { "jdbc:postgresql://127.0.0.1:\(port)/postgres" }

    /// Runs `body` with a server, and stops the server after it.
    static func run(_ body: (PostgreSQLServer) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        let server = PostgreSQLServer(port: try freePort())
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/postgresql-server").path
        var failure: (any Error)?
        _ = try await Subprocess.run(
            .path(FilePath(script)),
            arguments: [folder.path.string, "\(server.port)", server.password],
            input: .inputWriter, output: .sequence, error: .combinedWithOutput
        ) { execution in
            var said = ""
            for try await buffer in execution.standardOutput {
                said += buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                if said.hasSuffix("ready\n") { break }
            }
            guard said.hasSuffix("ready\n") else {
                Issue.record("PostgreSQL is needed (Scripts/test gets it): \(said)")
                return
            }
            // An error thrown here would have the script killed before it can stop the server.
            do { try await body(server) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// A port that was free a moment ago.
    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        try #require(result)
        return UInt16(bigEndian: address.sin_port)
    }
}
