import Glibc

/// Keeps the tests from the proxy of whoever runs them, which cannot reach their servers.
enum NoProxy {
    private static let isApplied: Void = {
        for name in ["http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"] { unsetenv(name) }
    }()

    /// Forgets the proxies that the environment names.
    static func apply() { _ = isApplied }
}
