/// How to search for icons, whatever the page.
struct SearchOptions: Sendable {
    /// Which icons must be verified by their bytes.
    enum Verification: Sendable {
        /// None: nothing is fetched at all but the page.
        case offline
        /// Icons that are not declared, such as `/favicon.ico`; declared ones are believed.
        case unnamed
        /// The one that is taken, and those before it that are none.
        case chosen
        /// All that could be taken.
        case all
    }

    /// What the requests say that they come from.
    var userAgent: String
    /// Header fields for the host that was asked for, beside the usual.
    var headers: [(name: String, value: String)] = []
    /// Cookies for the same host, as the field `Cookie` has them.
    var cookie: String?
    /// How long all requests for a page may take together, whatever the servers do.
    var timeout: Duration
    /// Whether only servers with public addresses are asked.
    var isPublicOnly = false
    /// Whether pages are read to their ends, and not only until `head` has named an icon.
    var readsWholePages = false
    /// Which icons have to prove that they are icons.
    var verification = Verification.chosen
    /// Whether icons are fetched whole and kept.
    var keepsImages = false
    /// Whether places are tried where nobody says that there is an icon.
    var triesFallbacks = false
    /// What an icon is wanted for.
    var wish = IconPreference()

    /// How long all requests for a page may take together, where nobody says otherwise.
    static let defaultTimeout = Duration.seconds(10)
    /// The most pages that lead to another one by themselves, one after the other.
    static let refreshLimit = 3
    /// The most seconds after which a page may lead to another one: who waits longer is to read it.
    static let refreshDelayLimit = 5
    /// The most bytes of an icon that is fetched whole.
    static let imageLimit = 2 << 20
    /// How many bytes of an icon are asked for where a server gives parts: enough for the header of
    /// nearly all, and for most as a whole.
    static let imageRange = 16 << 10
    /// The most icons that are looked at for a page.
    static let candidateLimit = 64

    /// Searches for an icon for a tab.
    init(userAgent: String, timeout: Duration = SearchOptions.defaultTimeout) {
        self.userAgent = userAgent
        self.timeout = timeout
    }
}
