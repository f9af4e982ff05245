import DevtoolKit
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Migrate

/// The Liquibase and the Java of this machine, with a project and a cache of the test's own.
struct RealLiquibase {
    let folder = TemporaryFolder()
    let context: Context
    let launch: LiquibaseLaunch

    /// What a run left.
    struct Outcome {
        let termination: Termination
        let output: String
        let error: String

        /// Standard error without the time of day, and without what Java warns of once in a process.
        var timelessError: String {
            error.replacing(/Starting Liquibase at \S+/, with: "Starting Liquibase").replacing(
                /\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\]/, with: "[now]"
            ).replacing(/\d+ms/, with: "0ms").replacing(/(?m)(^WARNING: .*\n)+\n?/, with: "")
        }
    }

    /// Finds them; nothing is trained in the background.
    ///
    /// If `hasClassData`, Liquibase starts with the class data of the scenarios, which the first test creates.
    init(java: JavaRuntime? = nil, hasClassData: Bool = true) throws {
        let inherited = ProcessInfo.processInfo.environment
        let cache = inherited["XDG_CACHE_HOME"] ?? (inherited["HOME"] ?? "") + "/.cache"
        let home = inherited["LIQUIBASE_HOME"] ?? cache + "/devtool/liquibase/current"
        let console = Console()
        var environment = ["PATH": inherited["PATH"] ?? "/usr/bin:/bin", "CI": "true"]
        environment["JAVA_HOME"] = inherited["JAVA_HOME"]
        environment["XDG_CACHE_HOME"] = folder.path.appending("cache").string
        if hasClassData { Scenario.linkClassData(in: folder.path.appending("cache")) }
        context = Context(
            console: console, processes: ProcessRunner(console: console), environment: environment,
            workingDirectory: folder.path, plugins: [])
        let liquibase = try #require(Liquibase(home: FilePath(home)), "Liquibase is needed (Scripts/setup gets it)")
        launch = LiquibaseLaunch(of: liquibase, java: try java ?? JavaRuntime.locate(in: context), in: context)
        try folder.write(Self.changelog(table: "example"), to: "changelog.xml")
    }

    /// One whose Java is a script, which runs some lines in the folder of the run, then the real Java.
    static func withJava(after lines: String) throws -> (RealLiquibase, script: TemporaryFolder) {
        let java = try RealLiquibase().launch.java.executable
        let folder = TemporaryFolder()
        try folder.write("#!/bin/sh\n\(lines)\nexec '\(java)' \"$@\"\n", to: "bin/java")
        let script = folder.path.appending("bin/java")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.string)
        return (try RealLiquibase(java: JavaRuntime(executable: script, options: [])), folder)
    }

    /// A changelog that makes one table.
    static func changelog(table: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd">
            <changeSet id="1" author="ada">
                <createTable tableName="\(table)"><column name="id" type="int"/></createTable>
            </changeSet>
        </databaseChangeLog>
        """
    }

    /// A run in the test's folder.
    func run(
        _ arguments: [String], changelog: String = "changelog.xml", url: String = "offline:postgresql",
        properties: [String: String] = [:]
    ) -> LiquibaseRun {
        LiquibaseRun(
            arguments: ["--url=\(url)"] + arguments, settings: DefaultsFile([("changeLogFile", changelog)]),
            directory: folder.path, properties: properties)
    }

    /// Runs it in a process of its own.
    func outcome(of run: LiquibaseRun) async throws -> Outcome {
        let output = Mutex<[UInt8]>([])
        let error = Mutex<[UInt8]>([])
        let termination = try await launch.run(run) { line in
            if line.stream == .output {
                output.withLock { $0 += line.bytes }
            } else {
                error.withLock { $0 += line.bytes }
            }
        }
        return Outcome(
            termination: termination, output: String(decoding: output.withLock(\.self), as: UTF8.self),
            error: String(decoding: error.withLock(\.self), as: UTF8.self))
    }

    /// The tables of an SQLite database in the test's folder, sorted; none where there is no database.
    func tables(of database: String) async throws -> [String] {
        let path = folder.path.appending(database)
        guard FileManager.default.fileExists(atPath: path.string) else { return [] }
        let python = try #require(context.executable(named: "python3"))
        let (_, output) = try await context.processes.output(
            of: Invocation(
                python,
                [
                    "-c",
                    """
                    import sqlite3, sys
                    tables = sqlite3.connect(sys.argv[1]).execute("select name from sqlite_master")
                    print(*sorted(row[0] for row in tables))
                    """, path.string,
                ]))
        return String(decoding: output, as: UTF8.self).split(separator: " ").map {
            $0.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
}
