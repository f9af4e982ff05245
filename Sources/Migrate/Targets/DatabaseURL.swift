import DevtoolKit

/// A database's address as people write it, understood as the JDBC URL, the user and the password that
/// Liquibase wants.
///
/// Platforms hand out `postgres://user:password@host:5432/name?sslmode=require`, mostly as
/// `DATABASE_URL`; their user and password are taken out, as drivers would repeat them in their messages.
/// A JDBC URL is taken as it is.
struct DatabaseURL {
    /// The JDBC URL, without user and password where they stood before the host.
    let jdbc: String
    /// The user in the URL, if there is one.
    let username: String?
    /// The password in the URL, if there is one.
    let password: Secret?

    /// Understands a URL.
    ///
    /// - Returns: nil where it is neither a JDBC URL nor of a database that is known here.
    init?(_ text: String) {
        if text.hasPrefix("jdbc:") {
            self.init(jdbc: text)
            return
        }
        guard let match = text.wholeMatch(of: /([A-Za-z][A-Za-z0-9+.\-]*):(\/\/)?(.*)/),
            let engine = DatabaseEngine(scheme: match.output.1)
        else { return nil }
        let (rest, query) = Self.cut(match.output.3, at: "?")
        if engine.defaultPort == nil {
            // sqlite:///relative, sqlite:////absolute, and without slashes as a path.
            let path = match.output.2 == nil ? rest : rest.hasPrefix("/") ? rest.dropFirst() : rest
            self.init(
                jdbc: engine.url(
                    host: "", port: nil, database: String(path), parameters: String(query ?? "")),
                username: nil, password: nil)
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
                host: host.isEmpty ? "localhost" : host,
                port: address.output.2.flatMap { UInt16($0) },
                database: String(database ?? ""), parameters: String(query ?? "")),
            username: user.isEmpty ? nil : user.percentDecoded,
            password: password.map { Secret($0.percentDecoded) })
    }

    private init(jdbc: String, username: String?, password: Secret?) {
        self.jdbc = jdbc
        self.username = username
        self.password = password
    }

    /// A JDBC URL; passwords in it stay there, as only the driver knows what they mean, and are known as
    /// secrets.
    private init(jdbc: String) {
        self.init(jdbc: jdbc, username: nil, password: nil)
        var found = jdbc.matches(of: /[?&;][A-Za-z]*password=([^&;]*)/.ignoresCase())
            .map(\.output.1)
        // Before the host, as MySQL and Oracle take it.
        found += [
            jdbc.firstMatch(of: /^[^\/]*:\/\/[^\/?#@:]*:([^\/?#]*)@/)?.output.1,
            jdbc.firstMatch(of: /^jdbc:oracle:[a-z0-9]+:[^\/@]*\/([^@]*)@/)?.output.1,
        ].compactMap(\.self)
        written = found.flatMap { Set([String($0), $0.percentDecoded]) }.filter { !$0.isEmpty }
            .map { Secret($0) }
    }

    /// The passwords that stand in a JDBC URL, as they are written and as they are meant: to be hidden.
    private(set) var written: [Secret] = []

    /// All passwords of the URL.
    var secrets: [Secret] { [password].compactMap(\.self) + written }

    /// What stands before the first `separator`, and what after it, if it is there.
    private static func cut(
        _ text: Substring, at separator: Character
    ) -> (Substring, Substring?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (text[..<index], text[text.index(after: index)...])
    }
}
