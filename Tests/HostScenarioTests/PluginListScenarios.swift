import Foundation
import TestSupport
import Testing

/// What devtool says about plugins: `plugins`, and help.
@Suite struct PluginListScenarios {
    /// A scenario with a plugin of every kind, and none of the machine's own.
    private func zoo() throws -> Scenario {
        try Scenario().fixture("devtool-todo").fixture("devtool-hello").plugin("cards", "").plugin(
            "fails", "# --devtool-describe\nexit 3"
        ).plugin("lies", "# --devtool-describe\necho '{\"version\": 1}'").plugin("Loud.sh", "").file(
            "bin/devtool-notes", ""
        ).plugin("hello", "", in: "bin").path("bin")
    }

    private static let folder = "[DIR]/.local/share/devtool/plugins"

    @Test func tellsWhatThereIsAndWhyTheRestIsNot() async throws {
        let broken = "broken: --devtool-describe exited with status 3"
        let lies = "broken: invalid output from --devtool-describe: 'version' is not a string"
        try await zoo().listPlugins().stdout(
            """
            fails  -      -                                  \(Self.folder)/devtool-fails
            hello  -      -                                  \(Self.folder)/devtool-hello
            lies   -      -                                  \(Self.folder)/devtool-lies
            todo   1.0.0  Find what is left to do in files.  \(Self.folder)/devtool-todo

            \(Self.folder)/devtool-Loud.sh: broken: plugin names may contain only lower-case letters, digits and hyphens
            \(Self.folder)/devtool-cards: shadowed: a built-in command has this name
            \(Self.folder)/devtool-fails: \(broken)
            \(Self.folder)/devtool-lies: \(lies)
            [DIR]/bin/devtool-hello: shadowed: '\(Self.folder)/devtool-hello' takes precedence
            [DIR]/bin/devtool-notes: broken: not executable

            """
        ).stderr("").exits(0)
    }

    @Test func tellsItToPrograms() async throws {
        try await Scenario().fixture("devtool-todo").plugin("cards", "").path("bin").listPlugins("--json").stdout(
            """
            {
              "schema": 1,
              "plugins": [
                {
                  "name": "cards",
                  "path": "\(Self.folder)/devtool-cards",
                  "status": "shadowed",
                  "reason": "a built-in command has this name",
                  "version": null,
                  "summary": null,
                  "usage": null,
                  "configuration": {}
                },
                {
                  "name": "todo",
                  "path": "\(Self.folder)/devtool-todo",
                  "status": "usable",
                  "reason": null,
                  "version": "1.0.0",
                  "summary": "Find what is left to do in files.",
                  "usage": "devtool todo <file> ...",
                  "configuration": {
                    "mark": {
                      "type": "string",
                      "help": "What marks a line; TODO by default."
                    }
                  }
                }
              ]
            }

            """
        ).exits(0)
    }

    @Test func withoutPluginsTellsWhereToPutOne() async throws {
        try await Scenario().path("bin").run("plugins").stdout("").stderr(
            """
            no plugins found: put a program named devtool-NAME in '\(Self.folder)' or on the PATH

            """
        ).exits(0)
    }

    @Test func askingTakesAtMostSomeSeconds() async throws {
        try await Scenario().plugin("slow", "# --devtool-describe\nexec sleep 1000").path("bin").run("plugins").stdout(
            """
            slow  -  -  \(Self.folder)/devtool-slow

            \(Self.folder)/devtool-slow: broken: --devtool-describe took longer than 20.0 seconds

            """
        ).exits(0)
    }

    /// Otherwise it would be 40 seconds.
    @Test func allAreAskedAtOnce() async throws {
        let wait =
            "# --devtool-describe\ntouch $DEVTOOL_PLUGIN\nuntil [ -e a ] && [ -e b ]; do sleep 0.05; done\necho {}"
        let scenario = try Scenario().plugin("a", wait).plugin("b", wait).path("bin")
        try await scenario.run("plugins").stdout(
            "a  -  -  \(Self.folder)/devtool-a\nb  -  -  \(Self.folder)/devtool-b\n"
        ).exits(0)
        let other = try Scenario().plugin("a", wait).plugin("b", wait).path("bin").config("{a: {x: y}, b: {x: y}}")
        try await other.run("config", "check").stdout("").exits(0)
    }

    @Test func onlyThoseAreAskedThatSayTheyCanAnswer() async throws {
        try await Scenario().plugin("deploy", "touch deployed").path("bin").run("plugins").stdout(
            "deploy  -  -  \(Self.folder)/devtool-deploy\n"
        ).file("deployed", nil).exits(0)
    }

