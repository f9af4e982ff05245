/// A command that completes its own arguments, for example with names from the project.
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
/// The functions run while the user types: they must be quick, and must not execute or change anything.
public protocol CompletionsOffering: Plugin {
    /// Completions for positional arguments, and for options that ArgumentParser does not know.
    ///
    /// The caller removes candidates that do not start with `current`.
    ///
    /// - Parameters:
    ///   - words: the words between the command's name and the cursor, including options.
    ///   - current: the word at the cursor, up to the cursor.
    ///   - context: the command's context.
    /// - Returns: the candidates; `nil` to use the declarations of the arguments.
    static func completions(of words: [String], current: String, in context: Context) -> [CompletionCandidate]?

    /// Whether the words after the first positional argument belong to it, including options, as with a task.
    static var argumentsEndOptions: Bool { get }

    /// Completions for the value of an option whose declaration does not list values.
    ///
    /// - Parameters:
    ///   - option: the option as written, such as `--target`.
    ///   - current: the value, up to the cursor.
    ///   - context: the command's context.
    /// - Returns: the candidates; `nil` to use the declaration of the option.
    static func values(of option: String, current: String, in context: Context) -> [CompletionCandidate]?
}

extension CompletionsOffering {
    /// By default, options may be anywhere.
    public static var argumentsEndOptions: Bool { false }

    /// By default, uses the declarations of the arguments.
    public static func completions(of words: [String], current: String, in context: Context) -> [CompletionCandidate]? {
        nil
    }

    /// By default, uses the declaration of the option.
    public static func values(of option: String, current: String, in context: Context) -> [CompletionCandidate]? { nil }
}
