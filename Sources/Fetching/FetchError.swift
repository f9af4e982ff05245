import URLs

/// Why a fetch failed, named by the step.
package enum FetchError: Error, Equatable {
    /// libcurl is not installed, or lacks something.
    case libraryUnusable(reason: String)
    /// The text is not a URL that can be fetched.
    case invalidURL(String)
    /// The URL, or one that it redirects to, is not http or https.
    case unsupportedScheme(url: String)
    /// The server redirects to something that is not a URL.
    case invalidRedirect(url: String)
    /// A header field of the request has a line end in it, or a name that is none.
    case invalidHeader(name: String)
    /// The name has no address.
    case unknownHost(url: String)
    /// Nobody answers at the address.
    case noConnection(url: String, reason: String)
    /// The address is not for the whole Internet, and only such were to be connected to.
    case notPublic(url: String, address: IPAddress)
    /// The proxy, which the environment names, has no address or does not answer.
    case noProxy(url: String, reason: String)
    /// There is no trusted connection.
    case tls(url: String, reason: String)
    /// The server redirects without end.
    case tooManyRedirects(url: String)
    /// The deadline has passed.
    case timedOut(url: String, during: FetchStep? = nil)
    /// The connection ended before the answer did.
    case cutOff(url: String)
    /// What came is not HTTP, or not in the encoding it claims.
    case transferFailed(url: String, reason: String)
}

/// A step of a transfer, for the message of a timeout.
package enum FetchStep: String, Sendable {
    /// Other transfers have to end first.
    case queueing = "while waiting for other transfers"
    /// The host's name is looked up.
    case resolving = "while looking up the host name"
    /// The server, or the proxy, is called, and a secure connection is made.
    case connecting = "while connecting"
    /// The request is sent, and nothing has come back.
    case waiting = "while waiting for the response"
    /// The answer has begun.
    case receiving = "while receiving the response"
}

extension FetchError: CustomStringConvertible {
    /// A sentence for the user, without a full stop and without the URL's passwords.
    package var description: String { description(showing: WebURL.shown) }

    /// The message, with its URL formatted by `shown`.
    package func description(showing shown: (String) -> String) -> String {
        switch self {
        case .libraryUnusable(let reason): "cannot use libcurl: \(reason)"
        case .invalidURL(let url): "not an http or https URL: \(shown(url))"
        case .unsupportedScheme(let url): "\(shown(url)): only http and https URLs are supported"
        case .invalidRedirect(let url): "\(shown(url)): redirects to an invalid URL"
        case .invalidHeader(let name): "invalid header field: \(name.debugDescription)"
        case .notPublic(let url, let address):
            "\(shown(url)): \(address) is not a public address"
        case .unknownHost(let url): "\(shown(url)): cannot resolve the host name"
        case .noConnection(let url, let reason): "\(shown(url)): cannot connect: \(reason)"
        case .noProxy(let url, let reason): "\(shown(url)): cannot use the proxy: \(reason)"
        case .tls(let url, let reason):
            "\(shown(url)): cannot establish a secure connection: \(reason)"
        case .tooManyRedirects(let url): "\(shown(url)): too many redirects"
        case .timedOut(let url, let step):
            "\(shown(url)): timed out" + (step.map { " \($0.rawValue)" } ?? "")
        case .cutOff(let url):
            "\(shown(url)): the connection closed before the response was complete"
        case .transferFailed(let url, let reason): "\(shown(url)): transfer failed: \(reason)"
        }
    }

    /// What helps, where something does.
    package var hint: String? {
        switch self {
        case .libraryUnusable: "install libcurl (on Debian: apt install libcurl4)"
        default: nil
        }
    }
}
