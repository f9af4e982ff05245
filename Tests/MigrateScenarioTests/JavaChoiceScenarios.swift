import SystemPackage
import TestSupport
import Testing

/// How Java compiles, and collects garbage: devtool's choice, unless the user has one.
@Suite(.takingTurns) struct JavaChoiceScenarios {
    /// With all tiers, Java does not start with the one thread for compiling that devtool asks for otherwise, and never
    /// with two collectors.
    ///
    /// MeantDatabaseScenarios/theLogIsInTheFormThatDevtoolReads has the same in other variables.
    @Test func theUsersCounts() async throws {
        let outcome = try await Scenario().withLiquibase().project("{url: jdbc:sqlite:app.db}").file(
            "java.args", "-XX:+UseG1GC\n"
        ).variable("_JAVA_OPTIONS", "-XX:TieredStopAtLevel=4").variable("JDK_JAVA_OPTIONS", "@java.args").run(
            "migrate", "update"
        ).stdout("").exits(0)
        #expect(outcome.errorText.contains("\n3 changesets applied in "))
    }
}
