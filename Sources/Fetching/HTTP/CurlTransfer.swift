import CCurl

/// One transfer with libcurl's easy interface, on one thread from beginning to end.
struct CurlTransfer {
    private let request: HTTPRequest
    private let cancellation: Cancellation

    init(_ request: HTTPRequest, cancellation: Cancellation) {
        self.request = request
        self.cancellation = cancellation
    }

    /// Blocks until the transfer has ended.
    func perform(into body: inout some BodyConsumer) throws -> HTTPResponse {
        if let error = CurlHTTPClient.libraryError { throw error }
        guard let handle = CurlHandle() else {
            throw FetchError.libraryUnusable(reason: "out of memory")
        }
        try configure(handle)
        var hasBegun = false
        return try withoutActuallyEscaping({ (piece: RawSpan) throws -> BodyDemand in
            if !hasBegun { body.begin(response(handle, isComplete: false)) }
            hasBegun = true
            return try body.receive(piece)
        }) { receive in
            let sink = CurlSink(
                limit: request.byteLimit, cancellation: cancellation, receive: receive)
            let code = try handle.perform(into: sink)
            if let error = sink.error { throw error }
            if code == CURLE_ABORTED_BY_CALLBACK { throw CancellationError() }
            // The sink refuses bytes when it has enough, which libcurl takes for a failure to write.
            guard code == CURLE_OK || code == CURLE_WRITE_ERROR && sink.hasEnough else {
                throw error(code, handle)
            }
            return response(handle, isComplete: !sink.hasEnough)
        }
    }

    private func configure(_ handle: CurlHandle) throws {
        // Signals belong to the program; timeouts of the resolver work without them.
        try handle.set(CURLOPT_NOSIGNAL, 1)
        // The resolver's thread cannot be stopped; without this the deadline would wait for it. It is
        // no loss if libcurl is older than the option (7.87).
        try? handle.set(CURLOPT_QUICK_EXIT, 1)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_FOLLOWLOCATION, 1)
        try handle.set(CURLOPT_MAXREDIRS, request.redirectLimit)
        try handle.set(CURLOPT_URL, request.url)
        // An empty list stands for every compression that this libcurl has.
        if request.acceptsCompression { try handle.set(CURLOPT_ACCEPT_ENCODING, "") }
        try handle.setHeaders(request.headers.map { "\($0.name): \($0.value)" })
        if let deadline = request.deadline {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw FetchError.timedOut(url: request.url) }
            // Zero would mean "no limit".
            try handle.set(CURLOPT_TIMEOUT_MS, max(1, Int(left / .milliseconds(1))))
        }
    }

    private func response(_ handle: CurlHandle, isComplete: Bool) -> HTTPResponse {
        HTTPResponse(
            status: handle.integer(CURLINFO_RESPONSE_CODE),
            url: handle.string(CURLINFO_EFFECTIVE_URL) ?? request.url,
            headers: handle.headers,
            retryAfter: handle.retryAfter,
            isComplete: isComplete)
    }

    private func error(_ code: CURLcode, _ handle: CurlHandle) -> FetchError {
        let url = handle.string(CURLINFO_EFFECTIVE_URL) ?? request.url
        let reason = handle.reason(for: code)
        return switch code {
        case CURLE_URL_MALFORMAT where handle.integer(CURLINFO_RESPONSE_CODE) != 0:
            .invalidRedirect(url: url)
        case CURLE_URL_MALFORMAT: .invalidURL(request.url)
        // What is not HTTP in an answer gets this code, too.
        case CURLE_UNSUPPORTED_PROTOCOL where WebURL(url) == nil: .unsupportedScheme(url: url)
        case CURLE_COULDNT_RESOLVE_HOST: .unknownHost(url: url)
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .noProxy(url: url, reason: reason)
        case CURLE_COULDNT_CONNECT where Self.isAboutProxy(reason, of: url):
            .noProxy(url: url, reason: reason)
        case CURLE_COULDNT_CONNECT: .noConnection(url: url, reason: handle.systemReason)
        case CURLE_OPERATION_TIMEDOUT: .timedOut(url: url)
        case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects(url: url)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            .tls(url: url, reason: reason)
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2_STREAM:
            .cutOff(url: url)
        default: .transferFailed(url: url, reason: reason)
        }
    }

    /// Whether libcurl's sentence names another end of the connection than the URL's host.
    ///
    /// libcurl before 8.7 has no other way to tell.
    private static func isAboutProxy(_ reason: String, of url: String) -> Bool {
        let start = "Failed to connect to "
        guard reason.hasPrefix(start), let url = WebURL(url) else { return false }
        let host = url.host.filter { $0 != "[" && $0 != "]" }
        return reason.contains(" via ")
            || !reason.hasPrefix("\(start)\(host) port \(url.port ?? url.scheme.defaultPort) ")
    }
}
