public import ArgumentParser
public import SystemPackage

/// A command of the suite: parsed by ArgumentParser, configured by a section of `devtool.yml`, run in
/// a ``Context``.
///
/// ```swift
/// struct Greet: Plugin {
///     static let name = SettingKey.string("name", default: "world", help: "Who is greeted.")
///     static let settings = [name.setting]
///
///     mutating func run(in context: Context) async throws {
///         let section = try context.configuration().section(of: Greet.self)
///         try context.console.print("Hello, \(section[Self.name])")
///     }
/// }
/// ```
public protocol Plugin: AsyncParsableCommand {
    /// The keys that this command's section of `devtool.yml` may have; the section is named like the
    /// command. Empty when the command needs no configuration.
    static var settings: [Setting] { get }

    /// Command lines that show what the command is good for, at the end of its help and its manual page.
    static var examples: [CommandExample] { get }

    /// What there is for this command in a folder in which `devtool init` starts a project.
    ///
    /// - Parameter folder: the folder; nothing in it may be run or changed.
    /// - Returns: nil if there is nothing for the command.
    /// - Throws: an error where the folder, or a file in it, cannot be read.
    static func sample(in folder: FilePath) throws -> ProjectSample?

    /// What `devtool doctor` checks for this command; nothing it does may change anything.
    static func checks(in context: Context) async -> [HealthCheck]

    /// What the command contributes to the suite besides its own work.
    static var traits: PluginTraits { get }

    /// Does the command's work.
    ///
    /// - Throws: a `DiagnosableError`, which the ``Host`` reports and turns into an exit status, or an
    ///   `ExitStatus` when everything has been said.
    mutating func run(in context: Context) async throws
}

extension Plugin {
    /// No keys: a command without configuration.
    public static var settings: [Setting] { [] }

    /// None.
    public static var examples: [CommandExample] { [] }

    /// Nothing: a command that looks for no files.
    public static func sample(in folder: FilePath) throws -> ProjectSample? { nil }

    /// Nothing: a command that needs nothing beside devtool.
    public static func checks(in context: Context) async -> [HealthCheck] { [] }

    /// Nothing.
    public static var traits: PluginTraits { PluginTraits() }

    /// The command's name, and that of its section in `devtool.yml`.
    static var sectionName: String { _commandName }

    /// Fails: a plugin runs in a ``Context``, which only a ``Host`` has.
    public mutating func run() async throws {
        throw HostError.runWithoutHost(command: Self.sectionName)
    }
}

/// The root command of a suite: its list of commands.
///
/// ```swift
/// @main
/// struct Ourtool: RootCommand {
///     static let commands: [any Plugin.Type] = [GreetCommand.self, ConfigCommand.self]
///     static let configuration = CommandConfiguration(
///         commandName: "ourtool", version: "1.0.0", subcommands: subcommands)
///
///     static func main() { Host(Ourtool.self).main() }
/// }
/// ```
public protocol RootCommand: AsyncParsableCommand {
    /// The commands.
    static var commands: [any Plugin.Type] { get }
}

extension RootCommand {
    /// The commands as the `configuration` wants them.
    ///
    /// To convert them as an array, the runtime would look for the conformance of each.
    public static var subcommands: [any ParsableCommand.Type] { commands.map { $0 } }
}

extension Configuration {
    /// The section of a command; empty when no layer has anything for it.
    public func section(of plugin: (some Plugin).Type) -> ConfigurationSection {
        sections.first { $0.path == plugin.sectionName }
            ?? ConfigurationSection(path: plugin.sectionName, settings: [])
    }
}

extension ParsableCommand {
    static var commandNames: [String] { [_commandName] + configuration.aliases }

    /// The subcommand that the first of the arguments names; `nil` if there is none.
    static func subcommand(namedIn arguments: [String]) -> (any ParsableCommand.Type)? {
        guard let name = arguments.first else { return nil }
        return configuration.subcommands.first { $0.commandNames.contains(name) }
    }
}