    @Test func aDescriptionIsAskedForOnceAndAgainAfterAChange() async throws {
        let script = "echo asked >>asked; echo '{\"version\": \"1\"}' # --devtool-describe"
        let scenario = try Scenario().plugin("count", script).path("bin")
        try await scenario.listPlugins().stdout("count  1  -  \(Self.folder)/devtool-count\n")
        let asked = try #require(scenario.folder.text("asked"))
        try await scenario.listPlugins().stdout("count  1  -  \(Self.folder)/devtool-count\n").file("asked", asked)
        _ = try scenario.plugin("count", script.replacing("\"1\"", with: "\"12\""))
        try await scenario.listPlugins().stdout("count  12  -  \(Self.folder)/devtool-count\n")
    }

    @Test(arguments: [["--help"], ["help"], []]) func helpListsPluginsAndExecutesNone(arguments: [String]) async throws
    {
        let scenario = try Scenario().fixture("devtool-todo").path("bin").plugin(
            "a-name-that-is-rather-long", "echo executed >>executed # --devtool-describe")
        let outcome = try await scenario.run(arguments)
        outcome.file("executed", nil).exits(0)
        #expect(
            outcome.outputText.contains(
                """

                PLUGINS:
                  a-name-that-is-rather-long
                  todo

                GLOBAL OPTIONS
                """))

        try await scenario.listPlugins()
        let later = try await scenario.run(arguments)
        #expect(later.outputText.contains("  todo                    Find what is left to do in files.\n"))
    }

    @Test func helpOfAPluginExecutesNothing() async throws {
        let scenario = try Scenario().fixture("devtool-todo")
        let more = """
              'todo' is the plugin '\(Self.folder)/devtool-todo'; 'devtool todo --help' may print more.

            """
        try await scenario.run("help", "todo").stdout("USAGE: devtool todo [<argument> ...]\n\n\(more)").exits(0)
        try await scenario.listPlugins()
        try await scenario.run("help", "todo").stdout(
            """
            OVERVIEW: Find what is left to do in files.

            USAGE: devtool todo <file> ...

            SETTINGS (in devtool.yml, under 'todo'):
              mark                    What marks a line; TODO by default. (text)

            \(more)
            """
        ).exits(0)
    }

    @Test func whatLiesInTheProjectIsNotAsked() async throws {
        let script = "echo executed >>executed # --devtool-describe"
        try await Scenario().config("").plugin("near", script, in: "bin").path("bin").run("plugins").stdout(
            """
            near  -  -  [DIR]/bin/devtool-near

            [DIR]/bin/devtool-near: usable: not queried, because it is in the project

            """
        ).file("executed", nil).exits(0)
    }

    @Test func theConfigurationMayHaveTheSectionOfAPluginThatIsKnown() async throws {
        let scenario = try Scenario().fixture("devtool-todo").config("todo: {mrk: FIXME}")
        try await scenario.listPlugins()
        try await scenario.run("migrate", "update").stderr(
            """
            devtool.yml:1:8: unknown key 'mrk' in 'todo'
            todo: {mrk: FIXME}
                   ^
              hint: did you mean 'mark'?

            """
        ).exits(78)
    }

    @Test func runsAPluginByName() async throws {
        let scenario = try Scenario().plugin("show", "echo \"$# $*\"; exit 3")
        try await scenario.run("plugins", "run", "show", "--help", "--", "-x").stdout("3 --help -- -x\n").exits(3)
        try await scenario.run("plugins", "run", "shwo2").stderr("devtool: unknown plugin 'shwo2'\n").exits(64)
        try await scenario.run("plugins", "run", "shows").stderr(
            "devtool: unknown plugin 'shows'\n  hint: did you mean 'show'?\n"
        ).exits(64)
    }

    @Test func aDescriptionDoesNotSteerTheTerminal() async throws {
        let json = #"{"version": "1\\u001b[2J", "summary": "two\\nlines"}"#
        let scenario = try Scenario().plugin("show", "printf '\(json)' # --devtool-describe").path("bin")
        let shown = "\u{FFFD}[2J  two\u{FFFD}lines"
        try await scenario.listPlugins().stdout("show  1\(shown)  \(Self.folder)/devtool-show\n").stderr("").exits(0)
        let help = try await scenario.run("--help").exits(0)
        #expect(help.outputText.contains("two\u{FFFD}lines"))
    }
}
