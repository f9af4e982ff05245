public import ArgumentParser
public import SystemPackage

/// A command of the suite.
///
/// ArgumentParser parses it, a section of `devtool.yml` configures it, and it runs in a ``Context``.
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
    /// The keys of this command's section in `devtool.yml`, which has the command's name.
    static var settings: [Setting] { get }

    /// Example command lines for the command's help and manual page.
    static var examples: [CommandExample] { get }

    /// What `devtool init` can set up for this command in a folder.
    ///
    /// - Parameter folder: must not be changed, and nothing in it executed.
    /// - Returns: `nil` if the folder has nothing for this command.
    /// - Throws: an error if the folder or a file in it cannot be read.
    static func sample(in folder: FilePath) throws -> ProjectSample?

    /// The checks of `devtool doctor` for this command. They must not change anything.
    static func checks(in context: Context) async -> [HealthCheck]

    /// What the command adds to the suite, in addition to its own work.
    static var traits: PluginTraits { get }

    /// Runs the command.
    ///
    /// - Throws: a `DiagnosableError`, which the ``Host`` reports and converts to an exit status, or an `ExitStatus` if
    ///   everything has been reported.
    mutating func run(in context: Context) async throws
}

extension Plugin {
    /// A command has no configuration by default.
    public static var settings: [Setting] { [] }

    /// A command has no examples by default.
    public static var examples: [CommandExample] { [] }

    /// A command has nothing to set up by default.
    public static func sample(in folder: FilePath) throws -> ProjectSample? { nil }

    /// A command has no requirements by default.
    public static func checks(in context: Context) async -> [HealthCheck] { [] }

    /// A command has no other roles by default.
    public static var traits: PluginTraits { PluginTraits() }

    static var sectionName: String { _commandName }

    /// Always throws, because a plugin needs the ``Context`` of a ``Host``.
    public mutating func run() async throws {
        throw Problem(.internalError, "'\(Self.sectionName)' is a plugin and must be run by a Host")
    }
}

/// The root command of a suite, with the list of its commands.
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
    /// The commands of the suite.
    static var commands: [any Plugin.Type] { get }
}

extension RootCommand {
    /// The commands for `configuration`.
    ///
    /// They are mapped one by one: converting the whole array would search the conformance of each at run time.
    public static var subcommands: [any ParsableCommand.Type] { commands.map { $0 } }
}

extension Configuration {
    /// The section of a command; empty if no layer sets anything in it.
    public func section(of plugin: (some Plugin).Type) -> ConfigurationSection {
        sections.first { $0.path == plugin.sectionName } ?? ConfigurationSection(path: plugin.sectionName, settings: [])
    }
}

extension ParsableCommand {
    static var commandNames: [String] { [_commandName] + configuration.aliases }

    static func subcommand(namedIn arguments: [String]) -> (any ParsableCommand.Type)? {
        guard let name = arguments.first else { return nil }
        return configuration.subcommands.first { $0.commandNames.contains(name) }
    }
}
