import Foundation
import SystemPackage

/// An HTTPS server with a certificate that signs itself, made by `openssl`, for an address or a name.
///
/// ```swift
/// let server = try TLSServer(for: "IP:127.0.0.1", ["/page": .html("<link rel=icon href=a.png>")])
/// server.url("/page")   // "https://127.0.0.1:40123/page"
/// ```
package final class TLSServer {
    /// The certificate, which is its own authority.
    package let certificate: String
    /// The port that the server listens on.
    package let port: UInt16

    private let folder: TemporaryFolder
    private let process: StartedProgram

    /// Whether there is an `openssl` to be the server.
    package static let isAvailable = TestCertificate.isAvailable

    /// Starts a server whose certificate is for the given alternative name, as `IP:127.0.0.1`.
    ///
    /// Without responses it answers any path with a page about the connection; with them it closes the
    /// connection on any other path.
    package init(for name: String, _ responses: [String: CannedResponse] = [:], isExpired: Bool = false) throws {
        folder = TemporaryFolder()
        let pair = try TestCertificate(for: name, in: folder, isExpired: isExpired)
        certificate = pair.certificate
        for (path, response) in responses { try folder.write(bytes: response.bytes(range: nil), to: "files\(path)") }
        // With -HTTP files are answers, heads and all.
        guard let program = OtherProgram(TestCertificate.program) else {
            throw Unavailable(output: "openssl is not installed")
        }
        process = try program.start(
            [
                "s_server", "-accept", "127.0.0.1:0", responses.isEmpty ? "-www" : "-HTTP", "-cert", certificate,
                "-key", pair.key,
            ], in: responses.isEmpty ? nil : folder.path.appending("files"), output: folder.path.appending("output"))
        // It says "ACCEPT 127.0.0.1:40123" when it listens.
        var port: UInt16?
        while port == nil, RunningProcess(process.id) != nil {
            let match = folder.text("output")?.firstMatch(of: /ACCEPT .*:(\d+)\n/)
            port = match.flatMap { UInt16($0.1) }
            if port == nil { usleep(10_000) }
        }
        guard let port else {
            process.end()
            throw Unavailable(output: folder.text("output") ?? "")
        }
        self.port = port
    }

    deinit { process.end(by: SIGKILL) }

    /// The absolute URL of a path.
    package func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }

    /// Why there is no server.
    package struct Unavailable: Error {
        /// What `openssl` said.
        package let output: String
    }
}
