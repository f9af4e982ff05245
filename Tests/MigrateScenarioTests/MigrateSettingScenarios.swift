import TestSupport
import Testing

/// What `devtool migrate` makes of the settings of a target, as a scripted Java sees it.
@Suite struct MigrateSettingScenarios {
    /// Prints the system properties that are the user's, then the settings.
    private static let echo = "printf '%s\\n' \"$@\" | grep '^-D[^j]'; cat"
    /// Prints the class path.
    private static let classPath = "while [ \"$1\" != -cp ]; do shift; done; echo \"$2\""

    private static let warning =
        "devtool: warning: the output of '[DIR]/jdk/bin/java' contained a secret, shown as ***\n"

    @Test func aTargetFillsItsGapsFromTheOptions() async throws {
        try await Scenario().withScriptedJava(Self.echo).config(
            """
            migrate:
              changelog: db/changelog.xml
              username: app
              contexts: [a, b]
              labels: [x]
              parameters: {one: 1, two: 2}
              default-schema: app
              search-path: [db, sql]
              targets:
                dev:
                  url: jdbc:x
                  contexts: [c]
                  parameters: {two: zwei, three: 3}
                  liquibase-schema: admin
                  log-level: debug
                prod: {url: jdbc:p, username: root}

            """
        ).run("migrate", "--target", "dev", "status").stdout(
            """
            -Duser.language=en
            -Duser.country=US
            -Done=1
            -Dthree=3
            -Dtwo=zwei
            changeLogFile=db/changelog.xml
            url=jdbc\\:x
            username=app
            defaultSchemaName=app
            liquibaseSchemaName=admin
            contexts=c
            labels=x
            searchPath=db,sql
            logLevel=debug

            """
        ).stderr("").exits(0)
    }

    /// PostgreSQL's URL gets the name of the run besides, see the scenarios of locks.
    @Test(arguments: [
        ("{engine: mysql, host: $HOST, port: $PORT, database: app}", "jdbc\\:mysql\\://db.ci\\:3307/app"),
        ("{engine: mariadb, database: app}", "jdbc\\:mariadb\\://localhost/app"),
        ("{engine: sqlserver, host: db, database: app}", "jdbc\\:sqlserver\\://db;databaseName\\=app"),
        ("{engine: oracle, host: '::1', database: app}", "jdbc\\:oracle\\:thin\\:@//[\\:\\:1]/app"),
        ("{engine: sqlite, database: a b.db}", "jdbc\\:sqlite\\:a\\ b.db"),
        ("{url: 'mysql://h/d?a=b'}", "jdbc\\:mysql\\://h/d?a\\=b"),
    ]) func anAddressInParts(target: String, url: String) async throws {
        let parts = target.replacing("$HOST", with: "'${HOST}'").replacing("$PORT", with: "'${PORT}'")
        try await Scenario().project(parts).withScriptedJava("cat").variable("HOST", "db.ci").variable("PORT", "3307")
            .run("migrate", "status").stdout("changeLogFile=db/changelog.xml\nurl=\(url)\nlogLevel=info\n").stderr("")
            .exits(0)
    }

    @Test(arguments: ["update", "lint", "plan", "status"]) func aFolderAsAChangelog(command: String) async throws {
        try await Scenario().config("migrate: {changelog: db, url: 'jdbc:h2:mem:x'}").file("db/a.sql", "")
            .withScriptedJava("touch started").run("migrate", command).stdout("").stderr(
                """
                devtool.yml:1:22: 'db' is a folder
                migrate: {changelog: db, url: 'jdbc:h2:mem:x'}
                                     ^
                  hint: specify a changelog in it, or one that includes all

                """
            ).exits(66).file("started", nil)
    }

