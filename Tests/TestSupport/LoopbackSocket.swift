import Foundation
import Glibc

/// A socket bound to a free port of the loopback interface, which the system gives to no other program while this
/// lives.
///
/// While nothing listens there, connections are refused. A server that sets SO_REUSEADDR, as this does, can bind to the
/// port, too, and listen.
package final class LoopbackSocket: Sendable {
    /// The port.
    package let port: UInt16
    let descriptor: Int32

    /// Why there is no socket, or none that can be used.
    package struct Unavailable: Error {
        /// The number of the system's error.
        package let code = errno
    }

    /// Binds a socket.
    package init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard let port = Self.bind(descriptor) else {
            defer { close(descriptor) }
            throw Unavailable()
        }
        self.port = port
        self.descriptor = descriptor
    }

    deinit {
        // Who waits for a connection is told.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    /// Takes connections one after another: each gets the next of the answers and is closed, from the last on all
    /// get that.
    package func accept(answering answers: [[UInt8]]) throws {
        try acceptSilently()
        let descriptor = descriptor
        Thread.detachNewThread {
            var rest = answers[...]
            while case let connection = Glibc.accept(descriptor, nil, nil), connection >= 0 {
                let answer = rest.first ?? []
                if rest.count > 1 { rest.removeFirst() }
                _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
                shutdown(connection, Int32(SHUT_WR))
                // What comes is taken, or the system would reset the connection.
                var bytes = [UInt8](repeating: 0, count: 512)
                while recv(connection, &bytes, bytes.count, 0) > 0 {}
                close(connection)
            }
        }
    }

    /// Lets connections be made, which nobody ever answers.
    package func acceptSilently() throws { guard listen(descriptor, 16) == 0 else { throw Unavailable() } }

    private static func bind(_ descriptor: Int32) -> UInt16? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        var isOn: Int32 = 1
        let optionSize = socklen_t(MemoryLayout<Int32>.size)
        // Safety: the system reads and writes at most the size of the structure it is given.
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, optionSize) == 0
                && Glibc.bind(descriptor, pointer, size) == 0 && getsockname(descriptor, pointer, &size) == 0
        }
        return isBound ? UInt16(bigEndian: address.sin_port) : nil
    }
}
