import Dispatch
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

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
        var refusal = ServerRefusal.noAnswer("no address")
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
