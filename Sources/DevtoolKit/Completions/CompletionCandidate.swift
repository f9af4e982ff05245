/// A candidate for completing the word at the cursor.
public struct CompletionCandidate: Hashable, Sendable {
    /// The whole word as the command receives it, without shell quotes.
    let word: String
    let description: String
    /// Whether the user continues the same word, as after `--region=`, so that no blank follows.
    let continues: Bool

    /// Creates a candidate.
    public init(_ word: String, description: String = "", continues: Bool = false) {
        self.word = word
        self.description = description
        self.continues = continues
    }
}
