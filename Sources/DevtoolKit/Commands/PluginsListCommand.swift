import ArgumentParser
import JSON

struct PluginsListCommand: Plugin, GlobalOptionsAccepting {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the plugins (default subcommand).",
        usage: "\(Suite.placeholder) plugins [--json]")

    @Flag(help: "Print a JSON document.") var json = false

    @OptionGroup var globalOptions: GlobalOptions

    mutating func run(in context: Context) async throws {
        let listing = try await PluginListing(in: context)
        if json {
            try context.console.print(listing.json.prettyText)
        } else if listing.entries.isEmpty {
            let folder = context.pluginFolder.map { "in '\($0)' or " } ?? ""
            context.console.say(
                "no plugins found: put a program named \(ExternalPlugin.prefix)NAME \(folder)on the PATH")
        } else {
            try context.console.print(listing.text)
        }
    }
}
