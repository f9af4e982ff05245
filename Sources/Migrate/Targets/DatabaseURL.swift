import DevtoolKit
import Scanning

/// A database URL in any supported form, split into the JDBC URL, user and password that Liquibase needs.
///
/// Platforms provide `postgres://user:password@host:5432/name?sslmode=require`, usually as `DATABASE_URL`.
struct DatabaseURL: Sendable {
    /// The JDBC URL, without a user and password that preceded the host.
    let jdbc: String
    let username: String?
    let password: Secret?
    /// All passwords in the URL, for redaction: as written, because drivers repeat URLs in messages, and decoded.
    let passwords: [Secret]

    /// Keeps JDBC URLs and `offline:postgresql` unchanged; fails for unknown engines.
    init?(_ text: String) {
        if text.hasPrefix("jdbc:") || text.hasPrefix("offline:") {
            self.init(jdbc: text, username: nil, password: nil, in: text)
            return
        }
        let (scheme, written) = Self.cut(text[...], at: ":")
        guard let written, let engine = DatabaseEngine(scheme: scheme), text == text.withoutLineBreaks else {
            return nil
        }
        let hasHost = written.hasPrefix("//")
        let (rest, query) = Self.cut(hasHost ? written.dropFirst(2) : written, at: "?")
        if engine.defaultPort == nil {
            // sqlite:///relative, sqlite:////absolute, or a path without leading slashes.
            let path = !hasHost ? rest : rest.hasPrefix("/") ? rest.dropFirst() : rest
            self.init(
                jdbc: engine.url(host: "", port: nil, database: String(path), parameters: String(query ?? "")),
                username: nil, password: nil, in: text)
            return
        }
        let (authority, database) = Self.cut(rest, at: "/")
        let separator = authority.lastIndex(of: "@")
        let (user, password) = Self.cut(separator.map { authority[..<$0] } ?? "", at: ":")
        let server = separator.map { authority[authority.index(after: $0)...] } ?? authority
        guard let address = server.wholeMatch(of: /(\[[^\]]+\]|[^:]*)(?::([0-9]+))?/),
            address.output.2 == nil || address.output.2.flatMap({ UInt16($0) }) != nil
        else { return nil }
        let host = String(address.output.1)
        self.init(
            jdbc: engine.url(
                host: host.isEmpty ? "localhost" : host, port: address.output.2.flatMap { UInt16($0) },
                database: String(database ?? ""), parameters: String(query ?? "")),
            username: user.isEmpty ? nil : user.percentDecoded, password: password.map { Secret($0.percentDecoded) },
            in: text)
    }

    /// A password in a JDBC URL stays there, because only the driver knows its syntax.
    private init(jdbc: String, username: String?, password: Secret?, in text: String) {
        self.jdbc = jdbc
        self.username = username
        self.password = password
        var passwords = [password].compactMap(\.self)
        for written in text.urlPasswords {
            let bare = written.wholeMatch(of: /\{(.*)\}|"(.*)"|'(.*)'/).flatMap {
                $0.output.1?.replacing("}}", with: "}") ?? $0.output.2 ?? $0.output.3
            }
            for meaning in [String(written), written.percentDecoded, String(bare ?? written)]
            where !meaning.isEmpty && !passwords.contains(Secret(meaning)) { passwords.append(Secret(meaning)) }
        }
        self.passwords = passwords
    }

    /// The error for a text that is no such URL.
    static func unsupported(_ text: String, at location: SourceLocation? = nil) -> Diagnostic {
        let text = text.hidingURLPassword
        return Diagnostic(
            "'\(text)' is not a supported database URL", at: location,
            hint: JDBCDriver(url: "jdbc:" + text) != nil
                ? "did you mean 'jdbc:\(text)'?"
                : "use a JDBC URL such as jdbc:postgresql://host/name or jdbc:sqlite:app.db")
    }

    private static func cut(_ text: Substring, at separator: Character) -> (Substring, Substring?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (text[..<index], text[text.index(after: index)...])
    }
}

extension StringProtocol {
    var percentDecoded: String { String(decoding: URLs.percentDecoded(Array(utf8)[...]), as: UTF8.self) }
}