    @Test(
        arguments: [
            (
                "{host: db, database: app}", "4:17: 'host' requires 'engine'",
                "\n  hint: set 'engine' and 'database'; 'host' and 'port' are optional"
            ), ("{url: jdbc:x, port: 1}", "4:30: 'port' and 'url' cannot be combined", ""),
            (
                "{url: 'mongodb://a:hunter2@h/d'}", "4:16: 'mongodb://a:***@h/d' is not a supported database URL",
                "\n  hint: use a JDBC URL such as jdbc:postgresql://host/name or jdbc:sqlite:app.db"
            ),
            (
                "{url: 'h2:./app'}", "4:16: 'h2:./app' is not a supported database URL",
                "\n  hint: did you mean 'jdbc:h2:./app'?"
            ), ("{properties-file: nowhere.properties, url: jdbc:x}", "4:28: file 'nowhere.properties' not found", ""),
            ("{java: ./nowhere, url: jdbc:x}", nil, "Java not found at './nowhere' (setting 'java')"),
        ] as [(String, String?, String)]) func aSettingThatCannotBeMeant(target: String, message: String?, hint: String)
        async throws
    {
        let outcome = try await Scenario().project(target).withScriptedJava("touch started").run("migrate", "status")
            .stdout("").exits(message == nil ? 69 : 78).file("started", nil)
        if let message {
            #expect(outcome.errorText.hasPrefix("devtool.yml:\(message)\n"), "\(outcome.errorText)")
            #expect(outcome.errorText.hasSuffix("\(hint)\n"))
        } else {
            outcome.stderr("devtool: \(hint)\n")
        }
    }

    @Test func theDatabaseURLOfAPlatform() async throws {
        let scenario = try Scenario().file("db/changelog.xml", Scenario.changelog).withScriptedJava(
            "cat; echo; echo \"${DATABASE_URL-unset}\""
        ).variable("DATABASE_URL", "mysql://app:p%40ss:w@db.example.com/app?ssl=1")
        try await scenario.config("migrate: {changelog: db/changelog.xml}\n").run("migrate", "status").stdout(
            """
            changeLogFile=db/changelog.xml
            url=jdbc\\:mysql\\://db.example.com/app?ssl\\=1
            username=app
            password=p@ss\\:w
            logLevel=info

            unset

            """
        ).stderr("").exits(0)
        // A url that is configured counts, and the variable is still not for Liquibase.
        try await scenario.project("{url: jdbc:x, username: me}").run("migrate", "status").stdout(
            """
            changeLogFile=db/changelog.xml
            url=jdbc\\:x
            username=me
            logLevel=info

            unset

            """
        ).stderr("").exits(0)
        try await scenario.config("migrate: {changelog: db/changelog.xml}\n").variable(
            "DATABASE_URL", "redis://:hunter2@h/1"
        ).run("migrate", "status").stdout("").stderr("devtool: DATABASE_URL is not a supported database URL\n").exits(
            78)
    }

    @Test func thePropertiesOfLiquibaseAreHonoured() async throws {
        let scenario = try Scenario().withScriptedJava("cat").file("deep/x", "").file(
            "liquibase.properties",
            """
            # From the time before devtool.
            changeLogFile: db/old.xml
            url = jdbc:old
            username=scott
            liquibase.command.contexts=old\\
                ,older
            parameter.color=blue
            password=tiger-7

            """
        ).file("liquibase.local.properties", "username: local\n")
        // Nothing but the file; from wherever it is run.
        try await scenario.config("migrate: {}\n").run("migrate", "status", in: "deep").stdout(
            """
            password=***
            username=local
            changeLogFile=db/old.xml
            url=jdbc\\:old
            liquibase.command.contexts=old,older
            parameter.color=blue
            logLevel=info

            """
        ).stderr(Self.warning).exits(0)
        // What devtool.yml says counts.
        try await scenario.config(
            """
            migrate:
              changelog: db/new.xml
              contexts: [new]
              targets: {dev: {url: jdbc:new, password: {env: SECRET}}}

            """
        ).variable("SECRET", "hunter2").run("migrate", "status", in: "deep").stdout(
            """
            changeLogFile=db/new.xml
            url=jdbc\\:new
            password=***
            contexts=new
            username=local
            parameter.color=blue
            logLevel=info

            """
        ).stderr(Self.warning).exits(0)
        // Another file is read instead.
        try await scenario.file("ci/ci.properties", "url=jdbc:ci\n").config(
            "migrate: {properties-file: ci/ci.properties}\n"
        ).run("migrate", "status", in: "deep").stdout("url=jdbc\\:ci\nlogLevel=info\n").stderr("").exits(0)
    }

