import Foundation
import SystemPackage
import TestSupport
import Testing
import YAML

/// Runs the steps of an action one after the other, as GitHub's runner does; other actions are only noted.
///
/// The expressions are those of this action: names, comparisons with texts, `&&`, `||` and `!cancelled()`.
struct ScriptedGitHubRunner {
    /// What a run did.
    struct Run {
        /// The status of the first step that failed; 0 if none did.
        var status: Int32 = 0
        /// What the scripts printed on standard output.
        var output = ""
        /// What the scripts printed on standard error.
        var error = ""
        /// The other actions that were used, with what they were given.
        var used: [(action: String, with: [String: String])] = []
        /// What steps wrote to their outputs, by `STEP.NAME`.
        var outputs: [String: String] = [:]
        /// What was put before the `PATH`.
        var path: [String] = []
    }

    /// The folder of the job: `workspace` is the checkout in it, and `releases` the release.
    let scenario: Scenario
    private let action: GitHubAction
    private let github: [String: String]

    /// Prepares a job of the repository `owner/project`, with an action that lies in a folder.
    init(
        _ scenario: Scenario, folder: String = DocumentationPage.package.path, repository: String = "owner/tools",
        pullRequest: String = "", token: String = "ghs_good"
    ) throws {
        let path = scenario.folder.path
        action = try GitHubAction(String(contentsOfFile: folder + "/action.yml", encoding: .utf8))
        github = [
            "server_url": "file://\(path)", "action_repository": repository, "repository": "owner/project",
            "token": token, "event.pull_request.number": pullRequest,
        ]
        for name in ["workspace", "temp", "files"] {
            try FileManager.default.createDirectory(
                atPath: path.appending(name).string, withIntermediateDirectories: true)
        }
        self.scenario = [
            "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_ACTION_PATH": folder,
            "GITHUB_WORKSPACE": path.appending("workspace").string,
            "GITHUB_OUTPUT": path.appending("files/output").string, "GITHUB_PATH": path.appending("files/path").string,
            "GITHUB_STEP_SUMMARY": path.appending("files/summary").string, "RUNNER_TEMP": path.appending("temp").string,
            "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64",
        ].reduce(scenario) { $0.variable($1.key, $1.value) }
    }

    /// Runs the action with some inputs.
    func run(_ inputs: [String: String]) async throws -> Run {
        var run = Run()
        let defaults = Dictionary(uniqueKeysWithValues: action.inputs.map { ($0.name, $0.value) })
        try #require(Set(inputs.keys).subtracting(defaults.keys).isEmpty)
        let values = defaults.merging(inputs) { $1 }
        for step in action.steps {
            let condition = step["if"]?.string ?? ""
            if run.status != 0, !condition.contains("cancelled()") { continue }
            if !condition.isEmpty, try !holds(condition, values, run) { continue }
            if let used = step["uses"] {
                var with: [String: String] = [:]
                for (key, value) in step["with"]?.entries ?? [] { with[key] = try text(value.string, values, run) }
                run.used.append((used.string, with))
            } else {
                try await perform(step, values, &run)
            }
        }
        return run
    }

    private func perform(_ step: YAMLNode, _ inputs: [String: String], _ run: inout Run) async throws {
        var scenario = scenario
        for (name, value) in step["env"]?.entries ?? [] {
            scenario = scenario.variable(name, try text(value.string, inputs, run))
        }
        scenario = try scenario.file("files/output", "").file("files/path", "").variable(
            "PATH", (run.path + [scenario.value(of: "PATH") ?? ""]).joined(separator: ":"))
        let folder = try text(step["working-directory"]?.string ?? ".", inputs, run)
        let outcome = try await scenario.script(
            step["run"]?.string ?? "", with: ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail"],
            in: "workspace/\(folder)")
        if run.status == 0 { run.status = outcome.status }
        run.output += outcome.outputText
        run.error += outcome.errorText
        for line in lines("output") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            run.outputs["\(step["id"]?.string ?? "").\(parts[0])"] = String(parts.last ?? "")
        }
        run.path = lines("path").reversed() + run.path
    }

    private func lines(_ name: String) -> [String] {
        (scenario.folder.text("files/\(name)") ?? "").split(separator: "\n").map(String.init)
    }

    private func text(_ text: String, _ inputs: [String: String], _ run: Run) throws -> String {
        try text.replacing(/\$\{\{ (.+?) \}\}/) { try value(of: $0.1, inputs, run) }
    }

    private func value(of name: Substring, _ inputs: [String: String], _ run: Run) throws -> String {
        let parts = name.split(separator: ".").map(String.init)
        switch (parts.first, parts.count) {
        case ("inputs", 2): return try #require(inputs[parts[1]])
        case ("github", _): return try #require(github[parts.dropFirst().joined(separator: ".")])
        case ("steps", 4): return run.outputs["\(parts[1]).\(parts[3])"] ?? ""
        default: throw UnknownExpression(text: String(name))
        }
    }

    private func holds(_ condition: String, _ inputs: [String: String], _ run: Run) throws -> Bool {
        let bare = condition.wholeMatch(of: /\$\{\{ (.+) \}\}/).map { String($0.1) } ?? condition
        return try bare.components(separatedBy: " || ").contains { alternative in
            try alternative.components(separatedBy: " && ").allSatisfy { term in
                if term == "!cancelled()" { return true }
                guard let match = term.wholeMatch(of: /(\S+) (==|!=) '(.*)'/) else {
                    throw UnknownExpression(text: term)
                }
                return try (value(of: match.1, inputs, run) == match.3) == (match.2 == "==")
            }
        }
    }

    private struct UnknownExpression: Error { let text: String }
}
