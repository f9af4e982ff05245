import ArgumentParser
import DevtoolKit

/// The suite: the list of its commands.
@main
struct Ourtool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ourtool",
        abstract: "The tools of our team.",
        version: "1.0.0",
        subcommands: [
            GreetCommand.self, WelcomeCommand.self,
            InitCommand.self, ConfigCommand.self, SchemaCommand.self, DoctorCommand.self,
            PluginsCommand.self, CompletionsCommand.self,
        ]
    )

    static func main() async {
        await Host(Ourtool.self).main()
    }
}
