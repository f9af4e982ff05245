import Foundation
package import SystemPackage

extension Scenario {
    /// A changelog of three changesets.
    package static let changelog = """
        <?xml version="1.0" encoding="UTF-8"?>
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd">
            <changeSet id="1" author="ada">
                <createTable tableName="customer">
                    <column name="id" type="int"><constraints primaryKey="true"/></column>
                </createTable>
            </changeSet>
            <changeSet id="2" author="ada">
                <addColumn tableName="customer"><column name="name" type="varchar(80)"/></addColumn>
            </changeSet>
            <changeSet id="3" author="ada">
                <createIndex tableName="customer" indexName="customer_name"><column name="name"/></createIndex>
            </changeSet>
        </databaseChangeLog>
        """

    /// A project with one target `dev`, whose keys are given.
    package func project(_ target: String) throws -> Scenario {
        try file("db/changelog.xml", Self.changelog).config(
            """
            migrate:
              changelog: db/changelog.xml
              targets:
                dev: \(target)

            """)
    }

    /// Lets the program find the Liquibase that `Scripts/setup` has installed for the user, and train no
    /// class data in the background: the scenario's folder would go away meanwhile.
    ///
    /// - Parameter hasClassData: whether it has those that the scenarios share, with which Java starts sooner.
    /// - Returns: the scenario.
    package func withLiquibase(hasClassData: Bool = true) -> Scenario {
        let scenario = variable("LIQUIBASE_HOME", Self.liquibase).variable("CI", "true")
        if hasClassData { Self.linkClassData(in: scenario.folder.path.appending(".cache")) }
        return scenario
    }

    /// Has a cache hold the class data that the scenarios share, and what is known of Liquibase's changes.
    package static func linkClassData(in cache: FilePath) {
        guard let home = trainedHome else { return }
        let folder = cache.appending("devtool")
        try? FileManager.default.createDirectory(
            atPath: folder.appending("liquibase").string, withIntermediateDirectories: true)
        for part in ["liquibase/class-data", "changelog-schemas"] {
            try? FileManager.default.createSymbolicLink(
                atPath: folder.appending(part).string,
                withDestinationPath: home.appending(".cache/devtool").appending(part).string)
        }
    }

    /// The folder of the Liquibase that is installed.
    private static let liquibase: String = {
        let environment = ProcessInfo.processInfo.environment
        let cache = environment["XDG_CACHE_HOME"] ?? (environment["HOME"] ?? "") + "/.cache"
        return environment["LIQUIBASE_HOME"] ?? cache + "/devtool/liquibase/current"
    }()

    /// A home beside the program whose class data, and what is known of that Liquibase's changes, all scenarios use;
    /// nil where it cannot be made.
    private static let trainedHome: FilePath? = {
        let home = FilePath(devtool).removingLastComponent().appending("class-data-of-scenarios")
        try? FileManager.default.createDirectory(atPath: home.string, withIntermediateDirectories: true)
        var environment = ["PATH": "/usr/bin:/bin", "HOME": home.string]
        environment["JAVA_HOME"] = ProcessInfo.processInfo.environment["JAVA_HOME"]
        let training = try? OtherProgram(devtool)?.run(
            ["migrate", "train-class-data", liquibase, home.string], environment: environment)
        // What the changes of a Liquibase are takes seconds to read from its jars.
        let changelog = home.appending("changelog.sql")
        try? Data("--liquibase formatted sql\n".utf8).write(to: URL(filePath: changelog.string))
        environment["LIQUIBASE_HOME"] = liquibase
        _ = try? OtherProgram(devtool)?.run(["migrate", "lint", changelog.string], in: home, environment: environment)
        return training?.status == 0 ? home : nil
    }()

    /// Has only a script that starts the real launcher in the place of Liquibase, as package managers do, and
    /// the drivers in a folder `lib`.
    package func withLauncherOnly() throws -> Scenario {
        let home = value(of: "LIQUIBASE_HOME") ?? ""
        _ = try file("bin/liquibase", "#!/bin/sh\nexec '\(home)/liquibase' \"$@\"\n")
        try makeExecutable("bin/liquibase")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path.appending("lib").string, withDestinationPath: home + "/lib")
        return variable("LIQUIBASE_HOME", folder.path.appending("bin").string)
    }

    /// What Liquibase prints at the end of an update without changes.
    package static let confirmation = """
        [2026-11-21 18:21:28] INFO [liquibase.lockservice] Successfully released change log lock
        Liquibase command 'update' was executed successfully.

        """

    /// Puts a shell script in the place of Java, and an empty jar in that of Liquibase.
    ///
    /// The script does not see the properties that mark a run, which differ each time, and stands for the Java that
    /// looks at the lock by JDBC only where it says so. It ends an update that succeeds as Liquibase does.
    package func withScriptedJava(_ script: String, connects: Bool = false) throws -> Scenario {
        let unmarked = """
            confirm() { [ $? != 0 ] || cat "${0%/bin/java}/confirmation" >&2; }
            case $* in
            *' Devtool session') \(connects) || exit 1 ;;
            *--help*) ;;
            *' update '* | *' update' | *' update-count '*) trap confirm EXIT ;;
            esac
            for word; do
                shift
                case $word in
                -Dliquibase.* | -Ddevtool.* | -Djava.util.logging.config.class=*) ;;
                *:*/runs/.install-*/devtool.jar) set -- "$@" "${word%:*}" ;;
                *) set -- "$@" "$word" ;;
                esac
            done

            """
        let scenario = try file("jdk/bin/java", "#!/bin/sh\n" + unmarked + script).file(
            "jdk/confirmation", Self.confirmation
        ).file("liquibase/liquibase.jar", "").variable("JAVA_HOME", folder.path.appending("jdk").string).variable(
            "LIQUIBASE_HOME", folder.path.appending("liquibase").string)
        try makeExecutable("jdk/bin/java")
        return scenario
    }

    /// Lets a file of the scenario be run.
    package func makeExecutable(_ name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.path.appending(name).string)
    }
}
