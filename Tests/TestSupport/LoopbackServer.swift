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
    private let connections = Mutex(Connections())

    private struct Connections {
        var all = 0
        var open = 0
        var peak = 0
    }

    /// Starts a server that answers the given paths, and any other as it does `*`, or with status 404.
    package convenience init(_ responses: [String: CannedResponse]) throws {
        try self.init(inTurn: responses.mapValues { [$0] })
    }

    /// Starts a server that answers the requests for a path in turn, the last answer again and again,
    /// and any other path as it does `*`, or with status 404.
    package init(inTurn responses: [String: [CannedResponse]]) throws {
        self.responses = responses
        let socket = try LoopbackSocket()
        self.socket = socket
        guard listen(socket.descriptor, 256) == 0 else { throw LoopbackSocket.Unavailable() }
        port = socket.port
        let thread = DispatchQueue(label: "loopback server \(port)")
        thread.async { [weak self] in
            while true {
                let connection = accept(socket.descriptor, nil, nil)
                guard connection >= 0, let self else { break }
                // A queue of its own has a thread of its own, so that all are served at once.
                DispatchQueue(label: "loopback connection").async { self.serve(connection) }
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

    /// How many connections have been made so far.
    package var connectionCount: Int { connections.withLock { $0.all } }

    /// How many connections were open at once at most.
    package var peakConnectionCount: Int { connections.withLock { $0.peak } }

    private func serve(_ connection: Int32) {
        connections.withLock {
            $0.all += 1
            $0.open += 1
            $0.peak = max($0.peak, $0.open)
        }
        while answer(connection) {}
        connections.withLock { $0.open -= 1 }
        close(connection)
    }

    /// Answers one request.
    ///
    /// - Returns: whether there may be another on the connection.
    private func answer(_ connection: Int32) -> Bool {
        guard let head = readHead(connection) else { return false }
        let path = String(head.split(separator: " ", maxSplits: 2).dropFirst().first ?? "")
        let turn = log.withLock { log in
            log.append((path, head))
            return log.count { $0.path == path } - 1
        }
        let turns =
            responses[path] ?? responses["*"]
            ?? [.html("<title>404</title>", status: "404 Not Found")]
        let response = turns[min(turn, turns.count - 1)]
        usleep(UInt32(response.delay / .microseconds(1)))
        let bytes = response.bytes
        guard let pause = response.pause else {
            return send(bytes[...], connection) && response.keepsConnection
        }
        let bodyStart = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? 0
        send(bytes[..<bodyStart], connection)
        for index in bodyStart..<bytes.count {
            usleep(UInt32(pause / .microseconds(1)))
            guard send(bytes[index...index], connection) else { return false }
        }
        return response.keepsConnection
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
