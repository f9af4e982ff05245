/// Decides whether a link's `media` keeps it from a tab with a light scheme.
enum MediaQuery {
    /// Whether the link counts.
    ///
    /// Only what tells icons apart in practice is evaluated: the colour
    /// scheme, and media that are not screens.
    static func matchesLightScreen(_ query: String?) -> Bool {
        guard let query = query?.lowercased() else { return true }
        let words = query.split { !$0.isLetter && $0 != "-" }
        if words.contains("print") || words.contains("none") { return false }
        let namesDark = zip(words, words.dropFirst()).contains {
            $0 == "prefers-color-scheme" && $1 == "dark"
        }
        return !namesDark || words.contains("not")
    }
}
