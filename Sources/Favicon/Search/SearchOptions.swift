struct SearchOptions: Sendable {
    enum Verification: Sendable {
        /// None; nothing but the page is fetched.
        case offline
        /// Undeclared icons, such as `/favicon.ico`.
        case unnamed
        /// The chosen icon, and those before it that turn out not to be icons.
        case chosen
        case all
    }
    var userAgent: String
    /// Header fields for the requested host, in addition to the usual ones.
    var headers: [(name: String, value: String)] = []
    var cookie: String?
    /// The time limit for all requests of a page together.
    var timeout = SearchOptions.defaultTimeout
    var isPublicOnly = false
    var readsWholePages = false
    var verification = Verification.chosen
    var keepsImages = false
    /// Whether default paths are tried in addition to `/favicon.ico`.
    var triesFallbacks = false
    var preference = IconPreference()

    static let defaultTimeout = Duration.seconds(10)
    static let refreshLimit = 3
    /// The maximum delay of a refresh to follow, in seconds; a page with a longer delay is meant to be read.
    static let refreshDelayLimit = 5
    /// The maximum size of an icon in bytes.
    static let imageLimit = 2 << 20
    /// The number of bytes of an icon to request: enough for nearly all headers, and for most icons as a whole.
    static let imageRange = 16 << 10
    static let candidateLimit = 64
}
