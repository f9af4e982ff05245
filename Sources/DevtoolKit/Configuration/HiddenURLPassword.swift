extension String {
    /// A URL with `***` for each password that is written out in it.
    package var hidingURLPassword: String {
        var shown = ""
        var rest = self[...]
        for password in urlPasswords {
            shown += rest[..<password.startIndex] + "***"
            rest = rest[password.endIndex...]
        }
        return shown + rest
    }

    /// The passwords that are written out in a URL, in its own writing.
    ///
    /// They stand before the host (RFC 3986, section 3.2.1; Oracle has `user/password@`), and in parameters
    /// that are called so, which the drivers of databases take: `password`, `trustStorePassword`,
    /// `sslpassword`, `pwd`.
    package var urlPasswords: [Substring] {
        let beforeHost =
            firstMatch(of: /^[A-Za-z][A-Za-z0-9+.:\-]*:\/\/[^\/?#@:]*:([^\/?#]*)@/)?.output.1
            ?? firstMatch(of: /^jdbc:oracle:[a-z0-9]+:[^\/@]*\/("[^"]*"|[^@]*)@/)?.output.1
        return (beforeHost.map { [$0] } ?? []) + parameterPasswords(after: beforeHost?.endIndex)
    }

    /// Those among the parameters, which `&` divides after a question mark, and else `;`, where braces
    /// may hold one.
    private func parameterPasswords(after index: Index?) -> [Substring] {
        let parameter =
            /([?&;:])[^=?&;:]*(?:password|passwd|pwd)=/
            .ignoresCase()
        var passwords: [Substring] = []
        var rest = self[(index ?? startIndex)...]
        while let match = rest.firstMatch(of: parameter) {
            rest = rest[match.range.upperBound...]
            let value: Substring =
                switch match.output.1 {
                case "?", "&": rest.prefix { $0 != "&" && $0 != "#" }
                default:
                    rest.prefixMatch(of: /\{(?:[^}]|\}\})*\}/)?.output
                        ?? rest.prefix { $0 != ";" && $0 != "#" }
                }
            passwords.append(value)
            rest = rest[value.endIndex...]
        }
        return passwords
    }
}
