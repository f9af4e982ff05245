import Foundation
package import SystemPackage

/// An nginx on free ports of the loopback interface, with files of a test: a server as the world has
/// them, with HTTP/1.1, HTTP/2 over TLS, compression and ranges.
///
/// ```swift
/// let server = try NginxServer(["index.html": Array("<link rel=icon href=a.png>".utf8)])
/// server.url("/index.html")   // "http://127.0.0.1:40123/index.html"
/// ```
package final class NginxServer {
    /// The port for HTTP.
    package var port: UInt16 { ports.http.port }
    /// The port for HTTPS.
    package var securePort: UInt16 { ports.https.port }
    /// The file with the authority that vouches for the server.
    package var authorityFile: String { certificate.certificate }

    private let ports: (http: LoopbackSocket, https: LoopbackSocket)
    private let folder: TemporaryFolder
    private let certificate: TestCertificate
    private let process: StartedProgram

    private static let program = OtherProgram("nginx")

    /// Whether there is an `nginx`, and an `openssl` for its certificate.
    package static let isAvailable = program != nil && TestCertificate.isAvailable

    /// Starts a server of the given files, by name.
    ///
    /// `directives` are further ones of its configuration, for HTTP and HTTPS alike.
    package init(_ files: [String: [UInt8]], directives: String = "") throws {
        let folder = TemporaryFolder()
        for (name, bytes) in files { try folder.write(bytes: bytes, to: "files/\(name)") }
        certificate = try TestCertificate(for: "IP:127.0.0.1", in: folder)
        ports = (try LoopbackSocket(), try LoopbackSocket())
        try folder.write(Self.configuration(ports, certificate, directives), to: "nginx.conf")
        process = try Self.start(in: folder)
        self.folder = folder
    }

    deinit { process.end(by: SIGKILL) }

    /// The folder of the files, which nginx serves as they are.
    package var files: FilePath { folder.path.appending("files") }

    /// The absolute URL of a path.
    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The absolute URL of a path with HTTPS.
    package func secureURL(_ path: String) -> String { "https://127.0.0.1:\(securePort)\(path)" }

    /// What nginx wrote of a request that it has answered.
    package struct LogEntry: Equatable {
        /// The path and query.
        package let path: String
        /// The version, as `HTTP/1.1`.
        package let version: String
        /// The status.
        package let status: Int
        /// How many bytes the answer had, its header with it.
        package let bytesSent: Int
        /// The number of the connection.
        package let connection: Int
    }

    /// The requests that were answered, at least so many as are waited for, if they come.
    package func log(atLeast count: Int) async throws -> [LogEntry] {
        // An answer is written down after it was sent.
        var entries: [LogEntry] = []
        for _ in 0..<15_000 {
            entries = (folder.text("access.log") ?? "").split(separator: "\n").compactMap { Self.entry(of: $0) }
            if entries.count >= count { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        return entries
    }

    /// Why there is no server.
    package struct Unavailable: Error {
        /// What `nginx` said.
        package let output: String
    }

    private static func entry(of line: Substring) -> LogEntry? {
        let words = line.split(separator: " ")
        guard words.count == 5, let status = Int(words[2]), let bytesSent = Int(words[3]),
            let connection = Int(words[4])
        else { return nil }
        return LogEntry(
            path: String(words[0]), version: String(words[1]), status: status, bytesSent: bytesSent,
            connection: connection)
    }

    /// All paths are relative to the server's folder, which the command line names.
    private static func configuration(
        _ ports: (http: LoopbackSocket, https: LoopbackSocket), _ certificate: TestCertificate, _ directives: String
    ) -> String {
        """
        daemon off;
        master_process off;
        pid nginx.pid;
        error_log error.log;
        events {}
        http {
            log_format test '$request_uri $server_protocol $status $bytes_sent $connection';
            access_log access.log test;
            # Longer than any test waits for its turn between two requests.
            keepalive_timeout 1h;
            client_body_temp_path temporary;
            proxy_temp_path temporary;
            fastcgi_temp_path temporary;
            uwsgi_temp_path temporary;
            scgi_temp_path temporary;
            types {
                text/html html;
                image/png png;
                image/svg+xml svg;
                image/x-icon ico;
                application/manifest+json webmanifest;
            }
            gzip_types *;
            server {
                listen 127.0.0.1:\(ports.http.port);
                listen 127.0.0.1:\(ports.https.port) ssl http2;
                ssl_certificate \(certificate.certificate);
                ssl_certificate_key \(certificate.key);
                root files;
                \(directives)
            }
        }

        """
    }

    /// Starts nginx, and waits until it listens.
    private static func start(in folder: TemporaryFolder) throws -> StartedProgram {
        guard let program else { throw Unavailable(output: "nginx is not installed") }
        let path = folder.path.string
        let process = try program.start(["-p", path, "-c", "\(path)/nginx.conf", "-e", "\(path)/error.log"])
        // It writes its number down once it listens.
        while RunningProcess(process.id) != nil {
            if folder.text("nginx.pid")?.isEmpty == false { return process }
            usleep(10_000)
        }
        process.end()
        throw Unavailable(output: folder.text("error.log") ?? "")
    }
}
