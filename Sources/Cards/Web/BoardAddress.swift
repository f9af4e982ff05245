import Fetching
import URLs

/// The address of a board on the web: its page at Trello, or a file at any URL.
///
/// ```swift
/// try BoardAddress("https://trello.com/b/nC8QJJoZ/roadmap").boardID   // "nC8QJJoZ"
/// ```
struct BoardAddress: Sendable {
    /// The URL that was given.
    let url: WebURL
    /// What Trello calls the board in its URLs; nil if this is no page of a board.
    let boardID: String?

    /// Whether an argument is a URL and not the name of a file.
    static func isURL(_ argument: String) -> Bool {
        guard let scheme = WebURL.scheme(of: argument) else { return false }
        return argument.lowercased().hasPrefix("\(scheme)://")
    }

    /// Reads a URL.
    ///
    /// - Throws: ``BoardFetchError`` if it is not http or https.
    init(_ argument: String) throws(BoardFetchError) {
        guard let url = WebURL(argument) else {
            if let error = CurlHTTPClient.libraryError(reading: argument) {
                throw .notFetched(error)
            }
            throw .notFetchable(argument)
        }
        self.url = url
        boardID = Self.boardID(in: url)
    }

    /// What messages call the board: the URL without what may be secret.
    var name: String { url.withoutDetails.description }

    /// What a file with the board may be called.
    var fileName: String {
        if let boardID { return "\(boardID).json" }
        return url.path.split(separator: "/").last.map(String.init) ?? "board.json"
    }

    /// Whether the credentials for an API are of use here.
    func wantsCredentials(for api: WebURL) -> Bool {
        boardID != nil || url.hasOrigin(of: api)
    }

    /// What is to be asked for: with credentials a board from the API, without them the export that
    /// Trello gives of public boards, and of any other URL what is there.
    ///
    /// The credentials go to the API's scheme, host and port only.
    func request(to api: WebURL, with credentials: TrelloCredentials?) -> HTTPRequest {
        guard let credentials, wantsCredentials(for: api) else {
            return HTTPRequest(boardID.map { "https://trello.com/b/\($0).json" } ?? "\(url)")
        }
        var request = HTTPRequest(boardID.map { Self.apiURL(of: $0, at: api) } ?? "\(url)")
        request.originHeaders = [("Authorization", credentials.authorization)]
        return request
    }

    /// The last segment but its ending, of `/b/ID`, `/b/ID.json` and `/b/ID/any-title`.
    private static func boardID(in url: WebURL) -> String? {
        guard url.host == "trello.com" || url.host == "www.trello.com" else { return nil }
        let segments = url.path.split(separator: "/")
        guard segments.count >= 2, segments[0] == "b" else { return nil }
        let id = segments[1].hasSuffix(".json") ? segments[1].dropLast(5) : segments[1]
        let isID = id.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
        }
        return isID && !id.isEmpty ? String(id) : nil
    }

    private static func apiURL(of id: String, at api: WebURL) -> String {
        api.resource("/1/boards/\(id)?\(exportQuery.joined(separator: "&"))")
    }

    /// Where the actions before one of a board are.
    func actionsURL(at api: WebURL, before action: String) -> String {
        let id = action.utf8.allSatisfy { $0.isDigit || (97...102).contains($0) } ? action : ""
        return api.resource(
            "/1/boards/\(boardID ?? "")/actions?fields=all&limit=\(BoardHistory.pageLimit)&before=\(id)"
        )
    }

    /// What makes the API's answer the same as the export that Trello's page offers: the board with
    /// the last 1000 actions, which is the most that either gives, and all else whole, archived
    /// lists and cards included.
    static let exportQuery = [
        "fields=all", "actions=all", "action_fields=all", "actions_limit=1000",
        "cards=all", "card_fields=all", "card_attachments=true", "card_attachment_fields=all",
        "card_customFieldItems=true", "card_pluginData=true", "checklists=all",
        "checklist_fields=all", "customFields=true", "labels=all", "label_fields=all",
        "labels_limit=1000", "lists=all", "list_fields=all", "members=all", "member_fields=all",
        "memberships=all", "pluginData=true",
    ]
}

extension WebURL {
    /// The address of what an API has at a path.
    func resource(_ path: String) -> String {
        var base = withoutDetails.description
        while base.hasSuffix("/") { base.removeLast() }
        return base + path
    }
}
