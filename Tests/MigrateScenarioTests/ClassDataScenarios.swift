import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Class data that is made in the background, and that nobody sees.
@Suite(.takingTurns) struct ClassDataScenarios {
    private static let folder = ".cache/devtool/liquibase/class-data"

    /// The archives of a scenario.
    private static func archives(of scenario: Scenario) -> [String] {
        scenario.folder.path.appending(folder).names
    }

    /// Whether a process of the machine has the text in its command line.
    private static func somebodyNames(_ text: String) -> Bool {
        FilePath("/proc").names.contains { name in
            guard name.allSatisfy(\.isNumber) else { return false }
            let commandLine = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
            return String(decoding: commandLine ?? Data(), as: UTF8.self).contains(text)
        }
    }

    @Test func isMadeAfterTheFirstRun() async throws {
        let scenario = try Scenario().withLiquibase(hasClassData: false).variable("CI", nil)
            .project("{url: jdbc:sqlite:app.db}")
        let first = try await scenario.run("migrate", "update").stdout("").exits(0)
        // It is made when the run is over.
        try await eventually {
            Self.archives(of: scenario).contains { $0.hasSuffix(".jsa") }
        }
        #expect(Self.archives(of: scenario).filter { $0.hasSuffix(".jsa") }.count == 1)
        let second = try await scenario.run("migrate", "update").stdout("").exits(0)
        #expect(first.errorText.contains("\n3 changesets applied in "))
        #expect(second.errorText.contains(/^nothing to apply \([0-9.]+ m?s\)\n$/))
    }

    @Test func isNotMadeInCI() async throws {
        let scenario = try Scenario().withLiquibase(hasClassData: false).project(
            "{url: jdbc:sqlite:app.db}")
        try await scenario.run("migrate", "update").exits(0)
        // Whoever made it in the background would end.
        try await eventually { !Self.somebodyNames(scenario.folder.path.string) }
        #expect(
            !scenario.folder.path.appending(".cache/devtool/liquibase").names.contains("class-data")
        )
    }

    /// Whatever the maker was about, the next one cleans up and makes it whole.
    @Test func aKilledMakerLeavesNothingToTheNext() async throws {
        let scenario = Scenario().withLiquibase(hasClassData: false)
        let home = scenario.folder.path.string
        let liquibase = try #require(scenario.value(of: "LIQUIBASE_HOME"))
        for moment in [0.1, 0.4, 1.0] {
            let process = try #require(OtherProgram(Scenario.devtool)).start(
                ["migrate", "train-class-data", liquibase, home],
                environment: ["PATH": "/usr/bin:/bin", "HOME": home])
            try await Task.sleep(for: .seconds(moment))
            process.end(by: SIGKILL)
            // The Java of a killed maker goes on, and may write while the next one removes its folder.
            try await eventually { !Self.somebodyNames(home) }
        }
        try await scenario.run("migrate", "train-class-data", liquibase, home)
            .stdout("").stderr("").exits(0)
        let archives = Self.archives(of: scenario)
        #expect(archives.count == 1)
        #expect(archives.allSatisfy { $0.hasSuffix(".jsa") })
    }
}
