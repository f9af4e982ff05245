import Glibc

/// The certificate authorities that the environment sets instead of the system's.
///
/// The variables are those of the program curl, which libcurl leaves to its users: `CURL_CA_BUNDLE`, a
/// file; else OpenSSL's `SSL_CERT_FILE` and `SSL_CERT_DIR`.
struct TrustedAuthorities: Sendable, Equatable {
    /// A file in PEM; `nil` for the system's.
    let file: String?
    /// A folder as `openssl rehash` makes it; `nil` for the system's.
    let folder: String?

    /// Looks into an environment, in which an empty value is as good as none.
    init(_ variable: (String) -> String?) {
        func value(_ name: String) -> String? {
            variable(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        let bundle = value("CURL_CA_BUNDLE")
        file = bundle ?? value("SSL_CERT_FILE")
        folder = bundle == nil ? value("SSL_CERT_DIR") : nil
    }

    static let ofEnvironment = TrustedAuthorities { name in
        // Safety: the string is copied at once, and nothing here sets a variable.
        getenv(name).map { String(cString: $0) }
    }
}
