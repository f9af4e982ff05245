import CCurl

/// One transfer, with its handle and whoever waits for it; for the client's thread only.
final class CurlTransfer {
    /// What is fetched.
    let request: HTTPRequest
    /// The transfer's handle.
    let handle: CurlHandle
    /// Tells whoever waits for the transfer how it ended; to be called once.
    let resume: (Result<HTTPResponse, any Error>) -> Void

    private let sink: CurlSink
    private let beginning: Beginning

    /// Prepares a transfer.
    ///
    /// `begin` and `receive` are called as the body arrives.
    init(
        _ request: HTTPRequest, begin: @escaping (HTTPResponse) -> Void,
        receive: @escaping (RawSpan) throws -> BodyDemand,
        resume: @escaping (Result<HTTPResponse, any Error>) -> Void
    ) throws {
        guard let handle = CurlHandle() else {
            throw FetchError.libraryUnusable(reason: "out of memory")
        }
        let beginning = Beginning()
        self.request = request
        self.handle = handle
        self.resume = resume
        self.beginning = beginning
        // The transfer owns both the handle and the sink, which is not used without it.
        sink = CurlSink(request) { [unowned handle] piece in
            if beginning.response == nil {
                let response = handle.response(to: request)
                beginning.response = response
                begin(response)
            }
            return try receive(piece)
        }
        sink.prepare = { [unowned handle] in
            handle.chooseHeaders { url in
                guard let url = WebURL(url), let first = WebURL(request.url) else { return false }
                return url.hasOrigin(of: first)
            }
        }
        try handle.configure(for: request)
        try handle.report(to: sink)
    }

    /// The response as it was when the body began.
    private final class Beginning {
        var response: HTTPResponse?
    }

    /// What the transfer has come to; to be asked before its handle is used for anything else.
    func result(of ending: TransferEnding) -> Result<HTTPResponse, any Error> {
        let url = handle.string(CURLINFO_EFFECTIVE_URL) ?? request.url
        switch ending {
        case .cancelled: return .failure(CancellationError())
        case .timedOut: return .failure(FetchError.timedOut(url: url, during: sink.step))
        case .byItself(let code):
            if let error = sink.error { return .failure(error) }
            // The sink refuses bytes when it has enough, which libcurl takes for a failure to write.
            guard code == CURLE_OK || code == CURLE_WRITE_ERROR && sink.hasEnough else {
                return .failure(error(code, url))
            }
            var response = beginning.response ?? handle.response(to: request)
            response.isComplete = !sink.hasEnough
            return .success(response)
        }
    }

    private func error(_ code: CURLcode, _ url: String) -> FetchError {
        if let address = sink.refusedAddress,
            code == CURLE_COULDNT_CONNECT || code == CURLE_ABORTED_BY_CALLBACK
        {
            return .notPublic(url: url, address: address)
        }
        if code == CURLE_WRITE_ERROR, sink.hasLargeHeader {
            let limit = request.headerLimit
            return .transferFailed(url: url, reason: "the header is larger than \(limit) bytes")
        }
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
        case CURLE_OPERATION_TIMEDOUT: .timedOut(url: url, during: sink.step)
        case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects(url: url)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            .tls(url: url, reason: reason)
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING,
            CURLE_HTTP2_STREAM:
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
