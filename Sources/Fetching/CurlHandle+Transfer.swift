import CCurl

extension CurlHandle {
    /// Sets the options of a request, on a handle that has none set.
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
        // Instead of 16 KB: large pages come with fewer calls of the system. Above 64 KB, glibc would tidy
        // up its heap whenever a buffer is freed. It is refused as long as a handle still has its last
        // buffer, which does.
        try? set(CURLOPT_BUFFERSIZE, 32 << 10)
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
        try setCookies(CookieLine.all(of: request))
        let authorities = TrustedAuthorities.ofEnvironment
        if let file = request.authorityFile ?? authorities.file { try set(CURLOPT_CAINFO, file) }
        if let folder = authorities.folder { try set(CURLOPT_CAPATH, folder) }
        if request.isPublicOnly {
            // Set to none, none of the environment is asked.
            try set(CURLOPT_PROXY, "")
        } else if request.usesNetrc {
            try useNetrc(true)
        }
        if let credentials = request.credentials {
            try set(CURLOPT_USERNAME, credentials.user)
            try set(CURLOPT_PASSWORD, credentials.password)
        }
        try setHeaders(request.headers, ofOrigin: request.originHeaders)
    }

    /// Whether the server of the next URL is given what `.netrc` has for it; libcurl looks there before it
    /// connects.
    func useNetrc(_ isUsed: Bool) throws(FetchError) {
        let isUsed = isUsed && mayFindNetrc
        try set(CURLOPT_NETRC, Int((isUsed ? CURL_NETRC_OPTIONAL : CURL_NETRC_IGNORED).rawValue))
    }

    /// What the server answered to the request of a URL, as far as it is known, with the fields of its
    /// header.
    func response(to url: String, _ headers: HTTPHeaders) -> HTTPResponse {
        HTTPResponse(
            status: integer(CURLINFO_RESPONSE_CODE),
            url: string(CURLINFO_EFFECTIVE_URL) ?? url,
            headers: headers, retryAfter: retryAfter(headers))
    }
}
