import Glibc
import SystemPackage

/// A free port of 127.0.0.1 that no other program gets automatically.
///
/// A bound socket that does not listen reserves it. Because of SO_REUSEADDR, which servers also set, one of them can
/// still bind and listen.
final class ReservedPort: Sendable {
    let number: UInt16
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var (address, isOn) = (sockaddr_in(), Int32(1))
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let optionLength = socklen_t(MemoryLayout<Int32>.size)
        // Safety: the calls get the address's own memory and its size.
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, optionLength) == 0
                    && bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else {
            defer { close(descriptor) }
            throw Errno(rawValue: errno)
        }
        self.descriptor = descriptor
        number = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
