import Foundation
import SystemPackage
import TestSupport

/// An HTTPS server with a certificate that signs itself, made by `openssl`, for an address or a name.
final class TLSServer {
    /// The certificate, which is its own authority.
    let certificate: String
    /// The port that the server listens on.
    let port: UInt16

    private let folder: TemporaryFolder
    private let process: Process

    /// Whether there is an `openssl` to be the server.
    static let isAvailable = TestCertificate.isAvailable

    /// Starts a server whose certificate is for the given alternative name, as `IP:127.0.0.1`.
    ///
    /// It answers any path with a page about the connection.
    init(for name: String) throws {
        folder = TemporaryFolder()
        let pair = try TestCertificate(for: name, in: folder)
        certificate = pair.certificate
        let (process, output) = try Self.start([
            "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificate, "-key", pair.key,
        ])
        self.process = process
        // It says "ACCEPT 127.0.0.1:40123" when it listens.
        var text = ""
        while !text.contains("ACCEPT "), case let data = output.availableData, !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
        }
        let port = text.split { $0.isWhitespace || $0 == ":" }.last
        guard let port = port.flatMap({ UInt16($0) }) else {
            Self.end(process)
            throw Unavailable(output: text)
        }
        self.port = port
    }

    deinit {
        Self.end(process)
    }

    /// A process that a thread of Dispatch starts inherits that it does not hear milder signals.
    private static func end(_ process: Process) {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Why there is no server.
    struct Unavailable: Error {
        /// What `openssl` said.
        let output: String
    }

    private static func start(
        _ arguments: [String]
    ) throws -> (process: Process, output: FileHandle) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: TestCertificate.program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, pipe.fileHandleForReading)
    }
}
