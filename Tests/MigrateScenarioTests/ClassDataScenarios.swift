import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Class data that is made in the background, and that nobody sees.
@Suite(.takingTurns) struct ClassDataScenarios {
    private static let folder = ".cache/devtool/liquibase/class-data"

    /// The archives of a scenario.
    private static func archives(of scenario: Scenario) -> [String] { scenario.folder.path.appending(folder).names }

    /// Whether a process of the machine has the text in its command line.
    private static func somebodyNames(_ text: String) -> Bool {
        FilePath("/proc").names.contains { name in
            guard name.allSatisfy(\.isNumber) else { return false }
            let commandLine = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
            return String(decoding: commandLine ?? Data(), as: UTF8.self).contains(text)
        }
    }

    @Test func isNotMadeInCI() async throws {
        let scenario = try Scenario().project("{url: jdbc:x}").file("jdk/release", "JAVA_VERSION=\"17.0.15\"\n")
            .withScriptedJava(#"echo "$*" >>"${0%/bin/java}/words""#)
        try await scenario.variable("CI", "true").run("migrate", "--no-lint", "update").exits(0)
        // Whoever made it in the background would end.
        try await eventually { !Self.somebodyNames(scenario.folder.path.string) }
        #expect(scenario.folder.text("jdk/words")?.contains("ArchiveClassesAtExit") == false)
        #expect(Self.archives(of: scenario) == [])

        try await scenario.run("migrate", "--no-lint", "update").exits(0)
        try await eventually { Self.archives(of: scenario).contains { $0.hasSuffix(".jsa") } }
        #expect(scenario.folder.text("jdk/words")?.contains("ArchiveClassesAtExit") == true)
    }

    /// Whatever the maker was about, the next one cleans up and makes it whole.
    @Test func aKilledMakerLeavesNothingToTheNext() async throws {
        let scenario = Scenario().withLiquibase(hasClassData: false)
        let home = scenario.folder.path.string
        let liquibase = try #require(scenario.value(of: "LIQUIBASE_HOME"))
        let killed = try await scenario.whileRunning("migrate", "train-class-data", liquibase, home) { process in
            try await eventually { !Self.archives(of: scenario).isEmpty }
            kill(process, SIGKILL)
        }
        #expect(killed.status == 128 + SIGKILL)
        // The Java of a killed maker goes on, and may write while the next one removes its folder.
        try await eventually { !Self.somebodyNames(home) }
        try await scenario.run("migrate", "train-class-data", liquibase, home).stdout("").stderr("").exits(0)
        let archives = Self.archives(of: scenario)
        #expect(archives.count == 1)
        #expect(archives.allSatisfy { $0.hasSuffix(".jsa") })
    }
}
