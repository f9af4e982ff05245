import CCurl

extension CurlHandle {
    /// Sets the options of a request on a handle without options.
    func configure(for request: HTTPRequest) throws(FetchError) {
        // A C string ends at NUL, and libcurl would stop parsing at other control characters.
        guard !request.url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .invalidURL(request.url) }
        // Signals belong to the program; the resolver's timeouts work without them.
        try set(CURLOPT_NOSIGNAL, 1)
        // The resolver's thread cannot be stopped, and without this option, ending a transfer would wait for it.
        // libcurl before 7.87 lacks the option.
        try? set(CURLOPT_QUICK_EXIT, 1)
        // More than the default of 16 KB saves system calls for large pages. Above 64 KB, glibc trims its heap whenever
        // a buffer is freed. A handle refuses the option while it has a buffer, which then has this size.
        try? set(CURLOPT_BUFFERSIZE, 32 << 10)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 1)
        try set(CURLOPT_MAXREDIRS, request.redirectLimit)
        try set(CURLOPT_URL, request.url)
        if let range = request.range {
            try set(CURLOPT_RANGE, "0-\(max(1, range) - 1)")
        } else if request.acceptsCompression {
            // An empty list enables every compression that this libcurl supports.
            try set(CURLOPT_ACCEPT_ENCODING, "")
        }
        // An empty file name enables cookies without reading a file.
        if request.keepsCookies { try set(CURLOPT_COOKIEFILE, "") }
        try setCookies(CookieLine.all(of: request))
        let authorities = TrustedAuthorities.ofEnvironment
        if let file = request.authorityFile ?? authorities.file { try set(CURLOPT_CAINFO, file) }
        if let folder = authorities.folder { try set(CURLOPT_CAPATH, folder) }
        if request.isPublicOnly {
            // An empty value ignores the proxies of the environment.
            try set(CURLOPT_PROXY, "")
        } else if request.usesNetrc {
            try useNetrc(true)
        }
        if let credentials = request.credentials {
            try set(CURLOPT_USERNAME, credentials.user)
            try set(CURLOPT_PASSWORD, credentials.password)
        }
        var headers = request.headers
        if let upload = request.upload {
            try setUpload(upload.descriptor, size: upload.size)
            // libcurl would wait a second for servers that do not answer '100-continue'.
            headers.append(("Expect", ""))
        }
        try setHeaders(headers, ofOrigin: request.originHeaders)
    }

    /// Sets whether the next server gets credentials from `.netrc`, which libcurl reads before it connects.
    func useNetrc(_ isUsed: Bool) throws(FetchError) {
        let isUsed = isUsed && mayFindNetrc
        try set(CURLOPT_NETRC, Int((isUsed ? CURL_NETRC_OPTIONAL : CURL_NETRC_IGNORED).rawValue))
    }

    func response(to url: String, _ headers: HTTPHeaders) -> HTTPResponse {
        HTTPResponse(
            status: integer(CURLINFO_RESPONSE_CODE), url: string(CURLINFO_EFFECTIVE_URL) ?? url, headers: headers,
            retryAfter: retryAfter(headers))
    }
}
