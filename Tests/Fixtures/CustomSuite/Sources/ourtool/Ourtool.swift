import ArgumentParser
import DevtoolKit

/// The suite: the list of its commands.
@main struct Ourtool: RootCommand {
    static let commands: [any Plugin.Type] = [
        GreetCommand.self, WelcomeCommand.self, InitCommand.self, ConfigCommand.self, SchemaCommand.self,
        DoctorCommand.self, PluginsCommand.self, CompletionsCommand.self,
    ]
    static let configuration = CommandConfiguration(
        commandName: "ourtool", abstract: "The tools of our team.", version: "1.0.0", subcommands: subcommands)

    static func main() { Host(Ourtool.self).main() }
}
