import Testing

@testable import Fetching

@Suite struct TrustedAuthoritiesTests {
    @Test(
        arguments: [
            ([:], nil, nil), (["CURL_CA_BUNDLE": "a", "SSL_CERT_FILE": "b", "SSL_CERT_DIR": "c"], "a", nil),
            (["SSL_CERT_FILE": "b", "SSL_CERT_DIR": "c"], "b", "c"), (["SSL_CERT_DIR": "c"], nil, "c"),
            (["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "b", "SSL_CERT_DIR": ""], "b", nil),
        ] as [([String: String], String?, String?)]) func chooses(
            environment: [String: String], file: String?, folder: String?
        )
    {
        let authorities = TrustedAuthorities { environment[$0] }
        #expect(authorities.file == file)
        #expect(authorities.folder == folder)
    }
}
