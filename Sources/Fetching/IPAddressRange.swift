/// A range of addresses with a common prefix, written as in RFC 4632: `10.0.0.0/8`.
struct IPAddressRange: Sendable {
    private let first: IPAddress
    private let length: Int

    /// Parses a range; invalid text yields an empty range.
    private init(_ text: StaticString) {
        let parts = text.description.split(separator: "/")
        first = parts.first.flatMap { IPAddress(String($0)) } ?? .unspecified
        length = parts.dropFirst().first.flatMap { Int($0) } ?? .max
    }

    func contains(_ address: IPAddress) -> Bool {
        guard address.width == first.width, length <= first.width else { return false }
        return (address.bits ^ first.bits) >> (first.width - length) == 0
    }

    /// The IPv4 addresses that are not globally reachable.
    static let special4: [IPAddressRange] = [
        "0.0.0.0/8",  // this network; Linux takes it for this host
        "10.0.0.0/8",  // private
        "100.64.0.0/10",  // behind a provider's address translation
        "127.0.0.0/8",  // loopback
        "168.63.129.16/32",  // the host of every virtual machine in Azure
        "169.254.0.0/16",  // link-local, the metadata of most clouds
        "172.16.0.0/12",  // private
        "192.0.0.0/24",  // protocols
        "192.0.2.0/24",  // documentation
        "192.88.99.0/24",  // relays of 6to4, no longer used
        "192.168.0.0/16",  // private
        "198.18.0.0/15",  // benchmarking
        "198.51.100.0/24",  // documentation
        "203.0.113.0/24",  // documentation
        "224.0.0.0/4",  // multicast
        "240.0.0.0/4",  // reserved, and broadcast
    ].map { IPAddressRange($0) }

    /// The IPv6 addresses of globally reachable hosts (RFC 4291, section 2.4).
    ///
    /// This excludes loopback, unique local, link-local, site-local, multicast and discard-only addresses,
    /// IPv4-compatible addresses, and local-use NAT64.
    static let unicast6 = IPAddressRange("2000::/3")

    /// The exceptions in ``unicast6`` that are not globally reachable.
    static let special6: [IPAddressRange] = [
        "2001::/23",  // protocols, including Teredo and benchmarking
        "2001:db8::/32",  // documentation
        "3fff::/20",  // documentation
    ].map { IPAddressRange($0) }

    /// The IPv6 ranges that embed an IPv4 address, with the number of bits after it.
    static let embedding: [(range: IPAddressRange, shift: Int)] = [
        ("::ffff:0:0/96", 0),  // IPv4-mapped
        ("64:ff9b::/96", 0),  // NAT64
        ("2002::/16", 80),  // 6to4
    ].map { (IPAddressRange($0.0), $0.1) }
}
