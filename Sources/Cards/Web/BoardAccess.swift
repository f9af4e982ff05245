import DevtoolKit
import URLs

/// Access to Trello's API, as configured in the section `cards` of `devtool.yml`.
struct BoardAccess: Sendable {
    let api: WebURL
    let timeout: Duration

    private let key: SecretReference?
    private let token: SecretReference?
    private let location: SourceLocation?
    /// Why the user's key or token must not be sent to `api`; `nil` if they may.
    private let refusal: ConfigurationError?

    static let trello = "https://api.trello.com"

    /// What is wrong with the URL of an API; `nil` if a token may be sent to it.
    static func problem(withAPI text: String) -> String? {
        guard let api = WebURL(text) else { return "must be an http or https URL, not \(WebURL.shown(text))" }
        return api.scheme == .https || api.isLoopback
            ? nil : "must be an https URL: otherwise the token is sent unencrypted"
    }

    /// Limited, so that it can be expressed in milliseconds.
    private static let longestTimeout = Duration.seconds(86_400)

    init(_ section: ConfigurationSection) {
        guard let api = WebURL(section[CardsSetting.api]) else {
            preconditionFailure("the setting is checked when it is read")
        }
        self.api = api
        timeout = min(section[CardsSetting.timeout], Self.longestTimeout)
        key = section[CardsSetting.key]
        token = section[CardsSetting.token]
        location = section.location(of: CardsSetting.key) ?? section.location(of: CardsSetting.token)
        // A shared configuration may name Trello's own API.
        refusal =
            WebURL(Self.trello).map(api.hasOrigin) == true
            ? nil
            : [CardsSetting.token, CardsSetting.key].lazy.compactMap {
                section.misdirection(ofSecret: $0, to: CardsSetting.api, includingVariables: true)
            }.first.map { ConfigurationError($0) }
    }

    /// The key and the token; `nil` if neither is set.
    ///
    /// - Throws: ``ConfigurationError`` if only one is set, or one is invalid.
    func credentials(in context: Context) async throws -> TrelloCredentials? {
        guard key != nil || token != nil else { return nil }
        if let refusal { throw refusal }
        guard let key, let token else {
            throw ConfigurationError(
                Diagnostic(
                    key == nil
                        ? "'cards.token' is set but 'cards.key' is not; both are required"
                        : "'cards.key' is set but 'cards.token' is not; both are required", at: location))
        }
        let credentials = try await TrelloCredentials(key: key.resolve(in: context), token: token.resolve(in: context))
        guard let credentials else {
            throw ConfigurationError(
                Diagnostic("'cards.key' and 'cards.token' must each be a single word without quotes", at: location))
        }
        return credentials
    }
}

/// The credentials for private boards: an application's key, and the token that the user granted it.
struct TrelloCredentials: Sendable {
    private let key: Secret
    private let token: Secret

    /// `nil` if one of them cannot be quoted in a header field.
    init?(key: Secret, token: Secret) {
        guard Self.isQuotable(key), Self.isQuotable(token) else { return nil }
        self.key = key
        self.token = token
    }

    /// The header field `Authorization`, as documented by Trello.
    var authorization: String { "OAuth oauth_consumer_key=\"\(key.revealed)\", oauth_token=\"\(token.revealed)\"" }

    private static func isQuotable(_ secret: Secret) -> Bool {
        !secret.revealed.isEmpty
            && secret.revealed.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }
}
