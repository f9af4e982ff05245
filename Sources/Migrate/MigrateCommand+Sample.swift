package import DevtoolKit
package import SystemPackage

extension MigrateCommand {
    /// Liquibase's own settings, else a changelog; in an empty folder, a database to begin with.
    package static func sample(in folder: FilePath) -> ProjectSample? {
        if folder.appending(PropertiesFile.defaultName).isFile { return .properties }
        if let changelog = FoundChangelog(in: folder) { return .changelog(changelog) }
        return folder.entryNames().allSatisfy { $0.hasPrefix(".") } ? .start : nil
    }
}

/// A changelog in one of the places where projects have theirs.
private struct FoundChangelog {
    /// The folder of resources that it is in; nil for the project's own folder.
    let resources: String?
    /// Its path from there.
    let name: String

    private static let places: [(resources: String?, folder: FilePath)] = [
        ("src/main/resources", "db/changelog"), ("src/main/resources", "db"), (nil, "db/changelog"),
        (nil, "db"),
        (nil, "liquibase"), (nil, ""),
    ]

    /// Looks for a root changelog: the only one in its place, or the one that is named as roots are.
    init?(in project: FilePath) {
        for (resources, folder) in Self.places {
            let root = resources.map { project.appending($0) } ?? project
            let names = root.pushing(folder).entryNames().sorted().filter { name in
                let beginning = root.pushing(folder).appending(name).beginning
                return Self.isChangelog(name, String(decoding: beginning, as: UTF8.self))
            }
            let named = names.first { $0.contains(/(master|root|changelog)\.\w+$/.ignoresCase()) }
            if let name = named ?? (names.count == 1 ? names[0] : nil) {
                self.resources = resources
                self.name = folder.appending(name).string
                return
            }
        }
        return nil
    }

    private static func isChangelog(_ name: String, _ beginning: String) -> Bool {
        switch FilePath(name).extension?.lowercased() {
        case "xml": beginning.contains(/<([\w-]+:)?databaseChangeLog\b/)
        case "yaml", "yml": beginning.contains(/(^|\n)databaseChangeLog:/)
        case "json": beginning.contains("\"databaseChangeLog\"")
        case "sql": beginning.contains(/--\s*liquibase formatted sql/.ignoresCase())
        default: false
        }
    }
}

extension ProjectSample {
    /// A project whose settings Liquibase's own file has: none is copied, and none overrides them.
    fileprivate static let properties = ProjectSample(
        found: PropertiesFile.defaultName,
        configuration: """
            # Liquibase's settings are in liquibase.properties. A setting here would override the one there.
            migrate: {}

            """,
        check: ["migrate", "lint"])

    /// A project with a changelog, of whose databases nothing is known.
    fileprivate static func changelog(_ changelog: FoundChangelog) -> ProjectSample {
        let resources = changelog.resources.map {
            "\n  classpath: [\($0)]     # where Liquibase finds the changelog"
        }
        return ProjectSample(
            found: [changelog.resources, changelog.name].compactMap(\.self).joined(separator: "/"),
            configuration: """
                migrate:
                  changelog: \(YAMLText.scalar(changelog.name.replacing("$", with: "$$")))\(resources ?? "")
                  # targets:                        # one database each: devtool migrate --target NAME ...
                  #   dev:
                  #     url: jdbc:postgresql://db.example.com/app
                  #     username: app
                  #     password: {env: DEV_PASSWORD}   # a reference, never the password

                """,
            check: ["migrate", "lint"])
    }

    /// A project with one SQLite database, which needs nothing to be started.
    fileprivate static let start = ProjectSample(
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
