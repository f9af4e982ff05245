import Foundation
import TestSupport
import Testing

/// What each command's help says, beside what ArgumentParser writes.
@Suite struct HelpScenarios {
    /// The commands, those with subcommands and these, too.
    static let commands = [
        "cards", "favicon", "migrate", "migrate liquibase", "migrate lint", "migrate targets", "migrate install",
        "migrate plan", "migrate new", "migrate rehearse", "migrate drift", "migrate repair", "run", "init", "config",
        "config show", "config get", "config check", "schema", "doctor", "plugins", "plugins list", "plugins run",
        "completions",
    ]

    @Test func theListIsWhole() async throws {
        let help = try await Scenario().run("help").exits(0).outputText
        let names = help.matches(of: /\n {2}([a-z]+) {2,}\S/).map { String($0.1) }
        #expect(Set(names) == Set(Self.commands.filter { !$0.contains(" ") }))
        for name in names {
            let help = try await Scenario().run("help", name).exits(0).outputText
            guard let list = help.firstRange(of: "SUBCOMMANDS:") else { continue }
            let rest = help[list.upperBound...].split(separator: "\n\n").first ?? ""
            let subcommands = rest.matches(of: /\n {2}([a-z]+)/).map { "\(name) \($0.1)" }
            #expect(Set(subcommands) == Set(Self.commands.filter { $0.hasPrefix("\(name) ") }))
        }
    }

    @Test(arguments: commands) func namesTheProgram(command: String) async throws {
        let help = try await Scenario().run(["help"] + command.words).exits(0).outputText
        let usage = help.split(separator: "\n").filter { $0.hasPrefix("USAGE: ") }
        // The default subcommand need not be named.
        let names = ["USAGE: devtool \(command) ", "USAGE: devtool \(command.words[0]) "]
        #expect(usage.count == 1)
        #expect(names.contains { (usage.first.map { $0 + " " } ?? "").hasPrefix($0) }, "\(usage)")
        let other = try await Scenario().run(command.words + ["--help"]).exits(0).outputText
        // The one asks the suite, which has a version.
        #expect(other == help.replacing(/\n {2}--version .*/, with: ""))
        #expect(help.matches(of: #/See '([a-z]+) /#).allSatisfy { $0.1 == "devtool" })
        #expect(help.contains("See 'devtool help --man \(command.words[0])'"))
        let headings = help.matches(of: /(?m)^[A-Z][A-Za-z ]+:$/).map { String($0.0) }
        #expect(headings.count == Set(headings).count)
        // '--only <only>' would tell nothing.
        for option in help.matches(of: /--([a-z-]+) <([^>]*)>/) { #expect(option.1 != option.2) }
    }

    /// The examples are run one after the other in the sample project, but for those of the network; those of `init`
    /// where there is no project.
    @Test(arguments: [
        "cards", "favicon", "migrate", "migrate lint", "run", "config", "doctor", "init", "schema", "plugins",
        "completions",
    ]) func examplesWork(command: String) async throws {
        var scenario = try Scenario.sample()
        // The real Liquibase is run by LiquibaseCommandScenarios and PageSampleScenarios.
        if command == "migrate" { scenario = try scenario.withScriptedJava("") }
        let help = try await scenario.run(["help"] + command.words).exits(0).outputText
        let lines = help.matches(of: /\n {2}# .+\n {2}devtool (.+)/).map { String($0.1) }
        #expect(!lines.isEmpty)
        let folder = command == "run" ? "tasks" : "."
        for line in lines where !line.contains("swift.org") {
            let script = "cd \(folder) && devtool \(line) >out 2>&1 </dev/null; echo $?"
            let project = command == "init" ? Scenario() : scenario
            if line.contains("--from") { _ = try project.file("package.json", #"{"scripts": {"a": "true"}}"#) }
            let status = try await project.shellOutput(script)
            // The sample has cards without numbers, and a database that nobody has.
            let findsProblems = line.hasPrefix("cards --check") || line == "doctor"
            #expect(status == (findsProblems ? "1\n" : "0\n"), "\(line)")
        }
    }

    /// Of those of the network, the options exist.
    @Test func examplesOfTheNetworkAreUnderstood() async throws {
        let help = try await Scenario().run("help", "favicon").exits(0).outputText
        let lines = help.matches(of: /\n {2}devtool favicon (.*swift\.org)/).map { String($0.1) }
        #expect(lines.count == 3)
        for line in lines {
            let words = line.replacing("swift.org", with: "--timeout 1s http://127.0.0.1:9/").words
            try await Scenario().run(["favicon"] + words).exits(69)
        }
    }

    @Test func theSuitesHelpListsTheCommandsFirst() async throws {
        let help = try await Scenario().run("--help").exits(0).outputText
        let commands = try #require(help.firstRange(of: "\nSUBCOMMANDS:\n"))
        let options = try #require(help.firstRange(of: "\nGLOBAL OPTIONS"))
        #expect(commands.lowerBound < options.lowerBound)
        #expect(
            help.hasSuffix(
                """
                  See 'devtool help <subcommand>' for detailed help.
                  See 'devtool help --man' for the manual page.

                """))
    }

    /// `devtool migrate --help` has the options of `devtool migrate liquibase`, its default subcommand.
    @Test(arguments: ["migrate", "config", "plugins"]) func theDefaultSubcommandsOptionsAreListed(command: String)
        async throws
    {
        let help = try await Scenario().run("help", command).exits(0).outputText
        #expect(help.contains("\n  -q, --quiet "))
        #expect(help.contains("\n  --json "))
        #expect(!help.contains("--version"))
    }

    /// As docs/configuration.md promises.
    @Test(arguments: [("40", 70...80), ("80", 70...80), ("110", 90...110)]) func isAsWideAsTheTerminal(
        columns: String, widths: ClosedRange<Int>
    ) async throws {
        let help = try await Scenario().variable("COLUMNS", columns).run("favicon", "--help").exits(0).outputText
        #expect(widths.contains(help.split(separator: "\n").map(\.count).max() ?? 0))
    }

    @Test func settingsAreListed() async throws {
        let help = try await Scenario().run("help", "cards").exits(0).outputText
        #expect(help.contains("\nSETTINGS (in devtool.yml, under 'cards'):\n  format  "))
    }
}

extension String { fileprivate var words: [String] { split(separator: " ").map(String.init) } }
