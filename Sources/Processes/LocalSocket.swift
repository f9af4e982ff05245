import CLinux
import Glibc
import Synchronization
package import SystemPackage

/// One end of a connection between two processes of a user, over which lines go.
package final class LocalConnection: Watcher {
    /// The longest line that is taken; the connection to who sends a longer one is closed.
    static let longestLine = 1 << 20

    private struct State {
        var received: [UInt8] = []
        var isOpen = true
    }

    private let socket: OwnedDescriptor
    private let waits: Bool
    private let state = Mutex(State())
    private let hear: @Sendable (LocalConnection, [UInt8]?) -> Void

    /// Takes a socket over; each line is heard, and nil at the end.
    fileprivate init(
        _ socket: OwnedDescriptor, waits: Bool,
        _ hear: @escaping @Sendable (LocalConnection, [UInt8]?) -> Void
    ) throws(Errno) {
        self.socket = socket
        self.waits = waits
        self.hear = hear
        try EventLoop.shared.watch(socket.descriptor.rawValue, for: self)
    }

    /// Connects to the process that listens under a name.
    ///
    /// - Parameters:
    ///   - name: that of a ``LocalServer``.
    ///   - hear: called with each line, without its end, and with nil at the end of the connection; on the thread
    ///     of the event loop, so it must not block.
    /// - Returns: this end.
    /// - Throws: `Errno`.
    package static func connect(
        to name: String, _ hear: @escaping @Sendable (LocalConnection, [UInt8]?) -> Void
    ) throws(Errno) -> LocalConnection {
        let socket = local_socket_connect(name)
        guard socket >= 0 else { throw Errno(rawValue: errno) }
        return try LocalConnection(
            OwnedDescriptor(FileDescriptor(rawValue: socket)), waits: true, hear)
    }

    /// Sends a line; a connection on which that fails is closed.
    package func send(_ line: [UInt8]) {
        let isSent = state.withLock { state in
            guard state.isOpen else { return true }
            var rest = (line + [UInt8(ascii: "\n")])[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    local_socket_send(
                        socket.descriptor.rawValue, $0.baseAddress, $0.count, waits ? 1 : 0)
                }
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
        if !isSent { close() }
    }

    /// Ends the connection.
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
        let count = chunk.withUnsafeMutableBytes {
            local_socket_receive(descriptor, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return close() }
        let lines: [[UInt8]]? = state.withLock { state in
            state.received += chunk[..<count]
            var lines = state.received.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let rest = lines.removeLast()
            if rest.count > Self.longestLine { return nil }
            defer { state.received = Array(rest) }
            return lines.map { Array($0) }
        }
        guard let lines else { return close() }
        for line in lines { hear(self, line) }
    }
}

/// A name under which other processes of the user can connect, which is gone with this process.
package final class LocalServer: Watcher {
    /// The name, which nobody can guess.
    package let name: String
    private let socket: OwnedDescriptor
    private let hear: @Sendable (LocalConnection, [UInt8]?) -> Void

    /// Begins to listen.
    ///
    /// - Parameter hear: as in ``LocalConnection/connect(to:_:)``, of all connections.
    /// - Throws: `Errno`.
    package init(
        _ hear: @escaping @Sendable (LocalConnection, [UInt8]?) -> Void
    ) throws(Errno) {
        name =
            "devtool-" + String(UInt64.random(in: .min ... .max), radix: 36)
            + String(UInt64.random(in: .min ... .max), radix: 36)
        let socket = local_socket_listen(name)
        guard socket >= 0 else { throw Errno(rawValue: errno) }
        self.socket = OwnedDescriptor(FileDescriptor(rawValue: socket))
        self.hear = hear
        try EventLoop.shared.watch(socket, for: self)
    }

    /// Stops to listen; connections go on.
    package func close() {
        EventLoop.shared.forget(socket.descriptor.rawValue)
        socket.close()
    }

    func isReady(_ descriptor: Int32) {
        let accepted = local_socket_accept(descriptor)
        guard accepted >= 0 else { return }
        // Where it cannot be watched, the other side goes on alone.
        _ = try? LocalConnection(
            OwnedDescriptor(FileDescriptor(rawValue: accepted)), waits: false, hear)
    }
}
