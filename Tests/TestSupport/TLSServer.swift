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
    private let process: Process

    /// Whether there is an `openssl` to be the server.
    package static let isAvailable = TestCertificate.isAvailable

    /// Starts a server whose certificate is for the given alternative name, as `IP:127.0.0.1`.
    ///
    /// Without responses it answers any path with a page about the connection; with them it closes the
    /// connection on any other path.
    package init(
        for name: String, _ responses: [String: CannedResponse] = [:], isExpired: Bool = false
    ) throws {
        folder = TemporaryFolder()
        let pair = try TestCertificate(for: name, in: folder, isExpired: isExpired)
        certificate = pair.certificate
        for (path, response) in responses {
            try folder.write(bytes: response.bytes(range: nil), to: "files\(path)")
        }
        // With -HTTP files are answers, heads and all.
        let (process, output) = try Self.start(
            [
                "s_server", "-accept", "127.0.0.1:0", responses.isEmpty ? "-www" : "-HTTP",
                "-cert", certificate, "-key", pair.key,
            ], in: responses.isEmpty ? nil : folder.path.appending("files"))
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

    /// The absolute URL of a path.
    package func url(_ path: String) -> String {
        "https://127.0.0.1:\(port)\(path)"
    }

    /// A process that a thread of Dispatch starts inherits that it does not hear milder signals.
    private static func end(_ process: Process) {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Why there is no server.
    package struct Unavailable: Error {
        /// What `openssl` said.
        package let output: String
    }

    private static func start(
        _ arguments: [String], in directory: FilePath? = nil
    ) throws -> (process: Process, output: FileHandle) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: TestCertificate.program)
        process.arguments = arguments
        if let directory { process.currentDirectoryURL = URL(filePath: directory.string) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, pipe.fileHandleForReading)
    }
}
