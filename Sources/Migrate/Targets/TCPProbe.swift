import Dispatch
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

extension DatabaseAddress {
    /// Whether something accepts connections there within a few seconds.
    ///
    /// - Returns: nil when it does, else the reason why not.
    func refusal(within seconds: Int = 3) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &list)
        guard code == 0 else { return String(cString: gai_strerror(code)) }
        defer { freeaddrinfo(list) }
        var reason = "no address"
        // Safety: the list is a chain that ends with nil, and lives until it is freed above.
        var next = list
        while let address = next?.pointee {
            guard let failure = Self.connect(to: address, within: seconds) else { return nil }
            reason = "\(failure)"
            next = address.ai_next
        }
        return reason
    }

    /// As ``refusal(within:)``, on a thread that may block.
    ///
    /// - Parameter deadline: when the connection must be there; at least a second is allowed.
    /// - Returns: nil when something accepts connections, else the reason why not.
    func refusal(until deadline: ContinuousClock.Instant) async -> String? {
        let left = (deadline - .now).components.seconds
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: refusal(within: max(1, min(3, Int(left)))))
            }
        }
    }

    private static func connect(to address: addrinfo, within seconds: Int) -> Errno? {
        let descriptor = socket(
            address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue),
            address.ai_protocol)
        guard descriptor >= 0 else { return Errno(rawValue: errno) }
        defer { close(descriptor) }
        // Linux bounds a connect by the time allowed for sending (socket(7)).
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 else {
            return nil
        }
        return errno == EINPROGRESS ? .timedOut : Errno(rawValue: errno)
    }
}
