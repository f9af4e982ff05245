import URLs

/// The server of a URL, as the limit per host counts it: libcurl shares connections only to the same
/// port.
enum TransferHost {
    /// The server's name and port; the URL itself if it is none.
    static func name(of url: String) -> String {
        WebURL(url).map { "\($0.host):\($0.port ?? $0.scheme.defaultPort)" } ?? url
    }
}
