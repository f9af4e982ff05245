/// Why nothing could be fetched, named by the step that failed.
package enum FetchError: Error, Equatable {
    /// libcurl is not installed, or lacks something.
    case libraryUnusable(reason: String)
    /// The text is not a URL that can be fetched.
    case invalidURL(String)
    /// The URL, or one that it redirects to, is not http or https.
    case unsupportedScheme(url: String)
    /// The server redirects to something that is not a URL.
    case invalidRedirect(url: String)
    /// The name has no address.
    case unknownHost(url: String)
    /// Nobody answers at the address.
    case noConnection(url: String, reason: String)
    /// The proxy, which the environment names, has no address or does not answer.
    case noProxy(url: String, reason: String)
    /// There is no trusted connection.
    case tls(url: String, reason: String)
    /// The server redirects without end.
    case tooManyRedirects(url: String)
    /// The deadline has passed.
    case timedOut(url: String)
    /// The connection ended before the answer did.
    case cutOff(url: String)
    /// What came is not HTTP, or not in the encoding it claims.
    case transferFailed(url: String, reason: String)
}

extension FetchError: CustomStringConvertible {
    /// A sentence for the user, without a full stop and without the URL's password.
    package var description: String { description(showing: WebURL.withoutUserInfo) }

    /// The sentence with its URL in the form that `shown` gives it.
    package func description(showing shown: (String) -> String) -> String {
        switch self {
        case .libraryUnusable(let reason): "cannot use libcurl: \(reason)"
        case .invalidURL(let url): "not an http or https URL: \(shown(url))"
        case .unsupportedScheme(let url): "\(shown(url)): only http and https are fetched"
        case .invalidRedirect(let url): "\(shown(url)): redirects to something that is not a URL"
        case .unknownHost(let url): "\(shown(url)): the host name has no address"
        case .noConnection(let url, let reason): "\(shown(url)): cannot connect: \(reason)"
        case .noProxy(let url, let reason): "\(shown(url)): cannot use the proxy: \(reason)"
        case .tls(let url, let reason): "\(shown(url)): no secure connection: \(reason)"
        case .tooManyRedirects(let url): "\(shown(url)): too many redirects"
        case .timedOut(let url): "\(shown(url)): timed out"
        case .cutOff(let url): "\(shown(url)): the connection was cut off before the answer's end"
        case .transferFailed(let url, let reason): "\(shown(url)): transfer failed: \(reason)"
        }
    }

    /// What helps, where something does.
    package var hint: String? {
        switch self {
        case .libraryUnusable: "install libcurl, on Debian: apt install libcurl4"
        default: nil
        }
    }
}
