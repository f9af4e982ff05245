import Foundation
import SystemPackage
import TestSupport
import Testing

/// Secrets: where they may be, and that they are shown nowhere.
@Suite struct SecretScenarios {
    /// A project whose only target has this password.
    private func password(_ reference: String) throws -> Scenario {
        try Scenario().config("migrate:\n  targets:\n    dev: {url: jdbc:x, password: \(reference)}\n")
    }

    private func protect(_ name: String, in scenario: Scenario) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: scenario.folder.path.appending(name).string)
    }

    private static let key = "migrate.targets.dev.password"

    @Test func readsAVariable() async throws {
        try await password("{env: SECRET}").variable("SECRET", "hunter2").run("config", "get", Self.key, "--reveal")
            .stdout("hunter2\n").stderr("").exits(0)
        try await password("{env: SECRET}").variable("SECRET", "").file(".env", "SECRET='hunter 2'").run(
            "config", "get", Self.key, "--reveal"
        ).stdout("hunter 2\n").stderr("").exits(0)
        try await password("{env: SECRET}").variable("DEVTOOL_MIGRATE_TARGETS_DEV_PASSWORD", "direct").run(
            "config", "get", Self.key, "--reveal"
        ).stdout("direct\n").stderr("").exits(0)
        try await password("{env: SECRET}").run("config", "get", Self.key, "--reveal").stdout("").stderr(
            """
            devtool.yml:3:35: the environment variable SECRET is not set
                dev: {url: jdbc:x, password: {env: SECRET}}
                                              ^

            """
        ).exits(78)
    }

    @Test func readsAFileBesideTheOneThatNamesIt() async throws {
        let scenario = try password("{file: secrets/dev}").file("secrets/dev", "hunter2\n").file("below/x", "")
        try protect("secrets/dev", in: scenario)
        try await scenario.run("config", "get", Self.key, "--reveal", in: "below").stdout("hunter2\n").stderr("").exits(
            0)
    }

    @Test func warnsOfAFileThatOthersCanRead() async throws {
        try await password("{file: dev.key}").file("dev.key", "hunter2\r\n").run("config", "get", Self.key, "--reveal")
            .stdout("hunter2\n").stderr(
                """
                devtool.yml:3:35: warning: the secret in 'dev.key' is readable by every user on this machine
                    dev: {url: jdbc:x, password: {file: dev.key}}
                                                  ^
                  hint: chmod 600 dev.key

                """
            ).exits(0)
    }

    @Test(arguments: [
        ("{file: none}", "35: cannot read 'none': No such file or directory"),
        ("{file: empty}", "35: the file 'empty' is empty"),
        ("{file: binary}", "35: the file 'binary' is not valid UTF-8"),
        ("{command: [devtool-none]}", "35: program 'devtool-none' not found on the PATH"),
        ("{command: [./fails, hunter2]}", "35: './fails' exited with status 3"),
        ("{command: [sh, -c, 'kill -9 $$$$']}", "35: 'sh' was terminated by signal 9"),
        ("{command: ['true']}", "35: the output of 'true' is empty"),
    ]) func namesThePlaceOfWhatFails(reference: String, message: String) async throws {
        let scenario = try password(reference).file("empty", "\n").file("binary", bytes: [0xFF]).file(
            "fails", "#!/bin/sh\nexit 3\n")
        try scenario.makeExecutable("fails")
        try protect("empty", in: scenario)
        try protect("binary", in: scenario)
        let outcome = try await scenario.run("config", "get", Self.key, "--reveal").stdout("").exits(78)
        #expect(outcome.errorText.hasPrefix("devtool.yml:3:\(message)\n"))
    }

    @Test func asksACommand() async throws {
        let scenario = try password("{command: [bin/ask, 'a b']}").file(
            "bin/ask", "#!/bin/sh\necho \"asked for $1\" >&2; printf 'hunter 2\\n\\n'"
        ).file("below/x", "")
        try scenario.makeExecutable("bin/ask")
        try await scenario.run("config", "get", Self.key, "--reveal", in: "below").stdout("hunter 2\n").stderr(
            "asked for a b\n"
        ).exits(0)
        // Nothing is asked for what is not revealed.
        try await scenario.run("config", "get", Self.key).stdout("").stderr(
            "devtool: '\(Self.key)' holds a secret\n  hint: use --reveal to print it\n"
        ).exits(64)
        try await scenario.run("config", "check").stdout("").stderr("").exits(0)
    }

    // See: audit of 0.2.0, L7. The kernel writes no file of one byte, and hands none to a program either.
    @Test func coreDumpsAreOffWhereASecretIs() async throws {
        let limit = "grep '^Max core' /proc/self/limits | tr -s ' ' | cut -d' ' -f5"
        let scenario = try Scenario().variable("SECRET", "hunter2").withScriptedJava(limit).config(
            """
            migrate: {targets: {dev: {url: jdbc:x, password: {env: SECRET}}}}
            tasks:
              with: "\(limit)"
              without: {env: {SECRET: none}, run: "\(limit)"}

            """)
        let output = try await scenario.shellOutput(
            """
            ulimit -Sc unlimited; devtool -q migrate -- --version
            devtool -q run with; devtool -q run without
            """)
        #expect(output == "1\n1\nunlimited\n")
    }

    @Test func aURLWithAPasswordIsASecret() async throws {
        let key = "migrate.targets.dev.url"
        let scenario = try Scenario().config("migrate: {targets: {dev: {url: 'postgres://u:hunter2@h/d'}}}")
        try await scenario.run("config", "get", key).stdout("").stderr(
            "devtool: '\(key)' holds a secret\n  hint: use --reveal to print it\n"
        ).exits(64)
        try await scenario.run("config", "get", key, "--reveal").stdout("postgres://u:hunter2@h/d\n").exits(0)
        try await scenario.variable("DEVTOOL_PLUGIN", "x").run("config", "get", key).stdout(
            "postgres://u:hunter2@h/d\n"
        ).exits(0)
    }

    /// A project could send the user's own password to any address.
    @Test func thePasswordOfTheUserGoesToNoAddressOfTheProject() async throws {
        let user = ".config/devtool/config.yml"
        let scenario = try Scenario().config("migrate: {targets: {dev: {url: jdbc:evil}}}").file(
            user, "migrate: {targets: {dev: {password: {env: SECRET}}}}"
        ).variable("SECRET", "hunter2").withScriptedJava("cat")
        try await scenario.run("migrate", "update").stdout("").stderr(
            """
            devtool.yml:1:32: 'migrate.targets.dev.password' from your own configuration is not sent to the 'url' set by the project
            migrate: {targets: {dev: {url: jdbc:evil}}}
                                           ^
              hint: set 'url' in your own configuration too, or set the secret in the project's configuration

            """
        ).exits(78)
    }

    /// What a task says in variables the project says.
    @Test(arguments: [
        ("DATABASE_URL", "jdbc:evil:x"), ("LIQUIBASE_COMMAND_URL", "jdbc:evil:x"),
        ("DEVTOOL_MIGRATE_URL", "jdbc:evil:x"), ("JAVA_OPTS", "-Dliquibase.command.url=jdbc:e"),
    ]) func norToOneThatATaskNames(variable: String, value: String) async throws {
        try await Scenario().config("tasks:\n  a: {migrate: [status], env: {\(variable): '\(value)'}}\n").file(
            ".config/devtool/config.yml", "migrate: {password: {env: SECRET}}\n"
        ).file("liquibase.properties", "changeLogFile=c.sql\n").file("c.sql", "").variable("SECRET", "hunter2")
            .withScriptedJava("touch started").run("run", "-q", "a").stdout("").stderr(
                """
                devtool.yml:2:3: 'migrate.password' from your own configuration is not sent to the 'url' set by the project
                  a: {migrate: [status], env: {\(variable): '\(value)'}}
                  ^
                  hint: set 'url' in your own configuration too, or set the secret in the project's configuration
                devtool.yml:2:3: the task 'a' failed: exit status 78

                """
            ).exits(78).file("started", nil)
    }

    /// Liquibase's own file lies in the project, too.
    @Test(arguments: ["liquibase.properties", "db.properties"]) func norToOneThatLiquibasesOwnFileNames(name: String)
        async throws
    {
        let scenario = try Scenario().config("migrate: {properties-file: \(name)}\n").file(name, "url=jdbc:evil\n")
            .file(".config/devtool/config.yml", "migrate: {password: {env: SECRET}}\n").variable("SECRET", "hunter2")
            .withScriptedJava("touch started")
        try await scenario.run("migrate", "status").stdout("").stderr(
            """
            \(name):1:1: 'migrate.password' from your own configuration is not sent to the 'url' set by the project
              hint: set 'url' in your own configuration too, or set the secret in the project's configuration

            """
        ).exits(78).file("started", nil)
        // What somebody sets for this run is meant for it.
        try await scenario.file(".config/devtool/config.yml", "{}\n").variable("DEVTOOL_MIGRATE_PASSWORD", "hunter2")
            .run("migrate", "--raw", "status").exits(0).file("started", "")
    }

    @Test(arguments: ["{env: SECRET}", "{file: dev.key}"]) func aPluginMayTellOfIt(reference: String) async throws {
        let scenario = try password(reference).file("dev.key", "hunter2\n").variable("SECRET", "hunter2").plugin(
            "leak",
            """
            secret=$("$DEVTOOL_BIN" config get --reveal \(Self.key))
            printf '{"event": "diagnostic", "message": "no login with %s"}' "$secret" >"$DEVTOOL_EVENTS"
            """)
        try protect("dev.key", in: scenario)
        let outcome = try await scenario.run("--report", "json=r.json", "leak").stdout("").stderr(
            "devtool: no login with ***\n"
        ).exits(1)
        #expect(outcome.folder.text("r.json")?.contains("no login with ***") == true)
    }

    @Test(arguments: ["{file: dev.key}", "{command: [cat, dev.key]}"]) func aChildMayPrintIt(reference: String)
        async throws
    {
        let scenario = try password(reference).file("dev.key", "hunter2\n").withScriptedJava("cat; echo hunter2 >&2")
        try protect("dev.key", in: scenario)
        try await scenario.run("migrate", "update").stdout("url=jdbc\\:x\npassword=***\nlogLevel=info\n").says(
            """
            ***
            devtool: warning: the output of '[DIR]/jdk/bin/java' contained a secret, shown as ***
            nothing to apply (TIME)

            """
        ).exits(0)
    }

    /// A name of a task shows the values of its parameters, before each line of its output, too.
    @Test func aTasksNameDoesNotShowIt() async throws {
        let scenario = try Scenario().variable("LOGIN", "hunter2").config(
            """
            migrate: {targets: {dev: {url: 'jdbc:x', password: {env: LOGIN}}}}
            tasks:
              a: {params: {p: x}, run: echo a}
              all: {needs: [{task: a, params: {p: "${env.LOGIN}"}}, b]}
              b: echo b

            """)
        for words in [["--output", "prefix", "all"], ["--graph", "dot", "all"], ["-n", "all"]] {
            let outcome = try await scenario.run(["run"] + words).exits(0)
            #expect(outcome.outputText.contains("a(p=***)"), "\(outcome.outputText)")
            #expect(!(outcome.outputText + outcome.errorText).contains("hunter2"))
        }
    }

    /// What shows a section shows its secrets as well, where they are asked for.
    @Test func theSecretsOfASection() async throws {
        let scenario = try Scenario().config("cards: {key: {env: KEY}, token: {env: TOKEN}}").variable("KEY", "k0123")
            .variable("TOKEN", "ATTA: token")
        let format = "cards.format: \"#{number} \"\n"
        let rest = "cards.api: https://api.trello.com\ncards.timeout: 5m\n"
        try await scenario.run("config", "get", "cards").exits(0).stdout(
            "\(format)cards.key: ***\ncards.token: ***\n\(rest)")
        try await scenario.run("config", "get", "cards", "--reveal").exits(0).stdout(
            "\(format)cards.key: k0123\ncards.token: \"ATTA: token\"\n\(rest)")
    }
}
