import CCurl
import URLs

/// A transfer with its handle and its waiting caller; used on the client's thread only.
final class CurlTransfer {
    let request: HTTPRequest
    let handle: CurlHandle
    /// Reports the result; must be called once.
    let resume: (Result<HTTPResponse, any Error>) -> Void

    private let sink: CurlSink

    /// Prepares a transfer with a handle without options; `begin` and `receive` are called as the body arrives.
    init(
        _ request: HTTPRequest, with handle: CurlHandle, begin: @escaping (HTTPResponse) -> Void,
        receive: @escaping (RawSpan) throws -> BodyDemand, resume: @escaping (Result<HTTPResponse, any Error>) -> Void
    ) throws {
        self.request = request
        self.handle = handle
        self.resume = resume
        sink = CurlSink(
            request,
            // The transfer owns the handle and the sink, and the sink is not used without the transfer.
            begin: { [unowned handle, url = request.url] headers in
                let response = handle.response(to: url, headers)
                begin(response)
                return response
            }, consume: receive)
        sink.hasWholeBody = { [unowned handle] in handle.hasWholeBody }
        let first = request.location
        if !request.originHeaders.isEmpty || request.cookie != nil {
            sink.prepare = { [unowned handle] in
                handle.chooseSecrets { url in WebURL(url).flatMap { first?.hasOrigin(of: $0) } ?? false }
            }
        }
        if request.usesNetrc, !request.isPublicOnly {
            sink.redirect = { [unowned handle] reference in
                let current = handle.string(CURLINFO_EFFECTIVE_URL).flatMap { WebURL($0) }
                // libcurl may interpret unusual references differently, and contact another server.
                let isPlain = reference.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x5C }
                let next = isPlain ? current?.resolving(reference) : nil
                let isSafe = next.map { $0.scheme == .https || first?.hasOrigin(of: $0) == true }
                try? handle.useNetrc(isSafe ?? false)
            }
        }
        try handle.configure(for: request)
        try handle.report(to: sink)
    }

    /// The result; must be requested before the handle is reused.
    func result(of ending: TransferEnding) -> Result<HTTPResponse, any Error> {
        switch ending {
        case .cancelled: return .failure(CancellationError())
        case .timedOut: return .failure(FetchError.timedOut(url: lastURL, during: sink.step))
        case .byItself(let code):
            if let error = sink.error { return .failure(error) }
            if sink.isLate, !sink.hasEnough { return result(of: .timedOut) }
            // The sink rejects bytes when it has enough, which libcurl reports as a write error.
            guard code == CURLE_OK || code == CURLE_WRITE_ERROR && sink.hasEnough else {
                return .failure(error(code, lastURL))
            }
            var response = sink.response ?? handle.response(to: request.url, sink.header.headers)
            response.isComplete = !sink.hasEnough
            return .success(response)
        }
    }

    /// The URL after redirects.
    private var lastURL: String { handle.string(CURLINFO_EFFECTIVE_URL) ?? request.url }

    private func error(_ code: CURLcode, _ url: String) -> FetchError {
        if let address = sink.refusedAddress, code == CURLE_COULDNT_CONNECT || code == CURLE_ABORTED_BY_CALLBACK {
            return .notPublic(url: url, address: address)
        }
        if code == CURLE_WRITE_ERROR, let reason = sink.headerRefusal {
            return .transferFailed(url: url, reason: reason)
        }
        let reason = handle.reason(for: code)
        let isInHeader = !sink.header.isComplete || handle.integer(CURLINFO_RESPONSE_CODE) == 0
        return switch code {
        // A header line exceeds libcurl's limit, which has the error code 100 since 8.6.
        case CURLE_OUT_OF_MEMORY where isInHeader, CURLcode(rawValue: 100) where isInHeader:
            .transferFailed(url: url, reason: "a line of the header is larger than 100 KiB")
        case CURLE_URL_MALFORMAT where handle.integer(CURLINFO_RESPONSE_CODE) != 0: .invalidRedirect(url: url)
        case CURLE_URL_MALFORMAT: .invalidURL(request.url)
        // A response that is not HTTP has this code as well.
        case CURLE_UNSUPPORTED_PROTOCOL where WebURL(url) == nil: .unsupportedScheme(url: url)
        case CURLE_COULDNT_RESOLVE_HOST: .unknownHost(url: url)
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .noProxy(url: url, reason: reason)
        case CURLE_COULDNT_CONNECT where Self.isAboutProxy(reason, of: url): .noProxy(url: url, reason: reason)
        case CURLE_COULDNT_CONNECT: .noConnection(url: url, reason: handle.systemReason)
        case CURLE_OPERATION_TIMEDOUT: .timedOut(url: url, during: sink.step)
        case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects(url: url)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            .tls(url: url, reason: reason)
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2_STREAM:
            .cutOff(url: url)
        default: .transferFailed(url: url, reason: reason)
        }
    }

    /// Whether libcurl's message names a server other than the URL's host.
    ///
    /// libcurl before 8.7 does not report this in another way.
    private static func isAboutProxy(_ reason: String, of url: String) -> Bool {
        let start = "Failed to connect to "
        guard reason.hasPrefix(start), let url = WebURL(url) else { return false }
        let host = url.host.filter { $0 != "[" && $0 != "]" }
        return reason.contains(" via ")
            || !reason.hasPrefix("\(start)\(host) port \(url.port ?? url.scheme.defaultPort) ")
    }
}
