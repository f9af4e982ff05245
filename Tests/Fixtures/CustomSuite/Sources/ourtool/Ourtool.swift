import ArgumentParser
import DevtoolKit

/// The suite: the list of its commands.
@main
struct Ourtool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ourtool",
        abstract: "The tools of our team.",
        version: devtoolVersion,
        subcommands: [
            GreetCommand.self, InitCommand.self, DoctorCommand.self, PluginsCommand.self,
        ]
    )

    static func main() async {
        await Host(Ourtool.self).main()
    }
}
