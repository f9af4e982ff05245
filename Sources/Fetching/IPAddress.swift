import CCurl
import Glibc

/// The IPv4 or IPv6 address of a connection.
///
/// ```swift
/// IPAddress("169.254.169.254")?.isPublic   // false
/// IPAddress("2001:4860:4860::8888")?.isPublic   // true
/// ```
package struct IPAddress: Sendable, Hashable {
    // Two fields, because a 128-bit number makes every value that may contain an address require aligned memory, which
    // is slower to allocate.
    private let high: UInt64
    private let low: UInt64
    /// The number of bits: 32 or 128.
    let width: Int

    /// `nil` unless there are 4 bytes for IPv4, or 16 for IPv6.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.init(bits: bytes.reduce(0) { $0 << 8 | UInt128($1) }, width: bytes.count * 8)
    }

    /// Parses an address, with IPv6 without brackets; `nil` if it has a zone.
    package init?(_ text: String) {
        let isLong = text.utf8.contains(UInt8(ascii: ":"))
        var bytes = [UInt8](repeating: 0, count: isLong ? 16 : 4)
        guard !text.utf8.contains(0), inet_pton(isLong ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
        self.init(bytes)
    }

    /// The address that libcurl is about to connect to; `nil` for other families.
    init?(_ target: UnsafePointer<curl_sockaddr>) {
        let (offset, count): (Int, Int)
        switch target.pointee.family {
        case AF_INET: (offset, count) = (Self.offset(of: \sockaddr_in.sin_addr), 4)
        case AF_INET6: (offset, count) = (Self.offset(of: \sockaddr_in6.sin6_addr), 16)
        default: return nil
        }
        guard Int(target.pointee.addrlen) >= offset + count, let start = MemoryLayout<curl_sockaddr>.offset(of: \.addr)
        else { return nil }
        // Safety: libcurl's structure has as many bytes as its length states.
        let bytes = UnsafeRawBufferPointer(start: UnsafeRawPointer(target) + start + offset, count: count)
        self.init(Array(bytes))
    }

    var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }

    private static func offset<Root>(of field: PartialKeyPath<Root>) -> Int {
        MemoryLayout<Root>.offset(of: field) ?? 0
    }

    private init(bits: UInt128, width: Int) {
        high = UInt64(truncatingIfNeeded: bits >> 64)
        low = UInt64(truncatingIfNeeded: bits)
        self.width = width
    }

    static let unspecified = IPAddress(bits: 0, width: 128)

    /// Whether the address is globally reachable according to its range (IANA's registries of special-purpose
    /// addresses, RFC 6890).
    ///
    /// For an IPv6 address that embeds an IPv4 address, the latter decides.
    package var isPublic: Bool {
        if width == 32 { return !IPAddressRange.special4.contains { $0.contains(self) } }
        if let embedded { return embedded.isPublic }
        return IPAddressRange.unicast6.contains(self) && !IPAddressRange.special6.contains { $0.contains(self) }
    }

    private var embedded: IPAddress? {
        for (range, shift) in IPAddressRange.embedding where range.contains(self) {
            return IPAddress(bits: bits >> shift & 0xFFFF_FFFF, width: 32)
        }
        return nil
    }
}

extension IPAddress: CustomStringConvertible {
    package var description: String {
        let bytes = stride(from: width - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> $0) }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = width == 32 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
