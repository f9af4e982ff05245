import Dispatch
import Glibc
import SystemPackage

/// Why a server cannot be used.
enum ServerRefusal {
    /// Nothing takes connections at its address.
    case noAnswer(String)
    /// Something does, and is no server that is ready.
    case notReady(String)
}

extension DatabaseAddress {
    /// Whether a server answers there within a few seconds, each for a connection and for an answer.
    ///
    /// - Returns: nil when it does, else the reason why not.
    func refusal(within seconds: Int = 3) -> ServerRefusal? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &list)
        guard code == 0 else { return .noAnswer(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(list) }
        var refusal = ServerRefusal.noAnswer("cannot resolve the host name")
        // Safety: the list is a chain that ends with nil, and lives until it is freed above.
        var next = list
        while let address = next?.pointee {
            guard let failure = self.refusal(at: address, within: seconds) else { return nil }
            refusal = failure
            next = address.ai_next
        }
        return refusal
    }

    /// As ``refusal(within:)``, on a thread that may block.
    ///
    /// - Parameter deadline: when the connection must be there; at least a second is allowed.
    /// - Returns: nil when a server answers, else the reason why not.
    func refusal(until deadline: ContinuousClock.Instant) async -> ServerRefusal? {
        let left = (deadline - .now).components.seconds
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: refusal(within: max(1, min(3, Int(left)))))
            }
        }
    }

    private func refusal(at address: addrinfo, within seconds: Int) -> ServerRefusal? {
        let descriptor = socket(
            address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue),
            address.ai_protocol)
        guard descriptor >= 0 else { return .noAnswer("\(Errno(rawValue: errno))") }
        defer { close(descriptor) }
        // Linux bounds a connect by the time allowed for sending (socket(7)).
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(
                descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            return .noAnswer("\(errno == EINPROGRESS ? Errno.timedOut : Errno(rawValue: errno))")
        }
        return engine.flatMap(ServerGreeting.init)?.refusal(on: descriptor)
            .map(ServerRefusal.notReady)
    }
}

/// A server's greeting: it shows that the server itself responds, not just a port in front of it, such
/// as a container proxy; and whether it is still starting.
struct ServerGreeting {
    /// What is sent to it first; empty where the server begins.
    let request: [UInt8]
    /// Why the answer does not tell of a server that is ready; nil where it does.
    let refusal: @Sendable (_ answer: [UInt8]) -> String?

    /// The greeting of an engine's servers; nil where it is not known.
    init?(of engine: DatabaseEngine) {
        switch engine {
        case .postgresql:
            request = Self.startup
            refusal = Self.postgreSQL
        case .mysql, .mariadb:
            request = []
            refusal = Self.mySQL
        case .sqlserver:
            request = Self.prelogin
            refusal = { $0.first == 0x04 ? nil : Self.noGreeting }
        case .oracle, .sqlite, .h2: return nil
        }
    }

    private static let noGreeting = "not a server of this kind"

    /// PostgreSQL's first message (PostgreSQL's documentation, 55.7, "StartupMessage"), for a user that need not
    /// exist, as `pg_isready` sends it.
    private static let startup: [UInt8] = {
        let parameters = ["user", "devtool", "database", "postgres", "application_name", "devtool"]
        let texts = parameters.flatMap { (text: String) -> [UInt8] in text.utf8 + [0] }
        let body: [UInt8] = [0, 3, 0, 0] + texts + [0]
        return [0, 0, 0, UInt8(body.count + 4)] + body
    }()

    /// A request for a login, or an error (55.7, "ErrorResponse"); with 57P03 the server starts, or stops.
    private static func postgreSQL(_ answer: [UInt8]) -> String? {
        switch answer.first {
        case UInt8(ascii: "R"): return nil
        case UInt8(ascii: "E"):
            let fields = answer.dropFirst(5).split(separator: 0).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard fields.contains("C57P03") else { return nil }
            return fields.first { $0.hasPrefix("M") }.map { String($0.dropFirst()) }
                ?? "it is starting"
        default: return noGreeting
        }
    }

    /// A handshake of version 10, or an error (MySQL Internals, "Protocol::HandshakeV10", "ERR_Packet"), which
    /// only of a server that stops (1053) means that it cannot be used.
    private static func mySQL(_ answer: [UInt8]) -> String? {
        guard answer.count > 6 else { return noGreeting }
        switch answer[4] {
        case 10: return nil
        case 0xFF:
            let code = Int(answer[5]) | Int(answer[6]) << 8
            return code == 1053 ? "it is shutting down" : nil
        default: return noGreeting
        }
    }

    /// SQL Server's first message (MS-TDS, 2.2.6.5, "PRELOGIN"): a version, and no encryption.
    private static let prelogin: [UInt8] = {
        let options: [UInt8] = [0x00, 0, 11, 0, 6, 0x01, 0, 17, 0, 1, 0xFF]
        let body = options + [0, 0, 0, 0, 0, 0] + [0x02]
        return [0x12, 0x01, 0, UInt8(body.count + 8), 0, 0, 0, 0] + body
    }()

    /// Exchanges the first messages on a connection whose times are limited.
    ///
    /// - Returns: why the server cannot be used yet; nil where it can.
    func refusal(on connection: Int32) -> String? {
        if !request.isEmpty {
            let sent = send(connection, request, request.count, Int32(MSG_NOSIGNAL))
            guard sent == request.count else { return Self.noAnswer(errno) }
        }
        var answer = [UInt8](repeating: 0, count: 2048)
        let count = recv(connection, &answer, answer.count, 0)
        guard count != 0 else { return "the connection was closed immediately" }
        guard count > 0 else { return Self.noAnswer(errno) }
        return refusal(Array(answer[..<count]))
    }

    private static func noAnswer(_ error: Int32) -> String {
        switch error {
        case EAGAIN: "it does not respond"
        case ECONNRESET, EPIPE: "the connection was closed immediately"
        default: String(cString: strerror(error))
        }
    }
}
