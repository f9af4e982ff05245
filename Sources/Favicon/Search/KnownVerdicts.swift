import Fetching
import Synchronization

/// What icons turned out to be, for the next page that names them: the pages of a site share theirs.
///
/// Whoever tells the server something else of himself asks it anew.
///
/// It remembers some thousand, and of more the ones that were asked about last.
final class KnownVerdicts: Sendable {
    private struct Question: Hashable {
        let url: WebURL
        let asker: SearchRequests.Asker
    }

    private let recent: Mutex<RecentValues<Question, IconVerdict>>

    init(limit: Int = 4096) {
        recent = Mutex(RecentValues(limit: limit))
    }

    /// What is known of an icon to who asks so.
    subscript(url: WebURL, asker: SearchRequests.Asker) -> IconVerdict? {
        get { recent.withLock { $0[Question(url: url, asker: asker)] } }
        set { recent.withLock { $0[Question(url: url, asker: asker)] = newValue } }
    }
}
