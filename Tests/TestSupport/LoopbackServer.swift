import Dispatch
import Glibc
import Synchronization

/// An HTTP server on a free port of the loopback interface, which tests make answer as they like.
///
/// ```swift
/// let server = try LoopbackServer(["/": .html("<link rel=icon href=a.png>")])
/// server.url("/")   // "http://127.0.0.1:40123/"
/// ```
package final class LoopbackServer: Sendable {
    /// The port that the server listens on.
    package let port: UInt16

    private let socket: LoopbackSocket
    private let responses: [String: [CannedResponse]]
    private let log = Mutex<[(path: String, head: String)]>([])

    /// Starts a server that answers the given paths, and any other with status 404.
    package convenience init(_ responses: [String: CannedResponse]) throws {
        try self.init(inTurn: responses.mapValues { [$0] })
    }

    /// Starts a server that answers the requests for a path in turn, the last answer again and again,
    /// and any other path with status 404.
    package init(inTurn responses: [String: [CannedResponse]]) throws {
        self.responses = responses
        let socket = try LoopbackSocket()
        self.socket = socket
        guard listen(socket.descriptor, 16) == 0 else { throw LoopbackSocket.Unavailable() }
        port = socket.port
        let thread = DispatchQueue(label: "loopback server \(port)")
        thread.async { [weak self] in
            while true {
                let connection = accept(socket.descriptor, nil, nil)
                guard connection >= 0, let self else { break }
                DispatchQueue.global().async { self.serve(connection) }
            }
        }
    }

    deinit {
        // Wakes the thread that accepts, the last user of the socket.
        shutdown(socket.descriptor, Int32(SHUT_RDWR))
    }

    /// The absolute URL of a path.
    package func url(_ path: String) -> String {
        "http://127.0.0.1:\(port)\(path)"
    }

    /// The heads of the requests that have come so far.
    package var requests: [String] { log.withLock { $0.map(\.head) } }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        guard let head = readHead(connection) else { return }
        let path = String(head.split(separator: " ", maxSplits: 2).dropFirst().first ?? "")
        let turn = log.withLock { log in
            log.append((path, head))
            return log.count { $0.path == path } - 1
        }
        let turns = responses[path] ?? [.html("<title>404</title>", status: "404 Not Found")]
        let response = turns[min(turn, turns.count - 1)]
        guard let pause = response.pause else {
            send(response.bytes[...], connection)
            return
        }
        let bodyStart = response.bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? 0
        send(response.bytes[..<bodyStart], connection)
        for index in bodyStart..<response.bytes.count {
            usleep(UInt32(pause / .microseconds(1)))
            guard send(response.bytes[index...index], connection) else { return }
        }
    }

    private func readHead(_ connection: Int32) -> String? {
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while head.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
            let count = recv(connection, &buffer, buffer.count, 0)
            // 22 begins a TLS handshake, which this server does not speak.
            guard count > 0, buffer[0] != 22 else { return nil }
            head += buffer[..<count]
        }
        return String(decoding: head, as: UTF8.self)
    }

    @discardableResult
    private func send(_ bytes: ArraySlice<UInt8>, _ connection: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
