import DevtoolKit

/// What Trello knows a user by who wants to see a private board: an application's key and the token
/// that the user gave to it.
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
