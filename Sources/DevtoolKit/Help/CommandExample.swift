/// A command line that shows what a command is good for, at the end of its help and of its manual page.
///
/// ```swift
/// static let examples = [CommandExample("greet Ada", "Greet Ada.")]
/// ```
public struct CommandExample: Sendable {
    /// The command line without the suite's name, as the shell reads it.
    let line: String
    /// What it does, in an imperative sentence.
    let purpose: String

    /// Creates an example.
    ///
    /// - Parameters:
    ///   - line: the command line without the suite's name, as the shell reads it.
    ///   - purpose: what it does, in an imperative sentence.
    public init(_ line: String, _ purpose: String) {
        self.line = line
        self.purpose = purpose
    }
}
