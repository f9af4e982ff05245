import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// The samples of the documentation: each page's are run in order, in one shell, in a copy of the sample
/// project, as a reader would type them.
@Suite(.takingTurns) struct PageSampleScenarios {
    /// The pages that show commands with their output.
    private static let pages = DocumentationPage.all.filter { !$0.samples.isEmpty }

    /// What a shell prints behind the output of each command.
    private static let mark = "\u{1E}"

    @Test(arguments: pages) func commandsPrintWhatThePageShows(page: DocumentationPage) async throws {
        let samples = page.samples
        let script = samples.map { "\($0.command)\nprintf '\\036'\n" }.joined()
        let outputs = try await Scenario.sample().shellOutput(script).components(separatedBy: Self.mark)
        try #require(outputs.count == samples.count + 1, "\(outputs)")
        for (sample, output) in zip(samples, outputs) {
            #expect(
                Self.matches(output, sample.output),
                "$ \(sample.command)\n\(output)\n--- the page shows\n\(sample.output)")
        }
    }

    @Test(arguments: pages) func theFolderOfTheSamplesIsNamed(page: DocumentationPage) {
        #expect(page.text.contains("[`Scripts/sample`]("))
    }

    @Test func eachCommandHasSamples() {
        let commands = DocumentationPage.all.flatMap(\.samples).map(\.command)
        for name in ["cards", "favicon", "migrate", "run", "init", "doctor", "config"] {
            #expect(commands.contains { $0.contains("devtool \(name)") })
        }
    }

    @Test(arguments: DocumentationPage.all.filter { !$0.blocks("yaml").isEmpty }) func configurationsAreValid(
        page: DocumentationPage
    ) async throws {
        for block in page.blocks("yaml") {
            try await Scenario().config(block).run("config", "check").stdout("").stderr("").exits(0)
        }
    }

    @Test(arguments: [("migrate", "devtool.yml"), ("run", "tasks/devtool.yml")]) func theSampleIsShownWhole(
        page: String, file: String
    ) throws {
        let text = try String(contentsOf: DocumentationPage.sample.appending(path: file), encoding: .utf8)
        #expect(try DocumentationPage("docs/\(page).md").blocks("yaml").contains { $0 + "\n" == text })
    }

    @Test func theShortestPluginIsShownWhole() throws {
        let text = try String(
            contentsOf: DocumentationPage.sample.appending(path: "plugins/devtool-hello"), encoding: .utf8)
        #expect(try DocumentationPage("docs/plugins.md").blocks("sh").contains { $0 + "\n" == text })
    }

    /// A plugin that says and does what the page shows.
    @Test func pluginsMaySayWhatIsShown() async throws {
        let blocks = try DocumentationPage("docs/plugins.md").blocks("json")
        let (description, events) = (try #require(blocks.first), try #require(blocks.last))
        let scenario = try Scenario().plugin(
            "greet",
            """
            if [ "${1-}" = --devtool-describe ]; then cat <<'END'; exit; fi
            \(description)
            END
            cat >"$DEVTOOL_EVENTS" <<'END'
            \(events)
            {"event": "diagnostic", "message": "x", "file": "b.md"}
            {"event": "guess"}
            END
            """)
        try await scenario.config("greet: {times: 10, tone: hot, name: Ada, token: {env: T}}").run("config", "check")
            .stdout("").exits(78).stderr(
                """
                devtool.yml:1:16: 'greet.times' must be an integer from 1 to 9, not '10'
                greet: {times: 10, tone: hot, name: Ada, token: {env: T}}
                               ^
                devtool.yml:1:26: 'greet.tone' must be one of warm, cool, not 'hot'
                greet: {times: 10, tone: hot, name: Ada, token: {env: T}}
                                         ^

                """)
        try await scenario.config("greet: {times: 9}").run("greet").stdout("").exits(1).stderr(
            """
            a.md:3:7: warning: dead link
              hint: remove it
            2 files checked, 1 dead link
            b.md:1:1: x
            devtool: warning: event 5 from 'greet' is malformed: unknown event 'guess'

            """)
    }

    /// Whether an output has these lines; a line of three dots stands for any lines, and three dots at
    /// the end of a line for any end.
    private static func matches(_ output: String, _ lines: [String]) -> Bool {
        guard !lines.isEmpty else { return output.isEmpty }
        let pattern = lines.map { line in
            if line == "..." { return "(?:.*\n)*?" }
            let hasAnyEnd = line.hasSuffix(" ...")
            let text = hasAnyEnd ? String(line.dropLast(3)) : line
            return NSRegularExpression.escapedPattern(for: text) + (hasAnyEnd ? ".*\n" : "\n")
        }
        return output.range(of: "^\(pattern.joined())$", options: .regularExpression) == output
            .startIndex..<output.endIndex
    }
}
