import ArgumentParser
import DevtoolKit
import SystemPackage

/// `devtool migrate train-class-data`: what devtool starts in the background after a run without class
/// data; not for users.
struct TrainCommand: Plugin {
    /// Its name after `migrate`.
    static let name = "train-class-data"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Make the class data that Liquibase starts faster with.", shouldDisplay: false)

    @Argument(help: "The folder of Liquibase.")
    var home: String

    @Argument(help: "The folder of the run, which may hold drivers.")
    var directory: String

    @Argument(help: "The class path of the target.")
    var classPath: [String] = []

    mutating func run(in context: Context) async throws {
        BackgroundProcess.enter()
        guard let liquibase = Liquibase(home: context.path(home))
        else { throw MigrateError.noLiquibase(home: home) }
        let launch = try LiquibaseLaunch(of: liquibase, in: context)
        try await launch.prepare(
            for: ClassDataTraining.run(in: context.path(directory), classPath: classPath))
    }
}
