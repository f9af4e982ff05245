import Foundation
import TestSupport
import Testing

/// What the scripts do that take longer than a test may, for a minute.
@Suite struct LongScriptScenarios {
    /// The inputs that took much longer than in proportion once; that no row of docs/limits.md is left out is part of it.
    @Test(.timeLimit(.minutes(30))) func whatInputsCost() async throws {
        let rows =
            "'boards with something' 'expanded `vars`' 'events of a plugin' 'an element of an XML' 'file it includes'"
        let outcome = try await script("cost --short", rows)
        #expect(outcome.outputText.split(separator: "\n").count >= 9, "\(outcome.outputText)")
    }

    @Test(.timeLimit(.minutes(30)), arguments: ["config", "dotenv", "plan", "io"]) func changedInputs(target: String)
        async throws
    { try await script("fuzz --inputs 8 --seed 1", target) }

    @discardableResult private func script(_ name: String, _ words: String) async throws -> Outcome {
        let line = "'\(DocumentationPage.package.path)/Scripts/'\(name) --devtool \"$0\" \(words)"
        let outcome = try await Scenario().program("/bin/sh", "-c", line, Scenario.devtool)
        #expect(outcome.status == 0, "\(outcome.outputText)\(outcome.errorText)")
        return outcome
    }
}
