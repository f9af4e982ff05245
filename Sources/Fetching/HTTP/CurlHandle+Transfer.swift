import CCurl

extension CurlHandle {
    /// Sets the options of a request.
    func configure(for request: HTTPRequest) throws(FetchError) {
        // To C a text ends with NUL, and no URL has controls: libcurl would only read on to them.
        guard !request.url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw .invalidURL(request.url)
        }
        // Signals belong to the program; timeouts of the resolver work without them.
        try set(CURLOPT_NOSIGNAL, 1)
        // The resolver's thread cannot be stopped; without this whoever ends a transfer would wait
        // for it. It is no loss if libcurl is older than the option (7.87).
        try? set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 1)
        try set(CURLOPT_MAXREDIRS, request.redirectLimit)
        try set(CURLOPT_URL, request.url)
        if let range = request.range {
            try set(CURLOPT_RANGE, "0-\(max(1, range) - 1)")
        } else if request.acceptsCompression {
            // An empty list stands for every compression that this libcurl has.
            try set(CURLOPT_ACCEPT_ENCODING, "")
        }
        // A file without a name turns cookies on and has none.
        if request.keepsCookies { try set(CURLOPT_COOKIEFILE, "") }
        if let cookie = request.cookie {
            try checkField(("Cookie", cookie))
            try set(CURLOPT_COOKIE, cookie)
        }
        if request.isPublicOnly { try set(CURLOPT_PROXY, "") }
        for field in request.headers { try checkField(field) }
        try setHeaders(request.headers.map { "\($0.name): \($0.value)" })
    }

    /// What the server answered, as far as it is known.
    func response(to request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(
            status: integer(CURLINFO_RESPONSE_CODE),
            url: string(CURLINFO_EFFECTIVE_URL) ?? request.url,
            headers: headers, retryAfter: retryAfter)
    }

    /// A line end would begin another field (RFC 9110, section 5.5), and libcurl sends it as it is.
    private func checkField(_ field: (name: String, value: String)) throws(FetchError) {
        let isName = !field.name.isEmpty && field.name.utf8.allSatisfy(Self.isTokenByte)
        let isValue = !field.value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }
        guard isName, isValue else { throw .invalidHeader(name: field.name) }
    }

    /// Whether names may have the byte (RFC 9110, section 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
