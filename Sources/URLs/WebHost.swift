import Scanning

/// Brings host names and addresses into the form of URLs (WHATWG URL 3.5, "host parsing").
enum WebHost {
    /// The host in ASCII and small letters, an IPv4 address as four numbers, an IPv6 address in
    /// brackets; `nil` if it is not a host.
    static func normalized(_ source: ArraySlice<UInt8>) -> String? {
        if source.first == UInt8(ascii: "[") {
            guard source.last == UInt8(ascii: "]") else { return nil }
            let address = String(decoding: source.dropFirst().dropLast(), as: UTF8.self)
            return IPv6Address.normalized(address).map { "[\($0)]" }
        }
        let isEncoded = source.contains(UInt8(ascii: "%"))
        let name = isEncoded ? percentDecoded(source)[...] : source
        guard let domain = domain(name), isDomain(domain.utf8) else { return nil }
        return IPv4Address.isMeant(by: domain) ? IPv4Address.normalized(domain) : domain
    }

    /// The name in ASCII; also one with invalid Punycode, as browsers leave it.
    private static func domain(_ name: ArraySlice<UInt8>) -> String? {
        if name.allSatisfy({ $0 < 0x80 }) {
            return String(decoding: name.map(\.asciiLowercased), as: UTF8.self)
        }
        // What maps to a forbidden character, such as a full-width slash, would move the border
        // between host and path, so names are looked at before the mapping and after it.
        return isDomain(name)
            ? IDNAHost.inASCII(String(decoding: name, as: UTF8.self)) : nil
    }

    /// Whether there is something, without a forbidden domain code point (WHATWG URL 3.2).
    private static func isDomain(_ name: some Collection<UInt8>) -> Bool {
        !name.isEmpty && !name.contains { $0 < 0x80 && PercentEncodeSet.host.contains($0) }
    }
}
