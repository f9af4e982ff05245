import ArgumentParser
import DevtoolKit

/// `ourtool greet`: a command with a setting, an argument, a finding and an exit status.
struct GreetCommand: Plugin, GlobalOptionsAccepting {
    static let configuration = CommandConfiguration(commandName: "greet", abstract: "Greet somebody.")

    static let greeting = SettingKey.string("greeting", default: "Hello", help: "The word to greet with.")
    static let settings = [greeting.setting]

    @Argument(help: "Who is greeted.") var name: String

    @OptionGroup var globalOptions: GlobalOptions

    mutating func run(in context: Context) async throws {
        guard name != "nobody" else {
            context.console.report(Diagnostic("there is nobody", hint: "name somebody"))
            throw ExitStatus.problemsFound
        }
        let section = try context.configurationOrDefaults().section(of: GreetCommand.self)
        try context.console.print("\(section[Self.greeting]), \(name)")
    }
}
