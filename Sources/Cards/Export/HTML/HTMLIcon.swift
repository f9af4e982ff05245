/// A small drawing on the page: as a part of it, because fonts with such signs are not everywhere.
enum HTMLIcon: String, CaseIterable {
    case items, comments, attachments

    /// The drawings, which the page has once.
    static let definitions =
        "<svg class=\"icons\" aria-hidden=\"true\">"
        + allCases.map { icon in
            """
            <symbol id="\(icon.rawValue)" viewBox="0 0 16 16"><path d="\(icon.path)" fill="none" \
            stroke="currentColor" stroke-width="1.5" stroke-linecap="round" \
            stroke-linejoin="round"/></symbol>
            """
        }.joined() + "</svg>\n"

    /// The markup that shows it; it is for the eye only.
    var use: String {
        "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#\(rawValue)\"/></svg>"
    }

    private var path: String {
        switch self {
        case .items:
            "M13.5 8v4.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1H10M5.5 7l2.5 2.5 6-6.5"
        case .comments:
            "M3.5 2.5h9a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H8l-3.5 3v-3h-1a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z"
        case .attachments:
            "M13 7.5l-5 5a3 3 0 0 1-4.3-4.3l5.5-5.4a2 2 0 0 1 2.8 2.8L6.6 11a1 1 0 0 1-1.4-1.4l4.6-4.6"
        }
    }
}
