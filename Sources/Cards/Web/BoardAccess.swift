import DevtoolKit
import URLs

/// Access to boards on the web, as configured in the section `cards` of `devtool.yml`.
struct BoardAccess: Sendable {
    /// Trello's API, or what stands for it.
    let api: WebURL
    /// How long all requests for a board may take together.
    let timeout: Duration

    private let key: SecretReference?
    private let token: SecretReference?
    private let location: SourceLocation?
    /// Why the user's own key or token must not be sent; nil where it may be.
    private let refusal: ConfigurationError?

    /// The address of Trello's own API.
    static let trello = "https://api.trello.com"

    /// What is wrong with the address of an API; nil where a token may be sent to it.
    static func problem(withAPI text: String) -> String? {
        guard let api = WebURL(text) else {
            return "is not an http or https URL: \(WebURL.shown(text))"
        }
        return api.scheme == .https || api.isLoopback
            ? nil : "must be an https URL: otherwise the token is sent unencrypted"
    }

    /// Longer than anybody waits, and short enough to be counted in milliseconds.
    private static let longestTimeout = Duration.seconds(86_400)

    /// Reads the checked section.
    init(_ section: ConfigurationSection) {
        guard let api = WebURL(section[CardsSetting.api]) else {
            preconditionFailure("the setting is checked where it is read")
        }
        self.api = api
        timeout = min(section[CardsSetting.timeout], Self.longestTimeout)
        key = section[CardsSetting.key]
        token = section[CardsSetting.token]
        location =
            section.location(of: CardsSetting.key) ?? section.location(of: CardsSetting.token)
        // Trello's own API may be named by anybody.
        refusal =
            WebURL(Self.trello).map(api.hasOrigin) == true
            ? nil
            : [CardsSetting.token, CardsSetting.key].lazy.compactMap {
                section.misdirection(
                    ofSecret: $0, to: CardsSetting.api, includingVariables: true)
            }.first.map { ConfigurationError($0) }
    }

    /// The key and the token; nil if there are none.
    ///
    /// - Throws: ``ConfigurationError`` when one of them is missing or cannot be one.
    func credentials(in context: Context) async throws -> TrelloCredentials? {
        guard key != nil || token != nil else { return nil }
        if let refusal { throw refusal }
        guard let key, let token else {
            throw ConfigurationError(
                Diagnostic(
                    key == nil
                        ? "'cards.token' is set but 'cards.key' is not; both are required"
                        : "'cards.key' is set but 'cards.token' is not; both are required",
                    at: location))
        }
        let credentials = try await TrelloCredentials(
            key: key.resolve(in: context), token: token.resolve(in: context))
        guard let credentials else {
            throw ConfigurationError(
                Diagnostic(
                    "'cards.key' and 'cards.token' must be one word each, without quotes",
                    at: location))
        }
        return credentials
    }
}

/// The credentials for a private board at Trello: an application's key, and the token that the user
/// granted it.
struct TrelloCredentials: Sendable {
    private let key: Secret
    private let token: Secret

    /// Takes a key and a token; nil if one holds what cannot stand between quotes in a header field.
    init?(key: Secret, token: Secret) {
        guard Self.isQuotable(key), Self.isQuotable(token) else { return nil }
        self.key = key
        self.token = token
    }

    /// The value of the header field `Authorization`, as Trello's API documents it.
    var authorization: String {
        "OAuth oauth_consumer_key=\"\(key.revealed)\", oauth_token=\"\(token.revealed)\""
    }

    /// Whether a text is visible ASCII without quotes, as Trello's keys and tokens are.
    private static func isQuotable(_ secret: Secret) -> Bool {
        !secret.revealed.isEmpty
            && secret.revealed.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }
}
