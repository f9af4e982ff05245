import Dispatch
import Glibc
import SystemPackage

enum ServerRefusal {
    /// Nothing accepts connections.
    case noAnswer(String)
    /// Something accepts connections, but it is not a server that is ready.
    case notReady(String)
}

extension DatabaseAddress {
    /// Connects to the server and exchanges greetings, within `seconds` each; returns `nil` if the server is ready.
    func refusal(within seconds: Int = 3) -> ServerRefusal? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &list)
        guard code == 0 else { return .noAnswer(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(list) }
        var refusal = ServerRefusal.noAnswer("cannot resolve the host name")
        // Safety: the list ends with nil and is valid until `freeaddrinfo`.
        var next = list
        while let address = next?.pointee {
            guard let failure = self.refusal(at: address, within: seconds) else { return nil }
            refusal = failure
            next = address.ai_next
        }
        return refusal
    }

    /// Runs ``refusal(within:)`` on a thread that may block, for at least one second.
    func refusal(until deadline: ContinuousClock.Instant) async -> ServerRefusal? {
        let left = (deadline - .now).components.seconds
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: refusal(within: max(1, min(3, Int(left))))) }
        }
    }

    private func refusal(at address: addrinfo, within seconds: Int) -> ServerRefusal? {
        let descriptor = socket(
            address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), address.ai_protocol)
        guard descriptor >= 0 else { return .noAnswer("\(Errno(rawValue: errno))") }
        defer { close(descriptor) }
        // On Linux, the send timeout also limits connect (socket(7)).
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            return .noAnswer("\(errno == EINPROGRESS ? Errno.timedOut : Errno(rawValue: errno))")
        }
        return engine.flatMap(ServerGreeting.init)?.refusal(on: descriptor).map(ServerRefusal.notReady)
    }
}

/// The first messages of a server's protocol.
///
/// They prove that the server itself responds, not just a container proxy in front of it, and show whether it is still
/// starting.
struct ServerGreeting {
    let request: [UInt8]
    let refusal: @Sendable (_ answer: [UInt8]) -> String?

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

    private static let noGreeting = "it is a different kind of server"

    /// PostgreSQL's StartupMessage (PostgreSQL documentation, 55.7) for a user that need not exist, like `pg_isready`.
    private static let startup: [UInt8] = {
        let parameters = ["user", "devtool", "database", "postgres", "application_name", "devtool"]
        let texts = parameters.flatMap { (text: String) -> [UInt8] in text.utf8 + [0] }
        let body: [UInt8] = [0, 3, 0, 0] + texts + [0]
        return [0, 0, 0, UInt8(body.count + 4)] + body
    }()

    /// Parses an authentication request or an ErrorResponse (55.7); 57P03 means that the server is starting or
    /// stopping.
    private static func postgreSQL(_ answer: [UInt8]) -> String? {
        switch answer.first {
        case UInt8(ascii: "R"): return nil
        case UInt8(ascii: "E"):
            let fields = answer.dropFirst(5).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            guard fields.contains("C57P03") else { return nil }
            return fields.first { $0.hasPrefix("M") }.map { String($0.dropFirst()) } ?? "it is starting"
        default: return noGreeting
        }
    }

    /// Parses a handshake or an error (MySQL Internals, "Protocol::HandshakeV10", "ERR_Packet"); 1053 means shutdown.
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

    /// SQL Server's PRELOGIN (MS-TDS, 2.2.6.5): a version and no encryption.
    private static let prelogin: [UInt8] = {
        let options: [UInt8] = [0x00, 0, 11, 0, 6, 0x01, 0, 17, 0, 1, 0xFF]
        let body = options + [0, 0, 0, 0, 0, 0] + [0x02]
        return [0x12, 0x01, 0, UInt8(body.count + 8), 0, 0, 0, 0] + body
    }()

    /// Exchanges the first messages on a connection that has timeouts; returns `nil` if the server is ready.
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
