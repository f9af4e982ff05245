import SystemPackage
import TestSupport
import Testing

/// `devtool migrate`, with a scripted Java: what it starts, and what it makes of its end.
@Suite struct MigrateScenarios {
    @Test func startsJavaWithTheSettingsOnItsInput() async throws {
        try await Scenario().project(
            "{url: 'jdbc:x:a b', username: app, password: {env: SECRET}, driver: org.x.Driver}"
        ).withScriptedJava(
            """
            echo "${1%/.install-*}"; ls -d "${1#*=}" | wc -l; shift
            for word; do echo "$word"; done; pwd; cat >input; echo "${SECRET-unset}"
            """
        ).file("liquibase/lib/driver.jar", "").variable("SECRET", #"p\a=s:s#w!ö€😀 d"#).run(
            "migrate", "--target", "dev", "rollback-count", "1", "--yes"
        ).stdout(
            """
            -Djava.io.tmpdir=[DIR]/.cache/devtool/liquibase/runs
            1
            -XX:TieredStopAtLevel=1
            -XX:Tier3InvocationThreshold=50
            -XX:CICompilerCount=1
            -XX:+UseSerialGC
            -Duser.language=en
            -Duser.country=US
            -cp
            [DIR]/liquibase/liquibase.jar:[DIR]/liquibase/lib/driver.jar:.
            liquibase.integration.commandline.LiquibaseCommandLine
            --defaults-file=/dev/stdin
            rollback-count
            1
            [DIR]
            unset

            """
        ).stderr("").exits(0).file(
            "input",
            ##"""
            changeLogFile=db/changelog.xml
            url=jdbc\:x\:a\ b
            username=app
            password=p\\a\=s\:s\#w\!\u00f6\u20ac\ud83d\ude00\ d
            driver=org.x.Driver
            logLevel=info

            """##)
    }

    /// Whatever stands in the place of Java, or ends it, is no update.
    @Test(arguments: ["update", "update-count", "update-to-tag", "update-testing-rollback"])
    func anUpdateThatNothingTellsOfIsNone(command: String) async throws {
        let scenario = try Scenario().project("{url: jdbc:x}").withScriptedJava("trap - EXIT")
        let words = ["update-count": ["2"], "update-to-tag": ["v1"]][command, default: []]
        let update = ["migrate", "--yes", "--no-lint"] + [command] + words
        try await scenario.run(update).stdout("").stderr(
            """
            devtool: Liquibase exited with status 0 without reporting success, so it is \
            unknown what was applied
              hint: see Liquibase's own output with --raw

            """
        ).exits(78)
        try await scenario.run("migrate", "--", command, "--help").stdout("").stderr("").exits(0)
    }

    @Test func noOtherProcessCanSeeThePassword() async throws {
        let outcome = try await Scenario().project("{url: jdbc:x, password: {env: SECRET}}").withScriptedJava(
            "cat /proc/self/cmdline /proc/$PPID/cmdline /proc/self/environ | tr '\\0' '\\n' >seen"
        ).variable("SECRET", "hunter2").run("migrate", "update").exits(0)
        let seen = try #require(outcome.folder.text("seen"))
        #expect(seen.contains("migrate\nupdate\n"))
        #expect(!seen.contains("hunter2"))
    }

    @Test func redactsThePasswordWhereverItIsPrinted() async throws {
        try await Scenario().project("{url: jdbc:x, password: {env: SECRET}}").withScriptedJava(
            "echo 'out hunter2'; printf hun >&2; \(Scenario.untilRead(2)); echo ter2 >&2"
        ).variable("SECRET", "hunter2").run("migrate", "update").stdout("out ***\n").says(
            """
            ***
            devtool: warning: the output of '[DIR]/jdk/bin/java' contained a secret, shown as ***
            nothing to apply (TIME)

            """
        ).exits(0)
    }

    @Test(arguments: [1, 2, 134]) func passesTheExitStatusThrough(status: Int32) async throws {
        try await Scenario().project("{url: jdbc:x}").withScriptedJava("exit \(status)").run("migrate", "status")
            .stdout("").stderr("devtool: Liquibase exited with status \(status)\n").exits(status)
    }

    @Test func diesByTheSignalThatKilledTheChild() async throws {
        try await Scenario().project("{url: jdbc:x}").withScriptedJava("kill -KILL $$").run("migrate", "status").stdout(
            ""
        ).stderr(
            """
            devtool: Liquibase was terminated by signal 9
              hint: if the signal was not sent on purpose, the system probably ran out of memory

            """
        ).exits(128 + 9)
    }

    @Test func runsInTheFolderOfTheConfiguration() async throws {
        try await Scenario().project("{url: jdbc:x}").withScriptedJava("pwd").file("deep/er/x", "").run(
            "migrate", "status", in: "deep/er"
        ).stdout("[DIR]\n").stderr("").exits(0)
    }

    @Test func putsTheClassPathFirst() async throws {
        try await Scenario().project("{url: jdbc:x, classpath: [drivers/a.jar, drivers]}").file("drivers/a.jar", "")
            .withScriptedJava(#"echo "$9""#).file("liquibase_libs/b.jar", "").variable("JAVA_OPTS", "").run(
                "migrate", "status"
            ).stdout("[DIR]/drivers/a.jar:[DIR]/drivers:[DIR]/liquibase/liquibase.jar:[DIR]/liquibase_libs/b.jar:.\n")
            .stderr("").exits(0)
    }

    /// Its launcher, from 4.31 on, reads the settings before Liquibase does: Java is started without it.
    @Test func startsLaterLayoutsDirectly() async throws {
        let scenario = try Scenario().project("{url: jdbc:x, classpath: db}").withScriptedJava(
            #"echo "$8 $9"; shift 9; echo "$@"; echo "$LIQUIBASE_HOME"; cat; cat /dev/stdin"#
        ).file("other/internal/lib/liquibase-core.jar", "").file("other/internal/lib/a.jar", "").file(
            "other/internal/extensions/b.jar", ""
        ).file("other/lib/c.jar", "").file("other/liquibase", "#!/bin/sh\nexit 9\n").file("deep/x", "")
        try scenario.makeExecutable("other/liquibase")
        let settings = "changeLogFile=db/changelog.xml\nurl=jdbc\\:x\nlogLevel=info\n"
        try await scenario.variable("LIQUIBASE_HOME", "../other").variable("JAVA_OPTS", "").run(
            "migrate", "status", in: "deep"
        ).stdout(
            """
            -cp [DIR]/db:[DIR]/other/internal/lib/liquibase-core.jar:[DIR]/other/lib/c.jar:\
            [DIR]/other/internal/lib/a.jar:[DIR]/other/internal/extensions/b.jar
            liquibase.integration.commandline.LiquibaseCommandLine --defaults-file=/dev/stdin status --verbose
            [DIR]/other
            \(settings)\(settings)
            """
        ).stderr("").exits(0)
    }

    /// Package managers put a script on the PATH that starts the real launcher, which finds its own home.
    @Test func leavesTheHomeToAScriptThatStartsAnother() async throws {
        let scenario = try Scenario().project("{url: jdbc:x}").withScriptedJava("exit 9").file(
            "bin/liquibase", "#!/bin/sh\necho \"${LIQUIBASE_HOME-unset}\"\n")
        try scenario.makeExecutable("bin/liquibase")
        try await scenario.variable("LIQUIBASE_HOME", "").variable(
            "PATH", "\(scenario.folder.path.appending("bin")):/usr/bin:/bin"
        ).run("migrate", "status").stdout("unset\n").stderr("").exits(0)
    }

    @Test func hidesThePasswordsOfAllTargets() async throws {
        try await Scenario().withScriptedJava("env | grep -c PASSWORD").config(
            """
            migrate:
              default-target: dev
              targets:
                dev: {url: jdbc:d}
                prod: {url: jdbc:p, password: {env: PROD_PASSWORD}}

            """
        ).variable("PROD_PASSWORD", "hunter2").run("migrate", "update").stdout("0\n").stderr(
            "devtool: Liquibase exited with status 1\n"
        ).exits(1)
    }

    @Test func everythingAfterTheTerminatorIsLiquibases() async throws {
        try await Scenario().project("{url: jdbc:x}").withScriptedJava(#"shift 10; echo "$@""#).run(
            "migrate", "--target", "dev", "--", "update", "--help"
        ).stdout("--defaults-file=/dev/stdin update --help\n").stderr("").exits(0)
    }

    @Test(arguments: [
        "dev: {url: jdbc:x}", "dev: {url: jdbc:x}, prod: {url: jdbc:y}",
        "dev: {each: {command: [false]}, url: 'jdbc:x/${each}'}, prod: {url: jdbc:y}",
    ]) func helpAlsoComesFromLiquibase(targets: String) async throws {
        let scenario = try Scenario().project("{url: jdbc:x}").withScriptedJava(#"shift 10; echo "$@""#).config(
            "migrate: {changelog: db/changelog.xml, targets: {\(targets)}}\n")
        for option in ["--help", "-h"] {
            let help = try await scenario.run("migrate", "update", option).stderr("").exits(0).outputText
            let own = try await scenario.run("migrate", "liquibase", "--help").exits(0).outputText
            #expect(help == "\(own)\nLIQUIBASE'S OPTIONS:\n--defaults-file=/dev/stdin update --help\n")
        }
    }

    @Test func helpOutsideAProjectIsDevtools() async throws {
        let own = try await Scenario().run("migrate", "liquibase", "--help").exits(0).outputText
        try await Scenario().run("migrate", "update", "--help").stdout(own).stderr("").exits(0)
    }

    @Test func helpWithoutJavaSaysWhatIsMissing() async throws {
        let scenario = try Scenario().project("{url: jdbc:x}").withScriptedJava("").variable("JAVA_HOME", "")
        let help = try await scenario.variable("PATH", "/nonexistent").run("migrate", "update", "--help").exits(69)
        #expect(help.outputText.hasPrefix("OVERVIEW: "))
        #expect(help.errorText.hasPrefix("devtool: Java is not installed\n"))
    }

    @Test func saysHowToGetJava() async throws {
        try await Scenario().project("{url: jdbc:x}").withScriptedJava("").variable("JAVA_HOME", "").variable(
            "PATH", "/nonexistent"
        ).run("migrate", "update").stdout("").stderr(
            """
            devtool: Java is not installed
              hint: install it (Debian: apt-get install default-jre-headless), or set JAVA_HOME

            """
        ).exits(69)
    }

    @Test func saysHowToGetLiquibase() async throws {
        try await Scenario().project("{url: jdbc:x}").withScriptedJava("").variable("LIQUIBASE_HOME", "").variable(
            "PATH", "/nonexistent"
        ).run("migrate", "update").stdout("").stderr(
            """
            devtool: Liquibase is not installed
              hint: install it with 'devtool migrate install', or set LIQUIBASE_HOME

            """
        ).exits(69)
    }

    @Test func reportsAllThatIsWrongWithTheConfiguration() async throws {
        try await Scenario().config(
            """
            migrate:
              chnagelog: db/changelog.xml
              targets:
                dev:
                  url: [jdbc:x]
                  usrname: app
                  password: hunter2

            """
        ).run("migrate", "update").stdout("").stderr(
            """
            devtool.yml:2:3: unknown key 'chnagelog' in 'migrate'
              chnagelog: db/changelog.xml
              ^
              hint: did you mean 'changelog'?
            devtool.yml:5:12: 'migrate.targets.dev.url' must be a string, not a list
                  url: [jdbc:x]
                       ^
            devtool.yml:6:7: unknown key 'usrname' in 'migrate.targets.dev'
                  usrname: app
                  ^
              hint: did you mean 'username'?
            devtool.yml:7:17: 'migrate.targets.dev.password' must be a reference to a secret, not the secret itself
              hint: write password: {env: NAME_OF_A_VARIABLE}

            """
        ).exits(78)
    }

    @Test func namesTheVariableThatIsNotSet() async throws {
        try await Scenario().project("{url: jdbc:x, password: {env: SECRET}}").withScriptedJava("").run(
            "migrate", "update"
        ).stdout("").stderr(
            """
            devtool.yml:4:35: the environment variable SECRET is not set
                dev: {url: jdbc:x, password: {env: SECRET}}
                                              ^

            """
        ).exits(78)
    }

    @Test func refusesAPasswordThatLiquibaseWouldStrip() async throws {
        try await Scenario().project("{url: jdbc:x, password: {env: SECRET}}").withScriptedJava("").variable(
            "SECRET", "hunter2\n"
        ).run("migrate", "update").stdout("").stderr(
            """
            devtool.yml:4:35: the password in SECRET begins or ends with whitespace, which \
            Liquibase would strip
                dev: {url: jdbc:x, password: {env: SECRET}}
                                              ^

            """
        ).exits(78)
    }

    @Test func wantsATargetWhereThereAreSeveral() async throws {
        let scenario = try Scenario().withScriptedJava("cat").config(
            "migrate: {targets: {dev: {url: jdbc:d}, prod: {url: jdbc:p}}}\n")
        try await scenario.run("migrate", "update").stdout("").stderr(
            """
            devtool: several targets are configured
              hint: choose one with --target (dev, prod), or set default-target

            """
        ).exits(64)
        try await scenario.run("migrate", "update", "--target", "prdo").stdout("").stderr(
            """
            devtool: unknown target 'prdo'
              hint: did you mean 'prod'?

            """
        ).exits(64)
        try await scenario.run("migrate", "update", "--target", "prod").stdout("url=jdbc\\:p\nlogLevel=info\n").says(
            "nothing to apply (TIME)\n"
        ).exits(0)
    }

    @Test func usesTheDefaultTarget() async throws {
        let targets = "targets: {dev: {url: jdbc:d}, prod: {url: jdbc:p}}"
        try await Scenario().withScriptedJava("cat").config("migrate: {default-target: dev, \(targets)}\n").run(
            "migrate", "update"
        ).stdout("url=jdbc\\:d\nlogLevel=info\n").says("nothing to apply (TIME)\n").exits(0)
        try await Scenario().withScriptedJava("cat").config("migrate:\n  default-target: dve\n  \(targets)\n").run(
            "migrate", "update"
        ).stdout("").stderr(
            """
            devtool.yml:2:19: 'migrate.default-target' is 'dve', which is not one of the targets
              default-target: dve
                              ^
              hint: did you mean 'dev'?

            """
        ).exits(78)
    }

    @Test func wantsAnUrlAndAClassPathThatIsThere() async throws {
        try await Scenario().withScriptedJava("").config("migrate:\n  targets:\n    dev:\n      username: app\n").run(
            "migrate", "update"
        ).stdout("").stderr(
            """
            devtool.yml:4:7: the target 'dev' has no url
                  username: app
                  ^

            """
        ).exits(78)
        try await Scenario().withScriptedJava("").project("{url: jdbc:x, classpath: nowhere.jar}").run(
            "migrate", "update"
        ).stdout("").stderr(
            """
            devtool.yml:4:35: file 'nowhere.jar' in the class path of the target 'dev' not found
                dev: {url: jdbc:x, classpath: nowhere.jar}
                                              ^

            """
        ).exits(78)
    }

    @Test func wantsACommand() async throws {
        try await Scenario().project("{url: jdbc:x}").withScriptedJava("").run("migrate").stdout("").stderr(
            """
            devtool: missing Liquibase command
              hint: for example, run 'devtool migrate update'; 'devtool migrate -- --help' lists all commands

            """
        ).exits(64)
    }

    @Test func wantsAConfiguration() async throws {
        try await Scenario().withScriptedJava("").run("migrate", "update").stdout("").stderr(
            """
            devtool: no devtool.yml in '[DIR]' or any folder above it
              hint: specify one with --config FILE, or create one with 'devtool init'

            """
        ).exits(78)
        try await Scenario().withScriptedJava("").run("migrate", "update", "--config", "no.yml").stdout("").stderr(
            "devtool: cannot read 'no.yml': No such file or directory\n"
        ).exits(66)
    }

    @Test func takesTheConfigurationThatIsNamed() async throws {
        let scenario = try Scenario().withScriptedJava("pwd; cat").file(
            "other/ci.yml", "migrate: {targets: {ci: {url: jdbc:ci}}}")
        for run in [
            try await scenario.run("migrate", "--config", "other/ci.yml", "update"),
            try await scenario.variable("DEVTOOL_CONFIG", "other/ci.yml").run("migrate", "update"),
        ] { run.stdout("[DIR]/other\nurl=jdbc\\:ci\nlogLevel=info\n").says("nothing to apply (TIME)\n").exits(0) }
    }
}
