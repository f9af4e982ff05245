import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// The pages of the manual: `devtool help --man`.
@Suite struct ManualScenarios {
    private static let pages = ["devtool", "devtool.yml"] + HelpScenarios.commands.filter { !$0.contains(" ") }

    /// All pages, each asked for once.
    private static let texts = Task {
        var texts: [String: String] = [:]
        for page in pages {
            texts[page] = try await Scenario().run("help", "--man", page).stderr("").exits(0).outputText
        }
        return texts
    }

    private static func text(of page: String) async throws -> String { try #require(try await texts.value[page]) }

    @Test(.enabled(if: Scenario.has("mandoc"), "mandoc is needed"), arguments: pages) func mandocHasNothingToSay(
        page: String
    ) async throws {
        let scenario = try Scenario().file("page", try await Self.text(of: page))
        #expect(try await scenario.shellOutput("mandoc -T lint page 2>&1; :") == "")
    }

    @Test(.enabled(if: Scenario.has("groff"), "groff is needed"), arguments: pages) func groffHasNothingToSay(
        page: String
    ) async throws {
        let scenario = try Scenario().file("page", try await Self.text(of: page))
        #expect(try await scenario.shellOutput("groff -man -ww -z -T utf8 page 2>&1; :") == "")
    }

    @Test(arguments: HelpScenarios.commands) func everyOptionOfTheHelpIsThere(command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        let help = try await Scenario().run(["help"] + words).exits(0).outputText
        let options = help.matches(of: /\n {2}(?:-., )?(--[a-z-]+)/).map { String($0.1) }
        #expect(options.count > 0)
        let page = try await Self.text(of: words[0]) + (try await Self.text(of: "devtool"))
        for option in options where option != "--help" {
            #expect(page.contains(option.replacing("-", with: "\\-")), "\(option)")
        }
    }

    @Test(arguments: pages) func eachHasExamples(page: String) async throws {
        let text = try await Self.text(of: page)
        let examples = try #require(text.firstRange(of: /\n\.SH "EXAMPLES"\n/.ignoresCase()))
        #expect(text[examples.upperBound...].contains(".nf\n"))
    }

    /// The page of a command has its subcommands.
    @Test func aSubcommandIsOnThePageOfItsCommand() async throws {
        let page = try await Self.text(of: "migrate")
        try await Scenario().run("help", "--man", "migrate", "lint").stdout(page).exits(0)
        for words in [["migrate", "nosuch"], ["config", "get", "x"], ["help"]] {
            let refused = try await Scenario().run(["help", "--man"] + words).stdout("").exits(64)
            let name = words.joined(separator: " ")
            #expect(refused.errorText.hasPrefix("devtool: no manual page for '\(name)'\n"))
            #expect(!refused.errorText.contains("did you mean 'help'"))
        }
    }

    @Test func everySettingAndTaskKeyIsThere() async throws {
        let page = try await Self.text(of: "devtool.yml").replacing("\\-", with: "-")
        let schema = try await Scenario().run("schema").exits(0).outputText
        let root = try #require(JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any])
        let sections = try #require(root["properties"] as? [String: [String: Any]])
        #expect(sections.count > 4)
        for (name, section) in sections where name != "tasks" && name != "includes" {
            for key in (section["properties"] as? [String: Any] ?? [:]).keys {
                #expect(page.contains("\n.B \(key)"), "\(name).\(key)")
            }
        }
        let tasks = sections["tasks"]?["additionalProperties"] as? [String: Any]
        let mapping = try #require(tasks?["then"] as? [String: Any])
        let keys = try #require(mapping["properties"] as? [String: [String: Any]])
        for (key, shape) in keys where shape["description"] != nil { #expect(page.contains("\n.B \(key)\n"), "\(key)") }
        #expect(page.contains("\n.B targets\n"))
    }

    @Test func allPagesAreWrittenAsFiles() async throws {
        let scenario = Scenario().variable("SOURCE_DATE_EPOCH", "1700000000")
        try await scenario.run("help", "--man", "--output", "man").stdout("").stderr("").exits(0)
        let files = try FileManager.default.subpathsOfDirectory(atPath: scenario.folder.path.appending("man").string)
        let expected = Self.pages.map { page in
            switch page {
            case "devtool": "man1/devtool.1"
            case "devtool.yml": "man5/devtool.yml.5"
            default: "man1/devtool-\(page).1"
            }
        }
        #expect(Set(files) == Set(expected + ["man1", "man5"]))
        let cards = try #require(scenario.folder.text("man/man1/devtool-cards.1"))
        #expect(cards.hasPrefix(".TH \"DEVTOOL\\-CARDS\" 1 2023-11-14 \"devtool "))
        // The same day gives the same bytes.
        #expect(try await scenario.run("help", "--man", "cards").exits(0).outputText == cards)
    }

    @Test func aPageThatIsNotThereIsAUsageError() async throws {
        try await Scenario().run("help", "--man", "card").stdout("").stderr(
            "devtool: no manual page for 'card'\n  hint: did you mean 'cards'?\n"
        ).exits(64)
        for words in [["--output"], ["cards", "--all"], ["--all"]] {
            let outcome = try await Scenario().run(["help", "--man"] + words).stdout("").exits(64)
            #expect(outcome.errorText.hasPrefix("devtool: 'help --man' takes a command name"))
        }
    }

    @Test func aFolderThatCannotBeMadeIsAnError() async throws {
        let outcome = try await Scenario().file("man", "").run("help", "--man", "-o", "man").exits(73)
        #expect(outcome.errorText.hasPrefix("devtool: cannot create 'man/man1'"), "\(outcome.errorText)")
    }
}
