import CCurl

/// Brings host names and addresses into the form of URLs (WHATWG URL 3.5, "host parsing").
enum WebHost {
    /// The host in ASCII and small letters, an IPv4 address as four numbers, an IPv6 address in
    /// brackets; `nil` if it is not a host.
    ///
    /// Only international names need libcurl, so that a document from a file is read without it.
    static func normalized(_ source: ArraySlice<UInt8>) -> String? {
        if source.first == UInt8(ascii: "[") {
            guard source.last == UInt8(ascii: "]") else { return nil }
            let address = String(decoding: source.dropFirst().dropLast(), as: UTF8.self)
            return IPv6Address.normalized(address).map { "[\($0)]" }
        }
        let name = String(decoding: percentDecoded(source), as: UTF8.self).lowercased()
        // What maps to a forbidden character, such as a full-width slash, would move the border
        // between host and path, so the result of the mapping is looked at, too.
        guard isDomain(name), let domain = inASCII(name), isDomain(domain) else { return nil }
        return IPv4Address.isMeant(by: domain) ? IPv4Address.normalized(domain) : domain
    }

    /// Whether there is something, without a forbidden domain code point (WHATWG URL 3.2).
    private static func isDomain(_ name: String) -> Bool {
        !name.isEmpty
            && !name.unicodeScalars.contains {
                $0.value <= 0x20 || $0.value == 0x7F
                    || "#/:<>?@[\\]^|%".unicodeScalars.contains($0)
            }
    }

    private static func inASCII(_ name: String) -> String? {
        name.utf8.allSatisfy { $0 < 0x80 } ? name : inASCIIByLibrary(name)?.lowercased()
    }

    private static func inASCIIByLibrary(_ name: String) -> String? {
        guard ccurl_load() == nil, let url = ccurl_url() else { return nil }
        defer { ccurl_url_cleanup(url) }
        guard ccurl_url_set(url, CURLUPART_URL, "http://\(name)/", 0) == CURLUE_OK else {
            return nil
        }
        var host: UnsafeMutablePointer<CChar>?
        defer { ccurl_free(host) }
        guard ccurl_url_get(url, CURLUPART_HOST, &host, UInt32(CURLU_PUNYCODE)) == CURLUE_OK
        else { return nil }
        // Safety: libcurl gave a string that ends with NUL, and it is freed only on leaving.
        return host.map { String(cString: $0) }
    }
}
