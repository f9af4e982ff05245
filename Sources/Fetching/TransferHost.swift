import URLs

/// The server of a URL, as the limit per host counts it: libcurl shares connections only to the same
/// port.
enum TransferHost {
    /// The name and port of a request's server; its URL itself if that is none.
    static func name(of request: HTTPRequest) -> String {
        request.location.map { "\($0.host):\($0.port ?? $0.scheme.defaultPort)" } ?? request.url
    }
}
