import DevtoolKit
import Fetching
import Scanning
import URLs

/// The URL of a board: its page at Trello, or a file anywhere.
///
/// ```swift
/// try BoardAddress("https://trello.com/b/nC8QJJoZ/roadmap").boardID   // "nC8QJJoZ"
/// ```
struct BoardAddress: Sendable {
    let url: WebURL
    /// The board's identifier in Trello's URLs; `nil` if this is not a board's page.
    let boardID: String?

    static func isURL(_ argument: String) -> Bool {
        guard let scheme = WebURL.scheme(of: argument) else { return false }
        return argument.lowercased().hasPrefix("\(scheme)://")
    }

    /// Parses an argument.
    ///
    /// - Throws: ``Problem`` if the scheme is not http or https.
    init(_ argument: String) throws(Problem) {
        guard let url = WebURL(argument) else {
            if let error = CurlHTTPClient.libraryError(reading: argument) { throw .notFetched(error) }
            throw Problem(.usage, "\(WebURL.shown(argument)): not an http or https URL")
        }
        self.url = url
        boardID = Self.boardID(in: url)
    }

    /// The URL without secrets, for messages.
    var name: String { url.withoutDetails.description }

    var fileName: String {
        if let boardID { return "\(boardID).json" }
        return url.path.split(separator: "/").last.map(String.init) ?? "board.json"
    }

    func wantsCredentials(for api: WebURL) -> Bool { boardID != nil || url.hasOrigin(of: api) }

    /// The request for the board.
    ///
    /// With credentials, the request goes to the API; without them, to Trello's export of a public board. Any other URL
    /// is requested unchanged. The credentials are only sent to the API's origin.
    func request(to api: WebURL, with credentials: TrelloCredentials?) -> HTTPRequest {
        guard let credentials, wantsCredentials(for: api) else {
            return HTTPRequest(boardID.map { "https://trello.com/b/\($0).json" } ?? "\(url)")
        }
        var request = HTTPRequest(boardID.map { Self.apiURL(of: $0, at: api) } ?? "\(url)")
        request.originHeaders = [("Authorization", credentials.authorization)]
        return request
    }

    /// Reads `/b/ID`, `/b/ID.json` and `/b/ID/any-title`.
    private static func boardID(in url: WebURL) -> String? {
        guard let page = page("b", in: url) else { return nil }
        let id = page.hasSuffix(".json") ? page.dropLast(5) : page
        return isID(id) ? String(id) : nil
    }

    /// The first part of the path after `/b` or `/w`, if this is a page at Trello.
    static func page(_ kind: String, in url: WebURL) -> Substring? {
        let segments = url.path.split(separator: "/")
        guard ["trello.com", "www.trello.com"].contains(url.host), segments.count >= 2, segments[0] == kind else {
            return nil
        }
        return segments[1]
    }

    static func isID(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(ByteSet.alphanumerics.contains)
    }

    private static func apiURL(of id: String, at api: WebURL) -> String {
        api.resource("/1/boards/\(id)?\(exportQuery.joined(separator: "&"))")
    }

    /// The URL of the page of actions before one of the board's, given by an identifier without special characters.
    func actionsURL(at api: WebURL, before action: String) -> String {
        api.resource("/1/boards/\(boardID ?? "")/actions?fields=all&limit=\(BoardHistory.pageLimit)&before=\(action)")
    }

    /// Makes the API's answer equal to the export on Trello's page, archived lists and cards included.
    ///
    /// Both have at most the last 1,000 actions.
    static let exportQuery = [
        "fields=all", "actions=all", "action_fields=all", "actions_limit=1000", "cards=all", "card_fields=all",
        "card_attachments=true", "card_attachment_fields=all", "card_customFieldItems=true", "card_pluginData=true",
        "checklists=all", "checklist_fields=all", "customFields=true", "labels=all", "label_fields=all",
        "labels_limit=1000", "lists=all", "list_fields=all", "members=all", "member_fields=all", "memberships=all",
        "pluginData=true",
    ]
}

extension WebURL {
    func resource(_ path: String) -> String {
        var base = withoutDetails.description
        while base.hasSuffix("/") { base.removeLast() }
        return base + path
    }
}
