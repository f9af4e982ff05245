extension String {
    /// The URL with `***` in place of each password.
    package var hidingURLPassword: String {
        var shown = ""
        var rest = self[...]
        for password in urlPasswords.sorted(by: { $0.startIndex < $1.startIndex }) {
            // Interpretations of one password overlap.
            guard password.endIndex > rest.startIndex else { continue }
            if password.startIndex >= rest.startIndex { shown += rest[..<password.startIndex] + "***" }
            rest = rest[password.endIndex...]
        }
        return shown + rest
    }

    /// The passwords in a URL as written; all interpretations of a password that is ambiguous.
    ///
    /// They precede a host (RFC 3986, section 3.2.1): MySQL allows several hosts with a password each, and Oracle has
    /// `user/password@`. They are also in parameters with certain names, including those of a fragment. Database
    /// drivers accept many forms: `?password=x&sslpassword=y`, `;pwd=x;`, `:password=x;`, `(host=h,password=x)`,
    /// `/USER=a,PASSWORD=x`.
    package var urlPasswords: [Substring] {
        // Hardly any URL has a password, and thousands of URLs are listed.
        let beforeHost = utf8.contains(UInt8(ascii: "@")) ? passwordsBeforeHost : []
        let start = beforeHost.map(\.endIndex).max() ?? startIndex
        return beforeHost + parameterPasswords(from: start)
    }

    private var passwordsBeforeHost: [Substring] {
        if let oracle = prefixMatch(of: #/jdbc:oracle:[^:/@]*:[^/@]*\//#.ignoresCase()) {
            let rest = self[oracle.range.upperBound...]
            if let quoted = rest.prefixMatch(of: #/("[^"]*")@/#) { return [quoted.output.1] }
            return rest.readings(from: rest.startIndex, before: "@")
        }
        guard let scheme = prefixMatch(of: #/([A-Za-z][A-Za-z0-9+.:\-]*:)?//+/#) else {
            // `user:password@host` without a scheme.
            let login = prefixMatch(of: #/(?!jdbc:)[^:@/\s]+:([^@/\s]+)@/#.ignoresCase())
            return login.map { [$0.output.1] } ?? []
        }
        let rest = self[scheme.range.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        guard authority.contains("@") else {
            // A port that is not a number is the start of a password that contains a slash.
            guard let colon = authority.firstIndex(of: ":"), !authority.hasPrefix("["),
                case let start = authority.index(after: colon), start < authority.endIndex,
                !authority[start...].allSatisfy({ $0.isNumber || $0 == "," || $0 == ":" })
            else { return [] }
            return rest.readings(from: start, before: "@")
        }
        guard let last = authority.lastIndex(of: "@"), let colon = authority[..<last].firstIndex(of: ":") else {
            return []
        }
        let whole = authority[authority.index(after: colon)..<last]
        // 'user:password@host,user:password@host'.
        let each = authority.split(separator: ",").compactMap { host -> Substring? in
            guard let end = host.lastIndex(of: "@"), let colon = host[..<end].firstIndex(of: ":") else { return nil }
            return host[host.index(after: colon)..<end]
        }
        return [whole] + each.filter { $0 != whole }
    }

    /// The passwords in parameters: the text between the equals sign after a secret name, and the next delimiter.
    private func parameterPasswords(from start: Index) -> [Substring] {
        var passwords: [Substring] = []
        var rest = self[start...]
        while let equals = rest.firstIndex(of: "=") {
            let before = rest[..<equals]
            let name = before.reversed().prefix { !Self.dividers.contains($0) }
            let nameStart = before.index(equals, offsetBy: -name.count)
            rest = rest[index(after: equals)...]
            guard nameStart > startIndex, String(name.reversed()).isSecretParameter else { continue }
            let value = rest.parameterValue(after: self[index(before: nameStart)])
            passwords.append(value)
            rest = rest[value.endIndex...]
        }
        return passwords.filter { !$0.isEmpty }
    }

    private static let dividers: Set<Character> = ["?", "&", "#", ";", ":", ",", "(", ")", "/", "=", "{"]

    /// Whether this name denotes a secret: `password`, `trustStorePassword`, `password2`, `pwd`, `accessToken`,
    /// `client_secret`, even with percent-encoded letters.
    private var isSecretParameter: Bool {
        var name: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let decoded = UInt8(String(Substring(digits)), radix: 16) {
                name.append(decoded | 0x20)
                rest = rest.dropFirst(2)
            } else {
                name.append(byte | 0x20)
            }
        }
        let letters = String(decoding: name, as: UTF8.self).filter(\.isLetter)
        return ["key", "auth", "authorization"].contains(letters) || Self.secretNames.contains(where: letters.hasSuffix)
    }

    /// The suffixes of such names, reduced to letters.
    private static let secretNames = [
        "password", "passwd", "passphrase", "passcode", "pass", "pwd", "pw", "secret", "token", "credential",
        "credentials", "apikey", "accesskey", "accountkey", "secretkey", "clientkey", "privatekey", "pvtkey",
        "encryptionkey", "hexkey", "signature", "sig", "jwt", "pin", "otp", "bearer", "session", "assertion",
    ]
}

extension Substring {
    /// The substrings from an index to the last and to the first occurrence of a character.
    fileprivate func readings(from start: Index, before end: Character) -> [Substring] {
        guard let first = self[start...].firstIndex(of: end), let last = self[start...].lastIndex(of: end) else {
            return []
        }
        return first == last ? [self[start..<first]] : [self[start..<last], self[start..<first]]
    }

    /// The value of a parameter that starts here; the delimiter before the parameter determines the end of the value.
    fileprivate func parameterValue(after divider: Character) -> Substring {
        for quote: Character in ["\"", "'"] where first == quote {
            if let end = dropFirst().firstIndex(of: quote) { return self[...end] }
        }
        switch divider {
        case "?", "&", "#": return prefix { $0 != "&" && $0 != "#" }
        case ";", ":": return prefixMatch(of: /\{(?:[^}]|\}\})*\}/)?.output ?? prefix { $0 != ";" && $0 != "#" }
        default: return prefix { !",);&#".contains($0) }
        }
    }
}
