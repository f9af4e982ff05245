/// What devtool knows of the word at the cursor.
struct CompletionAnswer: Hashable, Sendable {
    /// What the shell is to look for by itself, where there are no candidates.
    enum Otherwise: Hashable, Sendable {
        /// Nothing: no file fits there.
        case nothing
        /// Files; those with one of the extensions, if there are any such.
        case files(extensions: [String])
        /// Folders.
        case folders

        var line: String {
            switch self {
            case .nothing: "nothing"
            case .files(let extensions): (["files"] + extensions).joined(separator: " ")
            case .folders: "folders"
            }
        }
    }

    /// What the word may become.
    var candidates: [CompletionCandidate]
    /// What else it may.
    var otherwise = Otherwise.nothing

    /// Nothing fits.
    static let nothing = CompletionAnswer(candidates: [])
    /// Any file.
    static let files = CompletionAnswer(candidates: [], otherwise: .files(extensions: []))
}
