import SystemPackage
import TestSupport
import Testing

/// How Java compiles, and collects garbage: devtool's choice, unless the user has one.
@Suite(.takingTurns) struct JavaChoiceScenarios {
    /// With all tiers, Java does not start with the one thread for compiling that devtool asks for otherwise, and never
    /// with two collectors.
    @Test(arguments: [
        ("JAVA_OPTS", "JAVA_TOOL_OPTIONS", "-XX:+UseParallelGC"),
        ("_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "@java.args"),
    ])
    func theUsersCounts(tiers: String, collector: String, option: String) async throws {
        let outcome = try await Scenario().withLiquibase().project("{url: jdbc:sqlite:app.db}")
            .file("java.args", "-XX:+UseG1GC\n").variable(tiers, "-XX:TieredStopAtLevel=4")
            .variable(collector, option)
            .run("migrate", "update").stdout("").exits(0)
        #expect(outcome.errorText.contains("\n3 changesets applied in "))
    }
}
