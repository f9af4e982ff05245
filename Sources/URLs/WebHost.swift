import Scanning

/// Normalizes hosts in URLs (WHATWG URL 3.5, "host parsing").
enum WebHost {
    /// The host in lowercase ASCII, with an IPv4 address in dotted decimal notation, and an IPv6 address in brackets;
    /// `nil` if it is invalid.
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

    /// The name in ASCII; invalid Punycode is kept, as in browsers.
    private static func domain(_ name: ArraySlice<UInt8>) -> String? {
        if name.allSatisfy({ $0 < 0x80 }) { return String(decoding: name.map(\.asciiLowercased), as: UTF8.self) }
        // A character that maps to a forbidden one, such as a full-width slash, would change where the host ends, so
        // the name is checked before and after the mapping.
        return isDomain(name) ? IDNAHost.inASCII(String(decoding: name, as: UTF8.self)) : nil
    }

    /// Whether it is not empty, and has no forbidden domain code point (WHATWG URL 3.2).
    private static func isDomain(_ name: some Collection<UInt8>) -> Bool {
        !name.isEmpty && !name.contains { $0 < 0x80 && PercentEncodeSet.host.contains($0) }
    }
}
