import TestSupport
import Testing

/// Another tool's file, and what a task of the result of `devtool init --from` prints.
struct ConversionExample: Sendable, CustomTestStringConvertible {
    let file: String
    let text: String
    /// The words after `devtool --quiet run`.
    let words: [String]
    let output: String
    var status: Int32 = 0
    /// Variables of the environment.
    var variables: [String: String] = [:]

    var testDescription: String { "\(file): \(words.joined(separator: " ")): \(output)" }

    /// Converts the file in a scenario's folder, and runs the task.
    func check(_ scenario: Scenario) async throws {
        var scenario = try scenario.file(file, text)
        let outcome = try await scenario.run("init", "--from", file).stdout("").exits(0)
        for runner in ["just", "task"]
        where outcome.errorText.contains("delegated to \(runner) ") && !Scenario.has(runner) {
            return print("\(self) is not run: \(runner) is not there")
        }
        try await scenario.run("config", "check").stdout("").stderr("").exits(0)
        for name in ["CC", "OPTS"] where variables[name] == nil { scenario = scenario.variable(name, nil) }
        for (name, value) in variables { scenario = scenario.variable(name, value) }
        try await scenario.run(["--quiet", "run"] + words).stdout(output).exits(status)
    }
}
