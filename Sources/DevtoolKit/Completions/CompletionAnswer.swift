struct CompletionAnswer: Hashable, Sendable {
    /// The shell's own completion to use if there are no candidates.
    enum Otherwise: Hashable, Sendable {
        case nothing
        /// Files with one of the extensions if there are any, otherwise all files.
        case files(extensions: [String])
        case folders

        var line: String {
            switch self {
            case .nothing: "nothing"
            case .files(let extensions): (["files"] + extensions).joined(separator: " ")
            case .folders: "folders"
            }
        }
    }

    var candidates: [CompletionCandidate]
    var otherwise = Otherwise.nothing

    static let nothing = CompletionAnswer(candidates: [])
    static let files = CompletionAnswer(candidates: [], otherwise: .files(extensions: []))
}
