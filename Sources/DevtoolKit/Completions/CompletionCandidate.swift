/// A candidate for completing the word at the cursor.
public struct CompletionCandidate: Hashable, Sendable {
    /// The whole word, as the command is to be given it: the shell's quotes are not in it.
    let word: String
    /// A short description, for shells that show one.
    let description: String
    /// Whether more is to be typed to the same word, as after `--region=`: then no blank follows it.
    let continues: Bool

    /// Creates a candidate.
    public init(_ word: String, description: String = "", continues: Bool = false) {
        self.word = word
        self.description = description
        self.continues = continues
    }
}
