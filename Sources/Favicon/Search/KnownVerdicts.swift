import Fetching
import Synchronization

/// What icons turned out to be, for the next page that names them: the pages of a site share theirs.
///
/// It remembers some thousand, and of more the ones that were asked about last.
final class KnownVerdicts: Sendable {
    private let recent: Mutex<RecentValues<WebURL, IconVerdict>>

    init(limit: Int = 4096) {
        recent = Mutex(RecentValues(limit: limit))
    }

    /// What is known of an icon.
    subscript(url: WebURL) -> IconVerdict? {
        get { recent.withLock { $0[url] } }
        set { recent.withLock { $0[url] = newValue } }
    }
}
