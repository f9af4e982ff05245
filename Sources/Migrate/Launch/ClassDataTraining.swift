import ArgumentParser
import DevtoolKit
import SystemPackage

/// The training run from which Java learns the classes of an archive.
///
/// It goes the way of an ordinary update, from the command line and a changelog with its schema to the
/// SQL, without a database: nothing of the user's is read, and nothing of the user's can be in the archive.
enum ClassDataTraining {
    private static let changelog = """
        <?xml version="1.0" encoding="UTF-8"?>
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd">
            <changeSet id="1" author="devtool">
                <createTable tableName="example"><column name="id" type="int"/></createTable>
            </changeSet>
        </databaseChangeLog>

        """
    private static let file = "changelog.xml"

    /// Writes the changelog of the run.
    static func write(to folder: FilePath) throws {
        try folder.appending(file).write(Array(Self.changelog.utf8))
    }

    /// The run itself.
    static func run(in folder: FilePath, classPath: [String] = []) -> LiquibaseRun {
        LiquibaseRun(
            arguments: ["--url=offline:postgresql", "--changelog-file=\(file)", "update-sql"],
            settings: DefaultsFile(),
            directory: folder, classPath: classPath)
    }
}

/// `devtool migrate train-class-data`: what devtool starts in the background after a run without class
/// data; not for users.
struct TrainCommand: Plugin {
    /// Its name after `migrate`.
    static let name = "train-class-data"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Create the class data archive for faster starts of Liquibase.",
        shouldDisplay: false)

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
