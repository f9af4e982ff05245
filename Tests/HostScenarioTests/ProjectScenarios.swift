import DevtoolKit
import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool init`, `devtool doctor` and the help: what a newcomer meets first.
@Suite struct ProjectScenarios {
    @Test func initWritesAProjectThatWorks() async throws {
        let scenario = Scenario().withLiquibase()
        try await scenario.run("init").stdout("").stderr(
            """
            wrote devtool.yml
            wrote .devtool.schema.json
            wrote db/changelog.xml
            next: devtool migrate lint
            next: devtool run

            """
        ).exits(0)
        try await scenario.run("config", "check").stdout("").exits(0)
        try await scenario.run("run").exits(0)
        let update = try await scenario.run("migrate", "update").exits(0)
        #expect(update.errorText.contains(" applied in "), "\(update.errorText)")
    }

    /// A second file beside `devtool.yaml` made every command fail.
    @Test(arguments: ["devtool.yml", "devtool.yaml"]) func initNeverOverwrites(name: String) async throws {
        let outcome = try await Scenario().file(name, "mine").run("init", "--here").stdout("").stderr(
            """
            devtool: '\(name)' already exists; not changed
              hint: move it or edit it by hand

            """
        ).exits(73).file(name, "mine")
        #expect(!outcome.folder.names.contains("db"))
    }

    @Test func initWritesTheFileThatIsNamed() async throws {
        try await Scenario().run("--config", "sub/other.yml", "init").stdout("").stderr(
            """
            wrote sub/other.yml
            wrote sub/.devtool.schema.json
            wrote sub/db/changelog.xml
            next: devtool migrate lint
            next: devtool run

            """
        ).exits(0).file("devtool.yml", nil)
    }

    /// Half of a project was left.
    @Test func initWritesAllOrNothing() async throws {
        try await Scenario().file("db", "mine").run("--config", "db/other.yml", "init").stdout("").stderr(
            "devtool: cannot create 'db/other.yml': Not a directory\n"
        ).exits(73).file("db", "mine")
    }

    @Test func doctorLooksAtTheCacheFolder() async throws {
        let outcome = try await Scenario().variable("XDG_CACHE_HOME", "/dev/null").run("doctor").exits(1)
        #expect(outcome.outputText.contains("cannot create '/dev/null/devtool'"), "\(outcome.outputText)")
    }

    @Test func doctorFindsAHealthyProject() async throws {
        let scenario = Scenario().withLiquibase()
        try await scenario.run("init").exits(0)
        let outcome = try await scenario.run("doctor").stderr("").exits(0)
        let lines = outcome.outputText.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("ok    ") })
        #expect(lines.contains("ok    cache folder: [DIR]/.cache/devtool"))
        #expect(lines.contains("ok    configuration: devtool.yml"))
        #expect(lines.contains { $0.hasPrefix("ok    target dev: jdbc:sqlite:app.db") })
    }

    /// `--quiet` printed all that was right.
    @Test func quietDoctorPrintsProblemsOnly() async throws {
        try await Scenario().run("--quiet", "doctor").stdout("").stderr("").exits(0)
        try await Scenario().config("migrat: {}").run("doctor", "--quiet").stderr("").exits(1).stdout(
            "fail  configuration: devtool.yml:1:1: unknown key 'migrat'\n      did you mean 'migrate'?\n")
    }

    @Test func doctorSaysHowToMendWhatIsWrong() async throws {
        let outcome = try await Scenario().config(
            """
            migrate:
              targets:
                down: {url: 'jdbc:postgresql://127.0.0.1:1/app'}
                other: {url: 'jdbc:snowflake://x/'}
                incomplete: {}
                misspelled: {url: 'jdbc:sqllite:app.db'}

            """
        ).file(
            "liquibase/liquibase.jar",
            bytes: StoredZip([("liquibase.build.properties", Array("build.version=4.6.2\n".utf8))]).bytes
        ).file("liquibase/lib/any.jar", bytes: StoredZip([("org/postgresql/Driver.class", [])]).bytes).variable(
            "LIQUIBASE_HOME", "liquibase"
        ).variable("JAVA_HOME", "/nonexistent").run("doctor").stderr("").exits(1)
        let wrong = outcome.outputText.split(separator: "\n").drop { !$0.hasPrefix("fail") }
        #expect(
            wrong.joined(separator: "\n") == """
                fail  Java: bin/java not found in JAVA_HOME ('/nonexistent')
                ok    Liquibase: 4.6.2 in [DIR]/liquibase
                fail  target down: cannot connect to 127.0.0.1:1: Connection refused
                      start the database, or correct the url in devtool.yml
                fail  target other: no jar contains the driver net.snowflake.client.jdbc.SnowflakeDriver
                      add its jar to 'classpath' in devtool.yml
                fail  target incomplete: devtool.yml:5:17: the target 'incomplete' has no url
                fail  target misspelled: the database 'sqllite' is unknown
                      did you mean 'jdbc:sqlite:'?
                """)
    }

    /// Issue 15.22: who migrates nothing needs no Java.
    @Test func doctorWantsNoJavaWhereNothingIsMigrated() async throws {
        let outcome = try await Scenario().variable("PATH", "/nonexistent").variable("JAVA_HOME", "").variable(
            "LIQUIBASE_HOME", ""
        ).run("doctor").stderr("").exits(0)
        for name in ["Java", "Liquibase"] {
            let line = "none  \(name): not installed; only 'devtool migrate' needs it\n"
            #expect(outcome.outputText.contains(line), "\(outcome.outputText)")
        }
        let used = try await Scenario().config("migrate: {url: jdbc:x}\n").variable("PATH", "/nonexistent").variable(
            "JAVA_HOME", ""
        ).variable("LIQUIBASE_HOME", "").run("doctor").exits(1)
        #expect(used.outputText.contains("fail  Java: Java is not installed\n"))
        #expect(used.outputText.contains("fail  Liquibase: Liquibase is not installed\n"))
        let targetless = try await Scenario().config("migrate: {changelog: a.sql}\n").run("doctor")
        let line = "none  targets: none\n      set 'url' or 'targets' below 'migrate'\n"
        #expect(targetless.outputText.contains(line), "\(targetless.outputText)")
        let inherited = try await Scenario().config("migrate: {changelog: a.sql}\n").variable(
            "DATABASE_URL", "jdbc:h2:mem:x"
        ).run("doctor")
        #expect(!inherited.outputText.contains("targets: none"), "\(inherited.outputText)")
    }

    /// Who has no changelog in XML needs none of the libraries that are opened at run time.
    @Test func doctorSaysWhatEachLibraryIsFor() async throws {
        let uses = [
            ("libcurl", "fetches web pages and archives", "libcurl4"), ("libxml2", "reads and writes XML", "libxml2"),
            ("zlib", "reads jars and zip archives", "zlib1g"),
        ]
        let some = try await Scenario().run("doctor").stderr("").exits(0).outputText
        for (name, use, _) in uses {
            let line = some.split(separator: "\n").first { $0.hasPrefix("ok    \(name): ") }
            #expect(line?.hasSuffix("; \(use)") == true, "\(some)")
            #expect(line?.contains(where: \.isNumber) == true)
        }
        let none = try await Scenario().withoutLibraries().run("doctor").stderr("").exits(0)
        for (name, use, package) in uses {
            let lines = "none  \(name): cannot be loaded; it \(use)\n      Debian: apt-get install \(package)\n"
            #expect(none.outputText.contains(lines), "\(none.outputText)")
        }
        for (name, use, package) in [
            ("libcmark-gfm", "renders Markdown in HTML exports", "'^libcmark-gfm(-extensions)?0'"),
            ("libpg_query", "reads SQL in changelogs for PostgreSQL", "libpg-query-dev"),
        ] {
            #expect(some.contains("ok    \(name): installed; \(use)\n"), "\(some)")
            let lines = "none  \(name): cannot be loaded; it \(use)\n      Debian: apt-get install \(package)\n"
            #expect(none.outputText.contains(lines), "\(none.outputText)")
        }
        for (name, package) in [
            ("libpng", "libpng16-16"), ("libjpeg-turbo", "'^libturbojpeg0?$'"), ("libwebp", "libwebp7"),
            ("librsvg", "librsvg2-2"),
        ] {
            let use = "reads the pixels of icons"
            #expect(some.contains("ok    \(name): installed; \(use)\n"), "\(some)")
            #expect(
                none.outputText.contains(
                    "none  \(name): cannot be loaded; it \(use)\n      Debian: apt-get install " + "\(package)\n"))
        }
        let xml = try await Scenario().config("migrate: {url: jdbc:x, changelog: a.xml}").withoutLibraries().run(
            "doctor"
        ).exits(1).outputText
        #expect(
            xml.contains(
                "fail  libxml2: cannot be loaded; it reads and writes XML\n      Debian: apt-get install libxml2\n"),
            "\(xml)")
    }

    /// Issue 24.15: looking at a project runs nothing of it.
    @Test func doctorRunsNoJavaOfTheProject() async throws {
        let scenario = try Scenario().file("jdk/bin/java", "#!/bin/sh\ntouch started\n")
        try scenario.makeExecutable("jdk/bin/java")
        let named = try await scenario.config("migrate: {url: jdbc:x, java: jdk}\n").run("doctor").file("started", nil)
        let said = "Java: [DIR]/jdk/bin/java, not run because it is set by the project\n"
        #expect(named.outputText.contains(said), "\(named.outputText)")
        let found = try await scenario.config("migrate: {url: jdbc:x}\n").variable("JAVA_HOME", "jdk").run("doctor")
            .file("started", nil)
        #expect(found.outputText.contains(said), "\(found.outputText)")
    }

    @Test func doctorSpeaksToPrograms() async throws {
        let outcome = try await Scenario().variable("LIQUIBASE_HOME", "/nonexistent").run("doctor", "--json").stderr("")
            .exits(1)
        let document = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
        #expect(document?["schema"] as? Int == 1)
        let checks = try #require(document?["checks"] as? [[String: Any]])
        let liquibase = try #require(checks.first { $0["name"] as? String == "Liquibase" })
        #expect(liquibase["ok"] as? Bool == false)
        #expect(liquibase["detail"] as? String == "Liquibase not found in LIQUIBASE_HOME ('/nonexistent')")
    }

    @Test func doctorTellsOfABrokenConfiguration() async throws {
        let outcome = try await Scenario().config("migrat: {}").run("doctor").stderr("").exits(1)
        #expect(
            outcome.outputText.contains(
                "fail  configuration: devtool.yml:1:1: unknown key 'migrat'\n      did you mean 'migrate'?\n"))
    }

    @Test(arguments: [
        (["init", "package.json"], "package.json", "did you mean '--from package.json'?"),
        (["init", "from", "package.json"], "from", "did you mean '--from'?"),
        (["config", "migrate.url"], "migrate.url", "known: show, get, check"),
        (["config", "chekc"], "chekc", "did you mean 'check'?"), (["plugins", "todo"], "todo", "known: list, run"),
        (["doctor", "x"], "x", "run 'devtool doctor --help' for usage"),
    ]) func aWordTooManyHasAHint(arguments: [String], word: String, hint: String) async throws {
        try await Scenario().run(arguments).stdout("").exits(64).stderr(
            "devtool: unexpected argument '\(word)'\n  hint: \(hint)\n")
    }

    @Test func helpListsTheExitStatuses() async throws {
        let outcome = try await Scenario().run("help", "exit-codes").stderr("").exits(0)
        #expect(outcome.outputText.contains("\n   65  malformed or unexpected input\n"))
    }

    @Test func theVersionIsOneLine() async throws {
        try await Scenario().run("--version").stdout("\(devtoolFullVersion)\n").stderr("").exits(0)
    }

    @Test func anUnknownCommandIsAWrongUsage() async throws {
        let outcome = try await Scenario().run("crads").stdout("").exits(64)
        #expect(outcome.errorText.contains("crads"))
    }

    // See: audit of 0.2.0, L16.
    @Test func aDeletedWorkingDirectory() async throws {
        let output = try await Scenario().shellOutput(
            "mkdir d; cd d; rmdir ../d; devtool --version >/dev/null; echo $?; devtool run a; echo $?")
        #expect(
            output == """
                0
                devtool: cannot determine the working directory: No such file or directory
                66

                """)
    }
}
