package import DevtoolKit
package import SystemPackage

extension MigrateCommand {
    /// Liquibase's own settings, else a changelog; in an empty folder, a database to begin with.
    package static func sample(in folder: FilePath) throws -> ProjectSample? {
        // No setting is copied, and none overridden: another URL would be another database.
        if folder.appending(PropertiesFile.defaultName).isFile {
            return ProjectSample(
                found: PropertiesFile.defaultName,
                configuration: """
                    # Liquibase's settings are in liquibase.properties. A setting here would override the one there.
                    migrate: {}

                    """,
                check: ["migrate", "lint"])
        }
        for resources in ["src/main/resources", ""] {
            guard let name = try changelog(in: folder.pushing(FilePath(resources))) else {
                continue
            }
            let classPath =
                resources.isEmpty
                ? "" : "\n  classpath: [\(resources)]     # where Liquibase finds the changelog"
            return ProjectSample(
                found: FilePath(resources).appending(name).string,
                configuration: """
                    migrate:
                      changelog: \(YAMLText.scalar(name.replacing("$", with: "$$")))\(classPath)
                      # targets:                        # one database each: devtool migrate --target NAME ...
                      #   dev:
                      #     url: jdbc:postgresql://db.example.com/app
                      #     username: app
                      #     password: {env: DEV_PASSWORD}   # a reference, never the password

                    """,
                check: ["migrate", "lint"])
        }
        return try folder.namesToRecognize().allSatisfy { $0.hasPrefix(".") } ? start : nil
    }

    /// A root changelog by its path in a folder: in one of the usual places, the only one, or the one that is named as
    /// roots are.
    private static func changelog(in root: FilePath) throws -> String? {
        for place: FilePath in ["db/changelog", "db", "liquibase", ""] {
            let folder = root.pushing(place)
            let names = try folder.namesToRecognize().filter { name in
                guard name.contains(/\.(xml|ya?ml|json|sql)$/.ignoresCase()) else { return false }
                let text = try folder.appending(name).beginningToRecognize()
                return String(decoding: text, as: UTF8.self).contains(
                    /<([\w-]+:)?databaseChangeLog\b|(^|\n)databaseChangeLog:|"databaseChangeLog"|--\s*liquibase formatted sql/
                        .ignoresCase())
            }
            let named = names.first { $0.contains(/(master|root|changelog)\.\w+$/.ignoresCase()) }
            if let name = named ?? (names.count == 1 ? names[0] : nil) {
                return place.appending(name).string
            }
        }
        return nil
    }

    /// A project with one SQLite database, which needs nothing to be started.
    private static let start = ProjectSample(
        configuration: """
            migrate:
              changelog: db/changelog.xml       # relative to the folder of this file
              default-target: dev
              targets:                          # one database each: devtool migrate --target NAME ...
                dev:
                  url: jdbc:sqlite:app.db
                # prod:
                #   url: jdbc:postgresql://db.example.com/app
                #   username: app
                #   password: {env: PROD_PASSWORD}    # a reference, never the password
                #   driver: org.postgresql.Driver     # if the url does not imply it
                #   classpath: drivers/postgresql.jar # loaded before Liquibase's own drivers

            """,
        files: [
            (
                "db/changelog.xml",
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
                    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                    xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                        http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd">
                    <!-- Never change a changeset that has been applied: add another. -->
                    <changeSet id="1" author="me">
                        <createTable tableName="example">
                            <column name="id" type="int"><constraints primaryKey="true"/></column>
                        </createTable>
                    </changeSet>
                </databaseChangeLog>

                """
            )
        ],
        check: ["migrate", "lint"])
}
