import ArgumentParser

struct PluginsRunCommand: Plugin {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a plugin, even if a built-in command has the same name.",
        usage: "\(Suite.placeholder) plugins run <name> [<argument> ...]")

    static let words = ["plugins", "run"]

    @Argument(help: "The plugin's name.") var name: String

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("Arguments for the plugin.", valueName: "argument"))
    var arguments: [String] = []

    mutating func run(in context: Context) async throws {
        guard let plugin = context.externalPlugin(named: name) else {
            let names = context.pluginCandidates.map(\.plugin.name)
            throw Problem(
                .usage, "unknown plugin '\(name)'", hint: name.nearest(in: names).map { "did you mean '\($0)'?" })
        }
        try await PluginRun(plugin: plugin, arguments: arguments).run(in: context).propagate()
    }
}
