import Foundation
import SystemPackage

/// A certificate that signs itself, made by `openssl`, for an address or a name.
package struct TestCertificate: Sendable {
    /// The file with the certificate, which is its own authority.
    package let certificate: String
    /// The file with its key.
    package let key: String

    /// The program that makes certificates.
    package static let program = "/usr/bin/openssl"

    /// Whether there is an `openssl`.
    package static let isAvailable = FileManager.default.isExecutableFile(atPath: program)

    /// Makes a certificate for the given alternative name, as `IP:127.0.0.1`, in a folder; one that is
    /// expired was good until yesterday.
    package init(for name: String, in folder: TemporaryFolder, isExpired: Bool = false) throws {
        certificate = folder.path.appending("certificate.pem").string
        key = folder.path.appending("key.pem").string
        let request = "\(key).request"
        for arguments in [
            [
                "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=test",
                "-addext", "subjectAltName=\(name)", "-keyout", key, "-out", request,
            ],
            [
                "x509", "-req", "-in", request, "-signkey", key, "-copy_extensions", "copy", "-days",
                isExpired ? "-1" : "2", "-out", certificate,
            ],
        ] { try OtherProgram(Self.program)?.run(arguments) }
    }
}
