import ArgumentParser
import DevtoolKit
import SystemPackage

/// The training run from which Java learns the classes of an archive.
///
/// It is an ordinary update of a SQLite database in a temporary folder, from the command line and the parsing of a
/// changelog to the database. It reads no data of the user, so the archive contains none.
enum ClassDataTraining {
    /// Changing it causes all archives to be created again.
    static let version = "2"

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

    static func write(to folder: FilePath) throws { try folder.appending(file).write(Array(Self.changelog.utf8)) }

    /// The training runs to try in order, until one succeeds.
    ///
    /// The second generates SQL without a database, in case SQLite's driver is missing or cannot load its library.
    static func runs(in folder: FilePath, with jars: [FilePath]) -> [LiquibaseRun] {
        let hasDriver = jars.contains { $0.lastComponent?.string.hasPrefix("sqlite-jdbc") ?? false }
        let update = run(["--url=jdbc:sqlite:training.db", "update"], in: folder)
        let offline = run(["--url=offline:postgresql", "update-sql"], in: folder)
        return hasDriver ? [update, offline] : [offline]
    }

    static func run(_ arguments: [String] = [], in folder: FilePath, classPath: [String] = []) -> LiquibaseRun {
        LiquibaseRun(
            arguments: ["--changelog-file=\(file)"] + arguments, settings: DefaultsFile(), directory: folder,
            classPath: classPath)
    }
}

/// `devtool migrate train-class-data`, which devtool starts in the background after a run without class data.
struct TrainCommand: Plugin {
    static let name = "train-class-data"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Create the class data archive that lets Liquibase start faster.",
        shouldDisplay: false)

    @Argument(help: "Liquibase's folder.") var home: String

    @Argument(help: "The folder of the run, which may contain drivers.") var directory: String

    @Argument(help: "The target's class path.") var classPath: [String] = []

    mutating func run(in context: Context) async throws {
        BackgroundProcess.enter()
        guard let liquibase = Liquibase(home: context.path(home)) else { throw Problem.noLiquibase(home: home) }
        let launch = try LiquibaseLaunch(of: liquibase, in: context)
        try await launch.prepare(for: ClassDataTraining.run(in: context.path(directory), classPath: classPath))
    }
}
