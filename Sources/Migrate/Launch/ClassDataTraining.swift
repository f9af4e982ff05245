import DevtoolKit
import SystemPackage

/// The run that Java learns from which classes an archive shall hold.
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