    /// The line itself is not shown: a password may be in it.
    @Test func aPropertyThatLiquibaseIgnoresIsTold() async throws {
        let scenario = try Scenario().withScriptedJava("cat").config("migrate: {url: jdbc:x}\n").file(
            "liquibase.properties", "\npasswrod: hunter2\nour_own: 1\n")
        try await scenario.run("migrate", "status").stdout("").stderr(
            """
            liquibase.properties:2:1: 'passwrod' is not a Liquibase setting and is ignored
              hint: did you mean 'password'?
            liquibase.properties:3:1: warning: 'our_own' is not a Liquibase setting and is ignored

            """
        ).exits(78)
        try await scenario.run("migrate", "--no-lint", "status").stdout(
            "url=jdbc\\:x\npasswrod=hunter2\nour_own=1\nlogLevel=info\n"
        ).stderr("").exits(0)
    }

    @Test func patternsOfTheClassPath() async throws {
        let scenario = try Scenario().withScriptedJava(Self.classPath).file("drivers/b.jar", "").file(
            "drivers/a.jar", ""
        ).file("drivers/a.txt", "").file("[1].jar", "").file("deep/x", "")
        try await scenario.project("{url: jdbc:x, classpath: ['drivers/*.jar', '[1].jar']}").run(
            "migrate", "status", in: "deep"
        ).stdout("[DIR]/drivers/a.jar:[DIR]/drivers/b.jar:[DIR]/[1].jar:[DIR]/liquibase/liquibase.jar:.\n").stderr("")
            .exits(0)
        try await scenario.project("{url: jdbc:x, classpath: 'drivers/*.war'}").run("migrate", "status").stdout("")
            .stderr(
                """
                devtool.yml:4:35: file 'drivers/*.war' in the class path of the target 'dev' not found
                    dev: {url: jdbc:x, classpath: 'drivers/*.war'}
                                                  ^

                """
            ).exits(78)
    }

    @Test func aTargetHasAJavaAndALiquibaseOfItsOwn() async throws {
        let scenario = try Scenario().withScriptedJava("echo the wrong one").file(
            "jdks/9/bin/java",
            "#!/bin/sh\necho \"$0\"\nprintf '%s\\n' \"$@\" | grep -v ^-D | sed 's,:[^:]*/devtool.jar$,,'\n"
        ).file("tools/liquibase.jar", "").file("deep/x", "")
        try scenario.makeExecutable("jdks/9/bin/java")
        let options = "liquibase: tools, jvm-options: [-Xmx64m, -XX:+UseParallelGC]"
        try await scenario.project("{url: jdbc:x, java: jdks/9, \(options)}").run("migrate", "status", in: "deep")
            .stdout(
                """
                [DIR]/jdks/9/bin/java
                -XX:TieredStopAtLevel=1
                -XX:Tier3InvocationThreshold=50
                -XX:CICompilerCount=1
                -Xmx64m
                -XX:+UseParallelGC
                -cp
                [DIR]/tools/liquibase.jar:.
                liquibase.integration.commandline.LiquibaseCommandLine
                --defaults-file=/dev/stdin
                status
                --verbose

                """
            ).stderr("").exits(0)
        try await scenario.project("{url: jdbc:x, liquibase: 9.9.9}").run("migrate", "status").stdout("").stderr(
            """
            devtool: Liquibase '9.9.9' not found (setting 'liquibase')
              hint: use a folder, an installed version, or 'system'

            """
        ).exits(69)
    }

    @Test func aSearchPathIsForALiquibaseThatKnowsIt() async throws {
        try await Scenario().withLiquibase().project("{url: jdbc:x, search-path: [db]}").run("migrate", "status")
            .stdout("").stderr(
                """
                devtool: Liquibase 4.6.2 does not support 'search-path', which requires 4.11
                  hint: list the folders in 'classpath' instead

                """
            ).exits(78)
    }

    /// Liquibase 4.6.2 would mark a changeset of another context, and the one that is meant would run again.
    @Test(arguments: ["contexts: [always]", "labels: [one]"])
    func theNextChangeSetIsMarkedByALiquibaseThatKnowsContexts(setting: String) async throws {
        try await Scenario().withLiquibase().project("{url: jdbc:x, \(setting)}").run(
            "migrate", "--yes", "mark-next-changeset-ran"
        ).stdout("").stderr(
            """
            devtool: Liquibase 4.6.2 ignores 'contexts' and 'labels' in 'mark-next-changeset-ran', \
            so it could mark the wrong changeset
              hint: use Liquibase 4.23 or later, or 'devtool migrate --raw'

            """
        ).exits(78)
    }
}
