import DevtoolKit

/// The settings of one run, as the properties file that Liquibase reads from its standard input.
///
/// That is the one channel nobody else can look into: a command line is in the process list, and the
/// free editions of Liquibase before 4.18 ignore the environment.
struct DefaultsFile {
    /// The root changelog.
    let changelog: String?
    /// The database, if one is configured.
    let target: Target?
    /// Its password, if it has one.
    let password: Secret?

    /// The text of the file; a secret, since the password is in it.
    var text: Secret {
        let properties: [(key: String, value: String?)] = [
            ("changeLogFile", changelog),
            ("url", target?.url),
            ("username", target?.username),
            ("password", password?.revealed),
            ("driver", target?.driver),
        ]
        return Secret(
            properties.compactMap { key, value in
                value.map { "\(key)=\(Self.escaped($0))\n" }
            }.joined())
    }

    /// A value as `java.util.Properties.load(InputStream)` reads it back: Latin-1 with backslash escapes,
    /// anything outside of ASCII as UTF-16 code units.
    private static func escaped(_ value: String) -> String {
        value.utf16.map { unit in
            switch unit {
            case 0x20: "\\ "
            case 0x21, 0x23, 0x3A, 0x3D, 0x5C:  // ! # : = \
                "\\" + String(UnicodeScalar(UInt8(unit)))
            case 0x21...0x7E: String(UnicodeScalar(UInt8(unit)))
            default:
                "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count)
                    + String(unit, radix: 16)
            }
        }.joined()
    }
}
