import SystemPackage
import TestSupport
import Testing

/// How Java compiles: devtool's choice, unless the user has one.
@Suite(.takingTurns) struct JavaCompilerScenarios {
    /// With all tiers, Java does not start with the one thread that devtool asks for otherwise.
    @Test(arguments: ["JAVA_OPTS", "_JAVA_OPTIONS"])
    func theUsersChoiceCounts(variable: String) async throws {
        let outcome = try await Scenario().withLiquibase().project("{url: jdbc:sqlite:app.db}")
            .variable(variable, "-XX:TieredStopAtLevel=4")
            .run("migrate", "update").stdout("").exits(0)
        #expect(outcome.errorText.contains("\n3 changesets applied in "))
    }
}
