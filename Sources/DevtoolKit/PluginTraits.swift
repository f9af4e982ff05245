package import ArgumentParser

/// What a command adds to the suite, in addition to its own work.
///
/// These are values, not protocols: looking up a conformance at run time searches all those of the program, which
/// takes 50 µs.
public struct PluginTraits: Sendable {
    /// How the command's arguments are read.
    public var arguments = CommandShape()
    /// The keys that the command owns at the top of `devtool.yml`, next to its section.
    package var documentKeys: [String] = []
    /// The schemas of these keys' values.
    package var documents: @Sendable (Context) -> [ConfigurationDocument] = { _ in [] }
    /// The rules that the command reports and whose level cannot be set; settings have the others.
    package var rules: @Sendable () -> [Rule] = { [] }
    /// The problems in the configuration that only the command can detect, except those that depend on the machine.
    package var findings: (@Sendable (ConfigurationReading, Context) -> [Diagnostic])?
    /// The plugins that the command runs by the configuration.
    package var usedPlugins: @Sendable (ConfigurationReading, Context) -> [String] = { _, _ in [] }
    /// What the user probably means by a word that is no command, for the hint, such as `devtool run test`.
    package var meaning: @Sendable (_ word: String, Context) -> String? = { _, _ in nil }
    /// Converts other tools' files, for `devtool init --from`.
    package var converter: ProjectConverter?
    /// Whether the command mostly waits and does so on the main thread; others may use all processors.
    package var staysOnMainThread = false

    /// Creates the traits of a command that is only a command.
    public init() {}
}

/// How a command's arguments become a command that can run.
public struct CommandShape: Sendable {
    /// The options whose value may be omitted, with the value to use then.
    ///
    /// As with GNU's `getopt_long`, only `--backup=.old` gives a value; in `--backup board.json` the file is a separate
    /// argument. The option itself is an `@Option(defaultAsFlag:)`.
    public var optionalValues: [String: String] = [:]
    /// Rewrites the arguments after the command's name for ArgumentParser.
    package var prepared: (@Sendable ([String]) -> [String])?
    /// The work that the command's simplest arguments ask for; `nil` if ArgumentParser has to read them.
    ///
    /// ArgumentParser takes a millisecond for a command with many options, as long as everything else that devtool
    /// does before the first task starts.
    package var shorthand: (@Sendable ([String]) -> (@Sendable (Context) async throws -> Void)?)?
    /// Checks a parsed command without running it, so that a task that runs it fails before anything starts.
    package var check: @Sendable (any ParsableCommand, Configuration, Context) throws -> Void = { _, _, _ in }
    /// Whether arguments may contain bytes that are not UTF-8; the command rejects those that must not.
    package var takesBytes = false
}

extension Context {
    var documentKeys: [String] { plugins.flatMap { $0.traits.documentKeys } }
    var documents: [ConfigurationDocument] { plugins.flatMap { $0.traits.documents(self) } }

    func findings(in reading: ConfigurationReading) -> [Diagnostic] {
        plugins.flatMap { $0.traits.findings?(reading, self) ?? [] }
    }

    var projectConverter: ProjectConverter? { plugins.lazy.compactMap { $0.traits.converter }.first }
}

extension CommandShape {
    /// The arguments, those after the command's name, as ArgumentParser reads them.
    func read(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        // ArgumentParser would take the next argument for the value.
        let filled =
            optionalValues.isEmpty
            ? arguments
            : arguments[..<end].map { word in optionalValues[word].map { "\(word)=\($0)" } ?? word } + arguments[end...]
        return prepared?(filled) ?? filled
    }
}
