import Foundation
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
        var sentByteCount = 0
    }

    /// Starts a server that answers the given paths, and any other as it does `*`, or with status 404.
    ///
    /// It listens on a free port, or on that of a socket that nobody has listened on.
    package convenience init(_ responses: [String: CannedResponse], on socket: LoopbackSocket? = nil) throws {
        try self.init(inTurn: responses.mapValues { [$0] }, on: socket)
    }

    /// Starts a server that answers the requests for a path in turn, the last answer again and again,
    /// and any other path as it does `*`, or with status 404.
    ///
    /// A path with a host, as in `//ex.test/a`, is for those who call the server so.
    package init(inTurn responses: [String: [CannedResponse]], on socket: LoopbackSocket? = nil) throws {
        self.responses = responses
        let socket = try socket ?? LoopbackSocket()
        self.socket = socket
        guard listen(socket.descriptor, 256) == 0 else { throw LoopbackSocket.Unavailable() }
        port = socket.port
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(socket.descriptor, nil, nil)
                guard connection >= 0, let self else { break }
                // Of those that Dispatch has there are too few for all servers of tests that run at once.
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    deinit {
        // Wakes the thread that accepts, the last user of the socket.
        shutdown(socket.descriptor, Int32(SHUT_RDWR))
    }

    /// The absolute URL of a path.
    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The heads of the requests that have come so far.
    package var requests: [String] { log.withLock { $0.map(\.head) } }

    /// The paths of the requests that have come so far.
    package var paths: [String] { log.withLock { $0.map(\.path) } }

    /// The heads of the requests for a path that have come so far.
    package func requests(for path: String) -> [String] {
        log.withLock { log in log.filter { $0.path == path }.map(\.head) }
    }

    /// How many bytes have been sent so far, a few of which may never have arrived.
    package var sentByteCount: Int { connections.withLock { $0.sentByteCount } }

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
            responses["//\(Self.host(in: head))\(path)"] ?? responses[path] ?? responses["*"] ?? [
                .html("<title>404</title>", status: "404 Not Found")
            ]
        let response = turns[min(turn, turns.count - 1)]
        usleep(UInt32(response.delay / .microseconds(1)))
        let isSent = send(response, range: Self.range(in: head), connection)
        if response.holdsConnection { waitForTheEnd(of: connection) }
        return isSent && response.keepsConnection
    }

    /// Sends an answer, in pieces where it is paced.
    ///
    /// - Returns: whether the client has taken all of it.
    private func send(_ response: CannedResponse, range: Int?, _ connection: Int32) -> Bool {
        let bytes = response.bytes(range: range)
        guard let pause = response.pause else { return send(bytes[...], connection) }
        let bodyStart = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? 0
        send(bytes[..<bodyStart], connection)
        var rest = bytes[bodyStart...]
        while !rest.isEmpty {
            usleep(UInt32(pause / .microseconds(1)))
            guard send(rest.prefix(response.pieceLength), connection) else { return false }
            rest = rest.dropFirst(response.pieceLength)
        }
        return true
    }

    /// The name of the server in a request, without its port.
    private static func host(in head: String) -> Substring {
        let line = head.split(separator: "\r\n").first { $0.hasPrefix("Host: ") }
        return line?.dropFirst(6).prefix { $0 != ":" } ?? ""
    }

    /// How many bytes a request asks for, as in `Range: bytes=0-99`; `nil` for all.
    private static func range(in head: String) -> Int? {
        let start = "Range: bytes=0-"
        let line = head.split(separator: "\r\n").first { $0.hasPrefix(start) }
        return line.flatMap { Int($0.dropFirst(start.count)) }.map { $0 + 1 }
    }

    private func waitForTheEnd(of connection: Int32) {
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
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

    @discardableResult private func send(_ bytes: ArraySlice<UInt8>, _ connection: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            connections.withLock { $0.sentByteCount += count }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
