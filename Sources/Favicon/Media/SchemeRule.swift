/// The short rule about `media` by which the models of browsers go: it looks for words, where
/// ``MediaQuery`` reads the query.
enum SchemeRule {
    /// Whether the link counts: its query names neither another medium nor the other colour scheme.
    static func matches(_ query: String?, _ scheme: MediaEnvironment.Scheme) -> Bool {
        guard let query else { return true }
        guard query.utf8.count <= MediaQuery.lengthLimit else { return false }
        let words = query.lowercased().split { !$0.isLetter && $0 != "-" }
        if words.contains("print") || words.contains("none") { return false }
        let other = scheme == .light ? "dark" : "light"
        let namesOther = zip(words, words.dropFirst()).contains {
            $0 == "prefers-color-scheme" && $1 == other
        }
        return !namesOther || words.contains("not")
    }
}
