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
    static let isAvailable = FileManager.default.isExecutableFile(atPath: program)

    /// Starts a server whose certificate is for the given alternative name, as `IP:127.0.0.1`.
    ///
    /// It answers any path with a page about the connection.
    init(for name: String) throws {
        folder = TemporaryFolder()
        certificate = folder.path.appending("certificate.pem").string
        let key = folder.path.appending("key.pem").string
        let maker = try Self.start([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "2", "-subj", "/CN=test", "-addext", "subjectAltName=\(name)",
            "-keyout", key, "-out", certificate,
        ])
        maker.process.waitUntilExit()
        let (process, output) = try Self.start([
            "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificate, "-key", key,
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

    private static let program = "/usr/bin/openssl"

    private static func start(
        _ arguments: [String]
    ) throws -> (process: Process, output: FileHandle) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, pipe.fileHandleForReading)
    }
}
