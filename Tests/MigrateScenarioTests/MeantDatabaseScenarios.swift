import Foundation
import SystemPackage
import TestSupport
import Testing

/// The ways in which something beside `devtool.yml` would decide which database is changed, or how, and in
/// which a run would do nothing and be called a success.
@Suite struct MeantDatabaseScenarios {
    /// What a run is given: its settings, its environment and its words.
    private static let recording = """
        cat >settings
        env | sort >environment
        printf '%s\\n' "$@" >words

        """

    private func scenario(_ target: String, more: String = "") throws -> Scenario {
        try Scenario().project(target).withScriptedJava(Self.recording + more)
    }

    // MARK: Options for Java

    @Test(arguments: [
        ("JDK_JAVA_OPTIONS", #""-Dliquibase.command.url=jdbc:other""#),
        ("JAVA_TOOL_OPTIONS", "-Dliquibase.command.url='jdbc:other'"),
        ("_JAVA_OPTIONS", "'-Dliquibase.command.url=jdbc:other'"),
    ]) func quotesDoNotHideAnOption(name: String, value: String) async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}").variable(name, "-Dmine=1 " + value)
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr(
            "devtool: warning: -Dliquibase.command.url in \(name) is ignored: " + "devtool.yml sets the url\n")
        #expect(scenario.folder.text("environment")?.contains("\(name)=-Dmine=1\n") == true)
    }

    @Test(arguments: [("JDK_JAVA_OPTIONS", "@java.args"), ("JAVA_TOOL_OPTIONS", "-XX:VMOptionsFile=java.args")])
    func filesOfOptionsAreLookedInto(name: String, value: String) async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}").variable(name, value).file(
            "java.args", "-Xmx512m\n\"-Dliquibase.command.changelogFile=other.sql\"\n")
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr(
            "devtool: warning: -Dliquibase.command.changelogFile in java.args (\(name)) is ignored: "
                + "devtool.yml sets the changelog\n")
        #expect(scenario.folder.text("environment")?.contains("\(name)=") == false)
    }

    /// In another language devtool would see no changeset in the log, and call the run one that did nothing.
    ///
    /// How Java compiles and collects garbage beside that is the user's choice: with all tiers, it does not start with
    /// the one thread for compiling that devtool asks for otherwise, and never with two collectors.
    @Test func theLogIsInTheFormThatDevtoolReads() async throws {
        let options = [
            ("JAVA_OPTS", "-Duser.language", "de"), ("_JAVA_OPTIONS", "-Duser.language", "tr"),
            ("JAVA_TOOL_OPTIONS", "-Djava.util.logging.config.file", "quiet.properties"),
            ("JAVA_OPTS", "-Dfile.encoding", "UTF-16"), ("JAVA_OPTS", "-Dsun.stderr.encoding", "UTF-16"),
        ]
        var scenario = try Scenario().withLiquibase().project("{url: 'jdbc:sqlite:app.db'}").file(
            "quiet.properties", "handlers=\n.level=OFF\n"
        ).variable("JAVA_OPTS", "-XX:TieredStopAtLevel=4").variable("JAVA_TOOL_OPTIONS", "-XX:+UseParallelGC")
        for (name, option, value) in options {
            scenario = scenario.variable(name, (scenario.value(of: name) ?? "") + " \(option)=\(value)")
        }
        let outcome = try await scenario.run("migrate", "update").exits(0)
        for (name, option, _) in options {
            #expect(
                outcome.errorText.contains(
                    "devtool: warning: \(option) in \(name) is "
                        + "ignored: devtool reads Liquibase's output and sets the log\n"))
        }
        #expect(outcome.errorText.contains(" applied in "), "\(outcome.errorText)")
    }

    @Test(arguments: ["-Duser.language=en", "-Dfile.encoding=ISO-8859-1", "-Duser.country=DE"])
    func whatKeepsTheFormOfTheLogPasses(option: String) async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}").variable("JAVA_OPTS", option)
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr("")
        #expect(scenario.folder.text("words")?.contains(option + "\n") == true)
    }

    /// They may name a schema, a user, or another host.
    @Test(arguments: [
        ("LIQUIBASE_COMMAND_DRIVER_PROPERTIES_FILE", "other.properties"),
        ("JAVA_OPTS", "-Dliquibase.command.driverPropertiesFile=other.properties"),
    ]) func propertiesOfTheDriverAreOfTheURL(name: String, value: String) async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}").variable(name, value)
        let source = name == "JAVA_OPTS" ? "-Dliquibase.command.driverPropertiesFile in JAVA_OPTS" : name
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr(
            "devtool: warning: \(source) is ignored: devtool.yml sets the url\n")
        #expect(scenario.folder.text("environment")?.contains("other.properties") == false)
        #expect(scenario.folder.text("words")?.contains("other.properties") == false)
    }

    /// Where the URL is from the same place, it goes with it.
    @Test func propertiesOfTheDriverPassWithTheURL() async throws {
        let scenario = try Scenario().config("migrate: {changelog: x}\n").withScriptedJava(Self.recording).variable(
            "LIQUIBASE_COMMAND_URL", "jdbc:mine"
        ).variable("LIQUIBASE_COMMAND_DRIVER_PROPERTIES_FILE", "other.properties")
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr("")
        #expect(scenario.folder.text("environment")?.contains("FILE=other.properties\n") == true)
    }

    /// Java takes a colon for the end of a folder: the guard would not be found.
    @Test func itIsGuardedWithAColonInTheCache() async throws {
        let scenario = try Scenario().withLiquibase().project(
            "{url: 'jdbc:h2:./a', username: sa, jvm-options: ['-DDEVTOOL_MEANT_USER=0']}")
        let folder = scenario.folder.path
        let odd = scenario.variable("XDG_CACHE_HOME", "\(folder)/a:b")
        let outcome = try await odd.run("migrate", "update").stdout("").exits(78)
        #expect(outcome.errorText.contains("about to use another user than the one that is meant"))
        try await odd.variable("TMPDIR", "\(folder)/c:d").run("migrate", "update").stdout("").stderr(
            """
            devtool: Java cannot use the folder '[DIR]/c:d': its path contains a colon
              hint: set TMPDIR or XDG_CACHE_HOME to another folder

            """
        ).exits(73)
    }

    @Test func aFileForTheOutputOfAllIsRefused() async throws {
        try await Scenario().withScriptedJava("").file("liquibase.properties", "outputFile: o.sql\n").config(
            "migrate:\n  changelog: x\n  targets: {a: {url: 'jdbc:a'}, b: {url: 'jdbc:b'}}\n"
        ).run("migrate", "--all-targets", "update-sql").stdout("").exits(64)
    }

    @Test(.enabled(if: SmallDisk.canBeMounted, "file systems cannot be mounted here"))
    func anOutputThatTheDiskCutOffIsNoSuccess() async throws {
        try await Scenario().project("{url: 'jdbc:mine'}").file("small/keep", "").withScriptedJava(
            "dd if=/dev/zero of=small/o.sql bs=1k count=100 2>/dev/null; exit 0"
        ).shell(
            """
            exec unshare -rm sh -c '
            mount -t tmpfs -o size=64k none small || exit
            $devtool migrate --no-lint update-sql --output-file=small/o.sql 2>&1; echo $?'
            """
        ).stdout("devtool: cannot write '[DIR]/small/o.sql': No space left on device\n74\n").stderr("").exits(0)
    }

    /// In a container without a locale Java would read its command line as ASCII.
    @Test func charactersArriveInAnyLocale() async throws {
        let scenario = try Scenario().withLiquibase().file(
            "c.sql",
            """
            --liquibase formatted sql
            --changeset ada:1
            create table words (word varchar(20));
            insert into words values ('${word}');
            """
        ).config(
            """
            migrate:
              changelog: c.sql
              parameters: {word: äé€}
              targets: {dev: {url: 'jdbc:sqlite:dä.db'}}
            """
        ).variable("LANG", "")
        try await scenario.variable("LC_ALL", "C").run("migrate", "update").exits(0)
        let database = SQLiteFile(path: scenario.folder.path.appending("dä.db"))
        #expect(try await database.rows("select word from words") == ["äé€"])
    }

    @Test func passwordsInOptionsForJavaAreNotShown() async throws {
        let outcome = try await scenario("{url: 'jdbc:mine', jvm-options: ['-Dapp.token=hushhush2']}").variable(
            "JAVA_OPTS", "-Djavax.net.ssl.trustStorePassword=hushhush1"
        ).run("--verbose", "migrate", "--dry-run", "status").exits(0)
        #expect(outcome.errorText.contains("-Djavax.net.ssl.trustStorePassword=***"))
        #expect(outcome.errorText.contains("-Dapp.token=***"))
        #expect(!outcome.errorText.contains("hushhush"))
    }

    /// One that says nothing of Liquibase is the user's.
    @Test func otherFilesOfOptionsPass() async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}").variable("JDK_JAVA_OPTIONS", "@java.args").file(
            "java.args", "-Xmx512m\n")
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr("")
        #expect(scenario.folder.text("environment")?.contains("JDK_JAVA_OPTIONS=@java.args\n") == true)
    }

    @Test(arguments: [
        "# don't change\n-Dliquibase.command.url=jdbc:other", #""\-Dliquibase.command.url=jdbc:other""#,
        #"-Dliquib"ase".command.url=jdbc:other"#,
    ]) func nothingInAFileHidesAnOption(text: String) async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}").variable("JDK_JAVA_OPTIONS", "@java.args").file(
            "java.args", text)
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr(
            "devtool: warning: -Dliquibase.command.url in java.args (JDK_JAVA_OPTIONS) is ignored: "
                + "devtool.yml sets the url\n")
        #expect(scenario.folder.text("environment")?.contains("JDK_JAVA_OPTIONS") == false)
    }

    // MARK: The same database by another name

    @Test(arguments: [
        ["--target", "dev", "update", "--url=jdbc:prod"], ["--target", "same", "update"],
        ["--target", "dev,same", "update"],
    ]) func aProtectedDatabaseIsProtectedByAnyName(words: [String]) async throws {
        let outcome = try await Scenario().withScriptedJava("touch started").config(
            """
            migrate:
              changelog: x
              targets:
                dev: {url: 'jdbc:dev'}
                prod: {url: 'jdbc:prod', protected: true}
                same: {url: 'jdbc:prod'}
            """
        ).run(["migrate", "--no-lint"] + words).stdout("").exits(64).file("started", nil)
        let target = words[1].hasPrefix("dev,") ? "same" : words[1]
        #expect(
            outcome.errorText.contains(
                "the target '\(target)' shares its database with the protected target 'prod', and update"),
            "\(outcome.errorText)")
    }

    @Test(arguments: [
        ("jdbc:postgresql://db/app", "jdbc:postgresql://DB:5432/app?ssl=true"),
        ("jdbc:postgresql:app", "postgres://ada:x@127.0.0.1/app"),
        ("jdbc:mysql://db/app", "jdbc:mariadb://db:3306/app"),
        ("jdbc:sqlserver://db;databaseName=app", "jdbc:sqlserver://DB:1433;user=a;database=app"),
        ("jdbc:oracle:thin:@//db/app", "jdbc:oracle:thin:@db:1521/app"),
        ("jdbc:sqlite:app.db", "jdbc:sqlite:./sub/../app.db"),
        ("jdbc:sqlite:app.db", "jdbc:sqlite:file:app.db?cache=shared"), ("jdbc:sqlite:app.db", "sqlite:///app.db"),
        ("jdbc:sqlite:app.db", "jdbc:sqlite:link/app.db"), ("jdbc:h2:./app", "jdbc:h2:file:./app;MODE=MySQL"),
        ("jdbc:other", "jdbc:other;a=b"), ("jdbc:h2:./app", "jdbc:h2:nio:./app"),
        ("jdbc:sqlite:app.db", "jdbc:sqlite:soft.db"), ("jdbc:sqlite:app.db", "jdbc:sqlite:hard.db"),
        ("jdbc:postgresql://db/me", "jdbc:postgresql://db/?user=me"),
        ("jdbc:postgresql://localhost/app", "jdbc:postgresql:///app"),
        ("jdbc:postgresql://db/app", "jdbc:postgresql://x:1,db/app"),
        ("jdbc:postgresql://db/app", "jdbc:postgresql://x/y?PGHOST=db&PGDBNAME=app"),
        ("jdbc:mariadb://db/app", "jdbc:mariadb:sequential://x:1,db/app"),
        ("jdbc:mariadb://db/app", "jdbc:mariadb://address=(host=db)(type=master)/app"),
    ]) func aProtectedDatabaseIsProtectedHoweverItIsWritten(url: String, other: String) async throws {
        let scenario = try Scenario().withScriptedJava("touch started").config(
            """
            migrate:
              changelog: x
              targets:
                dev: {url: 'jdbc:dev'}
                prod: {url: '\(url)', protected: true}
                same: {url: '\(other)'}
            """
        ).file("sub/x", "").file("app.db", "")
        try await scenario.program("/bin/ln", "-s", ".", "link").exits(0)
        try await scenario.program("/bin/ln", "-s", "app.db", "soft.db").exits(0)
        try await scenario.program("/bin/ln", "app.db", "hard.db").exits(0)
        for words in [["--target", "same"], ["--target", "dev", "--url", other]] {
            let outcome = try await scenario.run(["migrate", "--no-lint"] + words + ["update"]).exits(64).file(
                "started", nil)
            #expect(
                outcome.errorText.contains("shares its database with the protected target 'prod'"),
                "\(outcome.errorText)")
        }
    }

    /// A schema of MariaDB is a database, whatever the URL names beside it.
    @Test func theSchemaOfAnotherTargetMayBeProtected() async throws {
        let outcome = try await Scenario().withScriptedJava("touch started").config(
            """
            migrate:
              changelog: x
              targets:
                prod: {url: 'jdbc:mariadb://db/app', protected: true}
                dev: {url: 'jdbc:mariadb://db/other', default-schema: app}
            """
        ).run("migrate", "--no-lint", "--target", "dev", "update").exits(64).file("started", nil)
        #expect(outcome.errorText.contains("shares its database with the protected target 'prod'"))
    }

    @Test(arguments: [
        ("jdbc:postgresql://db/app", "jdbc:postgresql://db/app2"),
        ("jdbc:postgresql://db,x/app", "jdbc:postgresql://y,z/app"),
        ("jdbc:postgresql://db/app", "jdbc:postgresql://db:5433/app"),
        ("jdbc:sqlserver://db;databaseName=a", "jdbc:sqlserver://db;databaseName=b"),
        ("jdbc:sqlite:a.db", "jdbc:sqlite:sub/a.db"), ("jdbc:h2:mem:a", "jdbc:h2:mem:b"),
    ]) func anotherDatabaseIsNotProtected(url: String, other: String) async throws {
        try await Scenario().withScriptedJava("touch started").config(
            """
            migrate:
              changelog: x
              targets:
                prod: {url: '\(url)', protected: true}
                dev: {url: '\(other)'}
            """
        ).run("migrate", "--no-lint", "--target", "dev", "tag", "v1").file("started", "")
    }

    @Test func theQuestionNamesTheDatabaseThatIsChanged() async throws {
        let outcome = try await scenario("{url: 'jdbc:mine'}").run(
            "migrate", "--dry-run", "drop-all", "--url=jdbc:other"
        ).exits(0)
        #expect(outcome.errorText.hasPrefix("would ask: Run drop-all on 'dev' (jdbc:other)?\n"), "\(outcome.errorText)")
    }

    /// There a schema is a database, and the URL names it.
    @Test(arguments: ["LIQUIBASE_COMMAND_DEFAULT_SCHEMA_NAME", "LIQUIBASE_COMMAND_DEFAULT_CATALOG_NAME"])
    func noVariableNamesTheDatabaseOfMariaDB(name: String) async throws {
        let scenario = try scenario("{url: 'jdbc:mariadb://h/app'}").variable(name, "other")
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr(
            "devtool: warning: \(name) is ignored: devtool.yml sets the url\n")
        #expect(scenario.folder.text("settings")?.contains("other") == false)
        #expect(scenario.folder.text("environment")?.contains(name) == false)
    }

    /// Blanks divide it, quotes do not hold it together: so Liquibase's launcher takes it.
    @Test func optionsForTheLauncherAreDividedAtBlanks() async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}").variable(
            "JAVA_OPTS", "-Dx=\"a -Dliquibase.command.url=jdbc:other -Db=\"")
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr(
            "devtool: warning: -Dliquibase.command.url in JAVA_OPTS is ignored: devtool.yml sets the url\n")
        #expect(scenario.folder.text("words")?.contains("jdbc:other") == false)
    }

    @Test func anOtherHomeIsNotThatOfTheDatabase() async throws {
        let scenario = try scenario("{url: 'jdbc:h2:~/mine'}").variable("JAVA_OPTS", "-Duser.home=/elsewhere")
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr(
            "devtool: warning: -Duser.home in JAVA_OPTS is ignored: devtool.yml sets the url\n")
        let other = try self.scenario("{url: 'jdbc:mine'}").variable("JAVA_OPTS", "-Duser.home=/elsewhere")
        try await other.run("migrate", "--raw", "status").exits(0).stderr("")
        #expect(other.folder.text("words")?.contains("-Duser.home=/elsewhere\n") == true)
    }

    /// What would be a question about Liquibase is the value of an option here.
    @Test(arguments: [["rollback-count", "1", "--labels", "--version"], ["update", "--contexts", "--version"]])
    func aValueIsNoQuestionForTheVersion(words: [String]) async throws {
        let scenario = try scenario("{url: 'jdbc:mine', protected: true}")
        try await scenario.run(["migrate", "--target", "dev"] + words).exits(64)
        #expect(scenario.folder.text("words") == nil)
    }

    @Test(arguments: [["--fail-fast"], []]) func rawRunsAllTargetsToo(options: [String]) async throws {
        let scenario = try Scenario().file("db/changelog.xml", Scenario.changelog).config(
            """
            migrate:
              changelog: db/changelog.xml
              targets: {a: {url: 'jdbc:a'}, b: {url: 'jdbc:b'}}

            """
        ).withScriptedJava("echo run; exit 3")
        try await scenario.run(["migrate", "--raw", "--all-targets"] + options + ["status"]).exits(3).stdout(
            options.isEmpty ? "run\nrun\n" : "run\n")
    }

    @Test(arguments: ["/dev/zero", "long.args", "nested.args"]) func whatCannotBeLookedIntoIsNotUsed(name: String)
        async throws
    {
        let scenario = try scenario("{url: 'jdbc:mine'}").variable("JDK_JAVA_OPTIONS", "-Dmine=1 @\(name)").file(
            "long.args", String(repeating: " ", count: 1 << 20 + 1)
        ).file("nested.args", "-XX:VMOptionsFile=other.args")
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr(
            "devtool: warning: @\(name) in JDK_JAVA_OPTIONS is ignored: devtool cannot inspect it\n")
        #expect(scenario.folder.text("environment")?.contains("JDK_JAVA_OPTIONS=-Dmine=1\n") == true)
    }

    /// With them the same URL is another file.
    @Test(arguments: ["user.dir", "h2.baseDir", "h2.urlMap", "derby.system.home"])
    func filesOfDatabasesStayWhereTheyAre(property: String) async throws {
        let scenario = try scenario("{url: 'jdbc:h2:./mine'}").variable("JAVA_OPTS", "-D\(property)=/elsewhere")
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr(
            "devtool: warning: -D\(property) in JAVA_OPTS is ignored: devtool.yml sets the url\n")
        #expect(scenario.folder.text("words")?.contains("/elsewhere") == false)
    }

    // MARK: Parameters

    /// Liquibase takes variables and properties of Java before the parameters that it is given.
    @Test(arguments: ["schema", "SCHEMA"]) func aVariableIsNoParameterThatIsConfigured(name: String) async throws {
        let scenario = try scenario("{url: 'jdbc:mine', parameters: {schema: dev}}").variable(name, "prod").variable(
            "JAVA_OPTS", "-Dschema=prod -Dmine=1")
        try await scenario.run("migrate", "--raw", "status").exits(0).stderr(
            "devtool: warning: -Dschema in JAVA_OPTS is ignored: the parameter is already set\n")
        let words = try #require(scenario.folder.text("words"))
        #expect(words.contains("-Dschema=dev\n") && words.contains("-Dmine=1\n"))
        #expect(!words.contains("prod"))
        #expect(scenario.folder.text("environment")?.contains("\(name)=") == false)
    }

    @Test func theCommandLinesParameterCounts() async throws {
        let scenario = try scenario("{url: 'jdbc:mine', parameters: {schema: dev, other: 1}}").variable(
            "schema", "prod")
        try await scenario.run("migrate", "--raw", "--no-lint", "update", "-Dschema=mine").exits(0).stderr(
            Scenario.confirmation)
        let words = try #require(scenario.folder.text("words"))
        #expect(words.contains("-Dschema=mine\n") && words.contains("-Dother=1\n"))
        #expect(!words.contains("-Dschema=dev"))
        #expect(scenario.folder.text("environment")?.contains("schema=") == false)
    }

    // MARK: Variables

    @Test(arguments: [
        "LIQUIBASE_DATABASE_CHANGELOG_TABLE_NAME", "LIQUIBASE_COMMAND_DRIVER_PROPERTIES_FILE",
        "LIQUIBASE_COMMAND_SCHEMAS",
    ]) func aProtectedTargetIsNotChangedWithThem(name: String) async throws {
        let scenario = try scenario("{url: 'jdbc:mine', protected: true}").variable(name, "OTHER")
        try await scenario.run("migrate", "--yes", "--no-lint", "update").exits(78).stderr(
            """
            devtool: the target 'dev' is protected, but \(name) would affect its changes
              hint: set it in devtool.yml, and remove it from the environment

            """)
        #expect(scenario.folder.text("words") == nil)
    }

    @Test(arguments: [
        "LIQUIBASE_LICENSE_KEY", "LIQUIBASE_ANALYTICS_ENABLED", "LIQUIBASE_HEADLESS", "LIQUIBASE_HUB_MODE",
        "LIQUIBASE_VERSION",
    ]) func itIsWithWhatIsAboutLiquibase(name: String) async throws {
        let scenario = try scenario("{url: 'jdbc:mine', protected: true}").variable(name, "x")
        try await scenario.run("migrate", "--raw", "--yes", "--no-lint", "update").exits(0).stderr(
            Scenario.confirmation)
        #expect(scenario.folder.text("environment")?.contains("\(name)=x\n") == true)
    }

    @Test func theySayNotWhatIsDropped() async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}").variable("LIQUIBASE_COMMAND_DROP_ALL_SCHEMAS", "OTHER")
        try await scenario.run("migrate", "--yes", "drop-all").exits(78).stderr(
            """
            devtool: LIQUIBASE_COMMAND_DROP_ALL_SCHEMAS would determine what 'drop-all' removes
              hint: pass it as an option, and remove it from the environment

            """)
        try await scenario.run("migrate", "--raw", "status").exits(0)
        #expect(scenario.folder.text("environment")?.contains("=OTHER\n") == true)
    }

    @Test func oneAddressIsNotThatOfTwoTargets() async throws {
        let scenario = try Scenario().file("db/changelog.xml", Scenario.changelog).config(
            """
            migrate:
              changelog: db/changelog.xml
              targets:
                a: {username: me}
                b: {username: me}
                c: {username: me, protected: true}

            """
        ).withScriptedJava(Self.recording).variable("DATABASE_URL", "jdbc:one")
        try await scenario.run("migrate", "--target", "a,b", "status").exits(78).stderr(
            """
            devtool.yml:4:8: the targets 'a', 'b' have no url, and DATABASE_URL specifies only one database
                a: {username: me}
                   ^
              hint: set 'url' for each target

            """)
        try await scenario.run("migrate", "--target", "c", "status").exits(78).stderr(
            """
            devtool.yml:6:8: the target 'c' has no url
                c: {username: me, protected: true}
                   ^

            """)
        try await scenario.run("migrate", "--raw", "--target", "a", "status").exits(0).stderr("")
        #expect(scenario.folder.text("settings")?.contains("url=jdbc\\:one\n") == true)
    }

    // MARK: Liquibase's own file, and arguments

    @Test(arguments: [
        "update.changelogFile", "command.changelogFile", "update.contexts", "context-filter", "contextFilter",
        "liquibase.command.contextFilter", "command.update.contexts", "update.defaultSchemaName",
    ]) func noSpellingComesBeforeWhatIsConfigured(key: String) async throws {
        let scenario = try scenario("{url: 'jdbc:mine', contexts: [dev], default-schema: s}").file(
            "liquibase.properties", "\(key)=other\n")
        try await scenario.run("migrate", "--raw", "--no-lint", "update").exits(0)
        #expect(scenario.folder.text("settings")?.contains("other") == false)
    }

    @Test func aFileOfArgumentsIsRefused() async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}").file("words.txt", "drop-all\n")
        try await scenario.run("migrate", "--", "@words.txt").exits(64).stderr(
            """
            devtool: '@words.txt' is an argument file, which devtool does not read
              hint: put the arguments on the command line

            """)
    }

    @Test(arguments: [["--log-level=off", "status"], ["status", "--logLevel", "warning"]]) func theLogIsDevtools(
        words: [String]
    ) async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}")
        try await scenario.run(["migrate"] + words).exits(0)
        #expect(scenario.folder.text("settings")?.contains("logLevel=info\n") == true)
        let given = try #require(scenario.folder.text("words"))
        #expect(!given.lowercased().contains("log"))
        #expect(given.hasSuffix("status\n--verbose\n"))
    }

    // MARK: Runs that do nothing, or are not guarded

    @Test(arguments: [">&2", ""]) func whatDidNotRunIsNoSuccess(stream: String) async throws {
        let line = "Liquibase did not run because 'liquibase.shouldRun' was set to false"
        let scenario = try scenario("{url: 'jdbc:mine'}", more: "echo \"\(line)\" \(stream)\n")
        try await scenario.run("migrate", "--no-lint", "update").exits(78).stderr(
            """
            devtool: \(line)
              hint: remove the setting 'should-run', or do not run the command

            """)
    }

    /// In a container, nothing but the temporary folder may be writable.
    @Test func itIsGuardedWithoutACacheFolder() async throws {
        let scenario = try scenario("{url: 'jdbc:mine'}", more: "ls ${PWD}/tmp/.install-* >classes\n")
        _ = try scenario.file("tmp/keep", "")
        let other = scenario.variable("XDG_CACHE_HOME", "/proc/none").variable("TMPDIR", "\(scenario.folder.path)/tmp")
        try await other.run("migrate", "--raw", "status").exits(0).stderr("")
        #expect(scenario.folder.text("classes")?.contains("devtool.jar") == true)
        try await other.variable("TMPDIR", "/proc/none").run("migrate", "status").exits(73)
    }
}
