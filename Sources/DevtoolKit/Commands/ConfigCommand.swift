public import ArgumentParser
import JSON

/// `devtool config`: shows and checks the effective configuration.
public struct ConfigCommand: Plugin {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show and check the configuration.",
        discussion: """
            Each value comes from the first of these that sets it: \
            \(layers). Secrets are shown as ***.
            """, subcommands: [ConfigShowCommand.self, ConfigGetCommand.self, ConfigCheckCommand.self],
        defaultSubcommand: ConfigShowCommand.self)

    /// Every start of devtool evaluates this text, so it avoids `joined`, for which the runtime would search all
    /// conformances of the program.
    private static var layers: String {
        ConfigurationLayers.precedence(of: Suite.placeholder).reduce("") { $0.isEmpty ? $1 : "\($0); \($1)" }
    }

    /// Examples for the help and the manual page.
    public static let examples = [
        CommandExample("config --origin", "Show every value and where it comes from."),
        CommandExample("config check", "Report every problem in devtool.yml."),
    ]

    /// Creates the command.
    public init() {}

    /// Does nothing: ArgumentParser runs the default subcommand instead.
    public mutating func run(in context: Context) async throws {}
}

struct ConfigShowCommand: Plugin, GlobalOptionsAccepting {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the effective values (default subcommand).")

    @Flag(help: "Show where each value comes from.") var origin = false

    @Flag(help: "Print JSON, including the origins.") var json = false

    @OptionGroup var globalOptions: GlobalOptions

    mutating func run(in context: Context) async throws {
        let settings = try context.configurationOrDefaults().effectiveSettings
        if json {
            try context.console.print(settings.document.prettyText)
        } else {
            for setting in settings {
                try context.console.print(setting.line + (origin ? "  # \(setting.origin)" : ""))
            }
        }
    }
}

struct ConfigGetCommand: Plugin, GlobalOptionsAccepting {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print one value or all values in a section.",
        discussion: """
            Prints a value unchanged, or a list with one item per line. The exit status is 1 if \
            nothing is set. Prints a secret only with --reveal or when a plugin runs the command.
            """)

    @Argument(help: ArgumentHelp("The key, such as migrate.targets.dev.url.", valueName: "key")) var key: String

    @Flag(help: "Print the value even if it is a secret.") var reveal = false

    @Flag(help: "Print JSON, including the origins.") var json = false

    @Flag(help: "Print durations in seconds.") var seconds = false

    @OptionGroup var globalOptions: GlobalOptions

    mutating func run(in context: Context) async throws {
        let configuration = try await context.askingPlugins {
            try context.configurationReading(of: context.projectFile())
        }.configuration
        var settings = try configuration.effectiveSettings(at: key, in: context.suiteName)
        guard !settings.isEmpty else { throw ExitStatus.problemsFound }
        // A plugin asks by name, on the user's behalf; it would take *** for the secret.
        let isWanted = reveal || context.environment["DEVTOOL_PLUGIN"]?.isEmpty == false
        for (index, setting) in settings.enumerated() {
            if isWanted { settings[index].value = try await setting.value.revealed(in: context) }
            if seconds { settings[index].value = settings[index].value.inSeconds }
            if setting.key == key, settings[index].value.isSecret {
                throw Problem(.usage, "'\(key)' holds a secret", hint: "use --reveal to print it")
            }
        }
        if json { return try context.console.print(settings.document.prettyText) }
        for setting in settings { try context.console.print(setting.key == key ? setting.value.plain : setting.line) }
    }
}

extension [EffectiveSetting] { fileprivate var document: JSONValue { ["schema": 1, "settings": .array(map(\.json))] } }

extension SettingValue {
    fileprivate var isSecret: Bool {
        switch self {
        case .secret: true
        case .url(let url): !url.urlPasswords.isEmpty
        case .string, .list, .integer, .boolean, .duration, .seconds, .mapping, .entries: false
        }
    }

    fileprivate func revealed(in context: Context) async throws -> SettingValue {
        switch self {
        case .secret(let reference): .string(try await reference.resolve(in: context).revealed)
        case .url(let url): .string(url)
        case .string, .list, .integer, .boolean, .duration, .seconds, .mapping, .entries: self
        }
    }
}

/// `devtool config check`: prints nothing if the configuration is valid.
struct ConfigCheckCommand: Plugin, GlobalOptionsAccepting {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report every problem in the configuration.",
        discussion: "Does not resolve secrets, so they need not be available.")

    @Flag(help: "Print the problems as JSON.") var json = false

    @OptionGroup var globalOptions: GlobalOptions

    var printsReport: Bool { json }

    mutating func run(in context: Context) async throws {
        var reading = try await context.askingPlugins { try context.configurationReading() }
        reading.add(context.findings(in: reading))
        _ = try reading.configuration
        (reading.findings + context.notes(on: reading)).forEach(context.console.report)
    }
}
