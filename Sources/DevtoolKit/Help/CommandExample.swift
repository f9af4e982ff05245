/// An example in the help and manual page of a command.
///
/// ```swift
/// static let examples = [CommandExample("greet Ada", "Greet Ada.")]
/// ```
public struct CommandExample: Sendable {
    let line: String
    let purpose: String

    /// Creates an example.
    ///
    /// - Parameters:
    ///   - line: the command line in shell syntax, without the suite's name.
    ///   - purpose: an imperative sentence.
    public init(_ line: String, _ purpose: String) {
        self.line = line
        self.purpose = purpose
    }
}
