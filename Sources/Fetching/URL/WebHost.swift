import CCurl

/// Brings host names and addresses into the form of URLs (WHATWG URL 3.5, "host parsing").
enum WebHost {
    /// The host in ASCII and small letters, an IPv4 address as four numbers, an IPv6 address in
    /// brackets; `nil` if it is not a host.
    ///
    /// A plain name needs no library, so that a document from a file is read without libcurl.
    /// International names and addresses are libcurl's.
    static func normalized(_ source: ArraySlice<UInt8>) -> String? {
        let name = String(decoding: percentDecoded(source), as: UTF8.self).lowercased()
        guard !name.isEmpty, !name.unicodeScalars.contains(where: isForbidden) else {
            return isAddress(name) ? normalizedByLibrary(name) : nil
        }
        return isPlain(name) ? name : normalizedByLibrary(name)
    }

    /// Whether the host is written as an IPv6 address is.
    private static func isAddress(_ name: String) -> Bool {
        name.hasPrefix("[") && name.hasSuffix("]")
            && name.utf8.dropFirst().dropLast().allSatisfy {
                (48...58).contains($0) || (97...102).contains($0) || $0 == UInt8(ascii: ".")
            }
    }

    /// Whether the name is ASCII, not encoded, and not a number in disguise such as `0x7f.1`.
    private static func isPlain(_ name: String) -> Bool {
        let labels = name.split(separator: ".")
        guard let last = labels.last, let first = last.utf8.first else { return false }
        return name.utf8.allSatisfy { $0 < 0x80 } && !(48...57).contains(first)
            && !labels.contains { $0.hasPrefix("xn--") }
    }

    /// WHATWG URL 3.2, "forbidden domain code point".
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value == 0x7F
            || "#/:<>?@[\\]^|%".unicodeScalars.contains(scalar)
    }

    private static func normalizedByLibrary(_ name: String) -> String? {
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
