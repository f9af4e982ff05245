import TestSupport
import Testing

/// Sections of plugins that one has, and a colleague has not.
@Suite struct PluginSectionScenarios {
    private static let file = "{teleport: {speed: x}, tasks: {a: {run: echo a}}}"
    private static let note = """
        devtool.yml:1:2: note: unknown section 'teleport'
        \(file)
         ^
          hint: it may belong to the plugin 'devtool-teleport', which is not on your PATH, or to another suite

        """
    private static let description = #"{"configuration": {"speed": {"type": "integer", "help": "How fast."}}}"#

    /// It made the whole file invalid, for all commands, and no hint named it; then it was a warning of all commands.
    @Test func aPluginThatIsMissing() async throws {
        let scenario = try Scenario().config(Self.file)
        try await scenario.run("run", "-q", "a").stdout("a\n").stderr("").exits(0)
        try await scenario.run("config").stderr("").exits(0)
        try await scenario.run("migrate", "targets").stderr("").exits(0)
        try await scenario.run("config", "check").stdout("").stderr(Self.note).exits(0)
    }

    /// Its secrets are, too, and so is what tasks take of it.
    @Test(arguments: [false, true]) func whatItsSectionHoldsIsUsed(isInstalled: Bool) async throws {
        let scenario = try Scenario().config(
            """
            teleport: {speed: fast, to: [a, b], key: {env: KEY}, url: "http://u:sesame@x/"}
            tasks:
              a: {run: 'echo ${config.teleport.speed} ${config.teleport.to} ${config.teleport.no:-none}'}
              b: {needs: [a], run: 'echo "$KEY"; echo "$URL"'}
            """
        ).variable("KEY", "open sesame").variable("URL", "http://u:sesame@x/")
        if isInstalled { _ = try scenario.plugin("teleport", "echo teleport") }
        try await scenario.run("run", "-q", "b").stdout("fast a b none\n***\n***\n").exits(0)
        try await scenario.run("config", "get", "teleport.speed").stdout("fast\n").exits(0)
        try await scenario.run("config", "get", "teleport.key").stdout("").exits(64)
    }

    /// What is below a key is there as well, but for what may have a secret in it.
    @Test func mappingsAreValues() async throws {
        let scenario = try Scenario().plugin("teleport", "echo teleport").config(
            """
            teleport: {speed: {low: 1, high: b c}, deep: {a: {b: c}}, to: {x: "http://u:sesame@x/"}}
            tasks: {a: 'echo ${config.teleport.speed}'}
            """)
        try await scenario.run("config", "get", "teleport.speed").stdout("low=1\nhigh=b c\n").exits(0)
        try await scenario.run("config", "get", "teleport.to").stdout("").exits(64)
    }

    /// Listing tasks asks no plugin; running them, and the check of a file, ask those that it has sections for.
    @Test(arguments: [["config", "check"], ["run", "-q", "a"], ["config", "get", "teleport.speed"]])
    func aPluginThatWasNotAsked(asking: [String]) async throws {
        let scenario = try Scenario().config(Self.file).plugin(
            "teleport", "[ \"$1\" = --devtool-describe ] && echo '\(Self.description)'")
        try await scenario.run("run", "--list").stderr("").exits(0)
        let message = """
            devtool.yml:1:20: 'teleport.speed' must be an integer, not 'x'
            \(Self.file)
                               ^

            """
        try await scenario.run(asking).stdout("").stderr(message).exits(78)
        try await scenario.run("run", "--list").stdout("").stderr(message).exits(78)
    }

    /// It was an annotation of every job, and neither the user's fault nor for him to mend.
    @Test func aPluginOfTheProjectIsNoWarning() async throws {
        let scenario = try Scenario().config(Self.file).plugin(
            "teleport", "[ \"$1\" != --devtool-describe ] || exec echo '\(Self.description)'; echo there", in: "plugins"
        ).path("plugins")
        for arguments in [["run", "-q", "a"], ["config", "check"], ["run", "--list"]] {
            try await scenario.run(arguments).stderr("").exits(0)
        }
        // Its settings are checked when it is asked for them.
        try await scenario.run("teleport").stdout("").exits(78)
        try await scenario.run("config", "check").stdout("").exits(78)
    }

    /// It depended on the `PATH`, and on whether the plugin had run before.
    @Test func optionsOfAPluginOfTheProjectAreFlags() async throws {
        let scenario = try Scenario().config("tasks: {a: {teleport: [], options: {speed: 3}}}").plugin(
            "teleport",
            "[ \"$1\" != --devtool-describe ] || exec echo '\(Self.description)'; echo \"$DEVTOOL_TELEPORT_SPEED $*\"",
            in: "plugins"
        ).path("plugins")
        for _ in 1...2 { try await scenario.run("run", "-q", "a").stdout(" --speed 3\n").stderr("").exits(0) }
    }

    /// The folder of the project is on the `PATH` of its tasks only.
    @Test func aPluginThatTheProjectHas() async throws {
        let scenario = try Scenario().plugin("links", #"echo "$1 in $PWD, yes=$DEVTOOL_ASSUME_YES""#, in: "tools")
            .config(try #require(DocumentationPage("docs/plugins.md").blocks("yaml").first)).file("sub/x", "")
        try await scenario.run("run", "-q", "links").stdout("docs in [DIR], yes=0\n").stderr("").exits(0)
        try await scenario.run("run", "-q", "--yes", "links", in: "sub").stdout("docs in [DIR], yes=1\n").exits(0)
        // The section is for the plugin that the task runs.
        let file = "links: {depth: 2}\n" + (scenario.folder.text("devtool.yml") ?? "")
        try await scenario.config(file).run("config", "check").stdout("").stderr("").exits(0)
        try await scenario.run("--yes", "links").stderr(
            "devtool: unknown option '--yes'\n  hint: run 'devtool --help' for usage\n"
        ).exits(64)
    }

    @Test func aPluginThatATaskRequires() async throws {
        try await Scenario().config("tasks: {a: {links: [docs], requires: {programs: devtool-links}}}").run("run", "a")
            .stdout("").stderr(
                """
                devtool.yml:1:49: the task 'a' needs the program 'devtool-links', which was not found
                tasks: {a: {links: [docs], requires: {programs: devtool-links}}}
                                                                ^
                devtool.yml:1:13: the task 'a' needs the plugin 'links', which is not installed
                tasks: {a: {links: [docs], requires: {programs: devtool-links}}}
                            ^
                  hint: install 'devtool-links' in a folder on the PATH

                """
            ).exits(69)
    }

    /// What looks like a mistake is one.
    @Test(arguments: [
        ("favicons: {size: 3}", "devtool.yml:1:1: unknown key 'favicons'"),
        ("doctor: {a: b}", "devtool.yml:1:1: unknown key 'doctor'"),
        ("teleport: [a]", "devtool.yml:1:1: unknown key 'teleport'"),
        ("Tele: {a: b}", "devtool.yml:1:1: unknown key 'Tele'"),
    ]) func namesThatAreNoPlugins(file: String, message: String) async throws {
        let outcome = try await Scenario().config(file).run("config", "check").stdout("").exits(78)
        #expect(outcome.errorText.hasPrefix(message + "\n"), "\(outcome.errorText)")
    }
}
