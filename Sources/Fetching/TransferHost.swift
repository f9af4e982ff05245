import URLs

/// The server of a URL for the limit per host; libcurl only shares connections with the same port.
enum TransferHost {
    /// The name and port of a request's server, or its URL if it is invalid.
    static func name(of request: HTTPRequest) -> String {
        request.location.map { "\($0.host):\($0.port ?? $0.scheme.defaultPort)" } ?? request.url
    }
}
