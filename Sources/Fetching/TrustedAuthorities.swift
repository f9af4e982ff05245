import Glibc

/// The certificate authorities that the environment sets instead of the system's.
///
/// The variables are those of the program curl, which libcurl does not read: `CURL_CA_BUNDLE`, or else OpenSSL's
/// `SSL_CERT_FILE` and `SSL_CERT_DIR`.
struct TrustedAuthorities: Sendable, Equatable {
    /// A PEM file; `nil` for the system's.
    let file: String?
    /// A folder created by `openssl rehash`; `nil` for the system's.
    let folder: String?

    /// Reads the variables of an environment, in which empty values count as unset.
    init(_ variable: (String) -> String?) {
        func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        let bundle = value("CURL_CA_BUNDLE")
        file = bundle ?? value("SSL_CERT_FILE")
        folder = bundle == nil ? value("SSL_CERT_DIR") : nil
    }

    static let ofEnvironment = TrustedAuthorities { name in
        // Safety: the string is copied immediately, and this code sets no variables.
        getenv(name).map { String(cString: $0) }
    }
}
