import CLinux
import Glibc
import Synchronization
package import SystemPackage

/// One end of a line-based connection between two processes of the same user.
package final class LocalConnection: Watcher {
    /// In bytes; a longer line closes the connection.
    static let longestLine = 1 << 20

    private struct State {
        var received: [UInt8] = []
        var isOpen = true
    }

    private let socket: OwnedDescriptor
    private let waits: Bool
    private let state = Mutex(State())
    private let hear: @Sendable (LocalConnection, [UInt8]?) -> Void

    fileprivate init(
        _ socket: OwnedDescriptor, waits: Bool, _ hear: @escaping @Sendable (LocalConnection, [UInt8]?) -> Void
    ) throws(Errno) {
        self.socket = socket
        self.waits = waits
        self.hear = hear
        try EventLoop.shared.watch(socket.descriptor.rawValue, for: self)
    }

    /// Connects to a ``LocalServer`` by its name.
    ///
    /// `hear` receives each line without its newline, and `nil` at the end of the connection. It runs on the event loop
    /// and must not block.
    package static func connect(to name: String, _ hear: @escaping @Sendable (LocalConnection, [UInt8]?) -> Void)
        throws(Errno) -> LocalConnection
    {
        let socket = local_socket_connect(name)
        guard socket >= 0 else { throw Errno(rawValue: errno) }
        return try LocalConnection(OwnedDescriptor(FileDescriptor(rawValue: socket)), waits: true, hear)
    }

    package func send(_ line: [UInt8]) {
        let isSent = state.withLock { state in
            guard state.isOpen else { return true }
            var rest = (line + [UInt8(ascii: "\n")])[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    local_socket_send(socket.descriptor.rawValue, $0.baseAddress, $0.count, waits ? 1 : 0)
                }
                if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
            }
            return true
        }
        if !isSent { close() }
    }

    package func close() {
        let wasOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        guard wasOpen else { return }
        EventLoop.shared.forget(socket.descriptor.rawValue)
        socket.close()
        hear(self, nil)
    }

    func isReady(_ descriptor: Int32) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = chunk.withUnsafeMutableBytes { local_socket_receive(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return close() }
        let lines: [[UInt8]]? = state.withLock { state in
            state.received += chunk[..<count]
            var lines = state.received.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let rest = lines.removeLast()
            if rest.count > Self.longestLine { return nil }
            defer { state.received = Array(rest) }
            return lines.map { Array($0) }
        }
        guard let lines else { return close() }
        for line in lines { hear(self, line) }
    }
}

/// A socket that other processes of the user can connect to as long as this process runs.
package final class LocalServer: Watcher {
    /// Random, so that it cannot be guessed.
    package let name: String
    private let socket: OwnedDescriptor
    private let hear: @Sendable (LocalConnection, [UInt8]?) -> Void

    package init(_ hear: @escaping @Sendable (LocalConnection, [UInt8]?) -> Void) throws(Errno) {
        name =
            "devtool-" + String(UInt64.random(in: .min ... .max), radix: 36)
            + String(UInt64.random(in: .min ... .max), radix: 36)
        let socket = local_socket_listen(name)
        guard socket >= 0 else { throw Errno(rawValue: errno) }
        self.socket = OwnedDescriptor(FileDescriptor(rawValue: socket))
        self.hear = hear
        try EventLoop.shared.watch(socket, for: self)
    }

    package func close() {
        EventLoop.shared.forget(socket.descriptor.rawValue)
        socket.close()
    }

    func isReady(_ descriptor: Int32) {
        let accepted = local_socket_accept(descriptor)
        guard accepted >= 0 else { return }
        // If the connection cannot be watched, the peer proceeds without it.
        _ = try? LocalConnection(OwnedDescriptor(FileDescriptor(rawValue: accepted)), waits: false, hear)
    }
}
