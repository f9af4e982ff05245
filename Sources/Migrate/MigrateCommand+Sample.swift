package import DevtoolKit
package import SystemPackage

extension MigrateCommand {
    /// The folder of changelogs with Maven and Spring, which Liquibase finds on its class path.
    private static let resources: FilePath = "src/main/resources"

    /// Recognizes a project by Liquibase's properties file or its changelogs; an empty folder gets a new project with a
    /// database.
    package static func sample(in folder: FilePath) throws -> ProjectSample? {
        let properties = ["", resources].map { $0.appending(PropertiesFile.defaultName).string }.first {
            folder.pushing(FilePath($0)).isFile
        }
        let own = try properties.map { try PropertiesFile(recognizing: $0, in: folder) }
        let named = own?["changeLogFile"].flatMap { $0.isEmpty ? nil : $0 }
        let changelogs = try named.map { [$0] } ?? self.changelogs(in: folder)
        if properties == nil, changelogs.isEmpty {
            return try folder.namesToRecognize().allSatisfy { $0.hasPrefix(".") } ? start : nil
        }
        // No setting is copied or overridden: a different URL would be a different database.
        var lines = properties.map { $0 == PropertiesFile.defaultName ? [] : ["properties-file: \($0)"] } ?? []
        if changelogs.count == 1 {
            let name = FilePath(changelogs[0]).shown(from: resources)
            if named == nil { lines.append("changelog: \(YAMLText.scalar(name.replacing("$", with: "$$")))") }
            if own?["classpath"] == nil, !folder.pushing(FilePath(name)).isFile,
                folder.pushing(resources).pushing(FilePath(name)).isFile
            {
                lines.append("classpath: [\(resources)]     # where Liquibase finds the changelog")
            }
        }
        let section = "migrate:" + (lines.isEmpty ? " {}" : lines.map { "\n  \($0)" }.joined()) + "\n"
        let found = [
            properties.map { named == nil ? "'\($0)' without changeLogFile" : "'\($0)'" },
            named == nil && !changelogs.isEmpty ? changelogs.firstQuoted : nil,
        ]
        return ProjectSample(
            found: found.compactMap(\.self).joined(separator: " and ")
                + (changelogs.count == 1 ? "" : ": set migrate.changelog to the root changelog"),
            configuration: properties.map {
                """
                # Liquibase's settings are in \($0). Settings here override those in that file.
                \(section)
                """
            } ?? (lines.isEmpty ? "" : section + targets), check: changelogs.count == 1 ? ["migrate", "lint"] : [])
    }

    private static let targets = """
          # targets:                        # one database each: devtool migrate --target NAME ...
          #   dev:
          #     url: jdbc:postgresql://db.example.com/app
          #     username: app
          #     password: {env: DEV_PASSWORD}   # a reference, never the password

        """

    /// The root changelog in the usual folders; several candidates if none has a typical name.
    private static func changelogs(in project: FilePath) throws -> [String] {
        var all: [String] = []
        let places: [FilePath] = ["db/changelog", "db", "liquibase", ""]
        for place in places.map(resources.pushing) + places {
            let folder = project.pushing(place)
            let names = try folder.namesToRecognize().filter { name in
                guard name.contains(/\.(xml|ya?ml|json|sql)$/.ignoresCase()) else { return false }
                let text = try folder.appending(name).beginningToRecognize()
                return String(decoding: text, as: UTF8.self).contains(
                    /<([\w-]+:)?databaseChangeLog\b|(^|\n)databaseChangeLog:|"databaseChangeLog"|--\s*liquibase formatted sql/
                        .ignoresCase())
            }
            let named = names.first { $0.contains(/(master|root|changelog)\.\w+$/.ignoresCase()) }
            if let name = named ?? (names.count == 1 ? names[0] : nil) { return [place.appending(name).string] }
            all += names.map { place.appending($0).string }
        }
        return all
    }

    /// A project with a SQLite database, which needs no server.
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
        ], check: ["migrate", "lint"])
}
