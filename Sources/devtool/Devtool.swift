import ArgumentParser
import Cards
import DevtoolKit
import Favicon
import Migrate
import TaskRunner

/// The suite: the list of its commands, and nothing else.
@main struct Devtool: RootCommand {
    static let commands: [any Plugin.Type] = [
        CardsCommand.self, FaviconCommand.self, MigrateCommand.self, RunCommand.self, InitCommand.self,
        ConfigCommand.self, SchemaCommand.self, DoctorCommand.self, PluginsCommand.self, CompletionsCommand.self,
    ]

    static let configuration = CommandConfiguration(
        commandName: "devtool", abstract: "Tools for people who ship software.", version: devtoolFullVersion,
        subcommands: subcommands)

    static func main() { Host(Devtool.self, documentation: devtoolDocumentation).main() }
}
