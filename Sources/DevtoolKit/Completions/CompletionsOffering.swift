/// A command that knows by itself what its arguments may be, as the names in a project are known to it
/// alone.
///
/// ```swift
/// struct Greet: Plugin, CompletionsOffering {
///     @Argument var name: String
///
///     static func completions(
///         of words: [String], current: String, in context: Context
///     ) -> [CompletionCandidate]? {
///         [CompletionCandidate("Ada", description: "the first of us"), CompletionCandidate("Grace")]
///     }
/// }
/// ```
///
/// It is asked while somebody types: it must be quick, execute nothing and change nothing. What it says
/// on the console is not shown.
public protocol CompletionsOffering: Plugin {
    /// What the word at the cursor may become: asked for arguments, and for options that ArgumentParser
    /// does not know. Those that do not begin like the word at the cursor are left out for it.
    ///
    /// - Parameters:
    ///   - words: what stands between the command's name and the word at the cursor, options included.
    ///   - current: the word, as far as it has been typed.
    ///   - context: that of the command.
    /// - Returns: what it may become; nil leaves that to the declaration of the command's arguments.
    static func completions(
        of words: [String], current: String, in context: Context
    ) -> [CompletionCandidate]?

    /// Whether what follows the first argument is that one's, options included, as of a task that is run.
    static var argumentsEndOptions: Bool { get }

    /// What the value of an option may be; asked for options whose declaration does not list the values.
    ///
    /// - Parameters:
    ///   - option: the option as it was written, as in `--target`.
    ///   - current: the value, as far as it has been typed.
    ///   - context: that of the command.
    /// - Returns: the values; nil leaves that to the option's declaration.
    static func values(
        of option: String, current: String, in context: Context
    ) -> [CompletionCandidate]?
}

extension CompletionsOffering {
    /// Options may stand anywhere.
    public static var argumentsEndOptions: Bool { false }

    /// Leaves the arguments to their declaration.
    public static func completions(
        of words: [String], current: String, in context: Context
    ) -> [CompletionCandidate]? { nil }

    /// Leaves the options to their declaration.
    public static func values(
        of option: String, current: String, in context: Context
    ) -> [CompletionCandidate]? { nil }
}
