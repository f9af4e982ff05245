import URLs

package enum FetchError: Error, Equatable {
    /// libcurl is not installed, or lacks a feature.
    case libraryUnusable(reason: String)
    case invalidURL(String)
    /// The URL, or one that it redirects to, is not http or https.
    case unsupportedScheme(url: String)
    case invalidRedirect(url: String)
    /// A header field of the request has an invalid name, or a line break in its value.
    case invalidHeader(name: String)
    case unknownHost(url: String)
    case noConnection(url: String, reason: String)
    /// The request allows only public addresses, and this is not one.
    case notPublic(url: String, address: IPAddress)
    /// The proxy set by the environment cannot be resolved or reached.
    case noProxy(url: String, reason: String)
    /// No trusted connection could be established.
    case tls(url: String, reason: String)
    case tooManyRedirects(url: String)
    case timedOut(url: String, during: FetchStep? = nil)
    /// The connection ended before the response was complete.
    case cutOff(url: String)
    /// The response is not HTTP, or not encoded as declared.
    case transferFailed(url: String, reason: String)
}

/// A step of a transfer, for the message of a timeout.
package enum FetchStep: String, Sendable {
    case queueing = "while waiting for other transfers"
    case resolving = "while looking up the host name"
    /// Connecting to the server or the proxy, including the TLS handshake.
    case connecting = "while connecting"
    case waiting = "while waiting for the response"
    case receiving = "while receiving the response"
}

extension FetchError: CustomStringConvertible {
    /// A sentence for the user, without a full stop and without passwords in the URL.
    package var description: String { description(showing: WebURL.shown) }

    package func description(showing shown: (String) -> String) -> String {
        switch self {
        case .libraryUnusable(let reason): "cannot use libcurl: \(reason)"
        case .invalidURL(let url): "not an http or https URL: \(shown(url))"
        case .unsupportedScheme(let url): "\(shown(url)): only http and https URLs are supported"
        case .invalidRedirect(let url): "\(shown(url)): redirects to an invalid URL"
        case .invalidHeader(let name): "invalid header field: \(name.debugDescription)"
        case .notPublic(let url, let address): "\(shown(url)): \(address) is not a public address"
        case .unknownHost(let url): "\(shown(url)): cannot resolve the host name"
        case .noConnection(let url, let reason): "\(shown(url)): cannot connect: \(reason)"
        case .noProxy(let url, let reason): "\(shown(url)): cannot use the proxy: \(reason)"
        case .tls(let url, let reason): "\(shown(url)): cannot establish a secure connection: \(reason)"
        case .tooManyRedirects(let url): "\(shown(url)): too many redirects"
        case .timedOut(let url, let step): "\(shown(url)): timed out" + (step.map { " \($0.rawValue)" } ?? "")
        case .cutOff(let url): "\(shown(url)): the connection closed before the response was complete"
        case .transferFailed(let url, let reason): "\(shown(url)): transfer failed: \(reason)"
        }
    }
    package var hint: String? {
        if case .libraryUnusable = self { "install libcurl (on Debian: apt install libcurl4)" } else { nil }
    }
}
