import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Every sample of the README, run in a copy of the sample project.
@Suite(.takingTurns) struct ReadmeScenarios {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The fenced blocks of the README in a language.
    private static func blocks(_ language: String) throws -> [String] {
        try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
            .components(separatedBy: "\n```\(language)\n").dropFirst()
            .map { $0.components(separatedBy: "\n```").first ?? "" }
    }

    /// A copy of the sample project.
    private func project() throws -> Scenario {
        let sample = Self.package.appending(path: "Scripts/sample")
        let names = [
            "devtool.yml", "board.json", "db/changelog.xml", "site/index.html", "tasks/devtool.yml",
        ]
        let scenario =
            try names
            .reduce(Scenario().withLiquibase()) { scenario, name in
                try scenario.file(
                    name, bytes: Array(Data(contentsOf: sample.appending(path: name))))
            }
        for plugin in ["devtool-hello", "devtool-todo"] {
            let name = ".local/share/devtool/plugins/\(plugin)"
            _ = try scenario.file(name, Self.plugin(plugin))
            try scenario.makeExecutable(name)
        }
        return scenario
    }

    /// The text of a plugin of the fixtures.
    private static func plugin(_ name: String) throws -> String {
        let path = "Tests/ScenarioTests/Fixtures/plugins/\(name)"
        return try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    @Test func theShortestPluginIsThatOfTheTests() throws {
        #expect(try Self.blocks("sh").map { $0 + "\n" }.contains(Self.plugin("devtool-hello")))
    }

    @Test func commandsPrintWhatTheReadmeShows() async throws {
        let scenario = try project()
        var commands = 0
        for block in try Self.blocks("console") {
            for sample in ("\n" + block).components(separatedBy: "\n$ ").dropFirst() {
                let lines = sample.components(separatedBy: "\n")
                let output = try await scenario.shell(lines[0])
                    .replacing(scenario.folder.path.string, with: "[DIR]")
                let expected = lines.dropFirst().joined(separator: "\n")
                #expect(
                    Self.matches(output, Array(lines.dropFirst())),
                    "$ \(lines[0])\n\(output)\n--- the README shows\n\(expected)")
                commands += 1
            }
        }
        #expect(commands >= 10)
    }

    @Test(arguments: ["devtool.yml", "tasks/devtool.yml"])
    func theConfigurationIsThatOfTheSample(name: String) throws {
        let configuration = try String(
            contentsOf: Self.package.appending(path: "Scripts/sample/\(name)"), encoding: .utf8)
        #expect(try Self.blocks("yaml").contains { $0 + "\n" == configuration })
    }

    @Test func everyConfigurationIsValid() async throws {
        for block in try Self.blocks("yaml") {
            try await Scenario().config(block).run("config", "check").stdout("").stderr("").exits(0)
        }
    }

    @Test func theScriptsAreThere() throws {
        for line in try Self.blocks("sh").flatMap({ $0.components(separatedBy: "\n") })
        where line.hasPrefix("Scripts/") {
            #expect(
                FileManager.default.isExecutableFile(
                    atPath: Self.package.appending(path: line).path))
        }
    }

    /// Whether an output has these lines; a line of three dots stands for any lines, and three dots at
    /// the end of a line for any end.
    private static func matches(_ output: String, _ lines: [String]) -> Bool {
        let pattern = lines.map { line in
            if line == "..." { return "(?:.*\n)*?" }
            let hasAnyEnd = line.hasSuffix(" ...")
            let text = hasAnyEnd ? String(line.dropLast(3)) : line
            return NSRegularExpression.escapedPattern(for: text) + (hasAnyEnd ? ".*\n" : "\n")
        }
        return output.range(of: "^\(pattern.joined())$", options: .regularExpression)
            == output.startIndex..<output.endIndex
    }
}

extension Scenario {
    /// What a shell command prints, on both streams, with devtool on the `PATH`.
    fileprivate func shell(_ command: String) async throws -> String {
        var configuration = configuration(["-c", command])
        configuration.executable = .path("/bin/sh")
        let folder = URL(filePath: Self.devtool).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        configuration.environment = configuration.environment.updating(["PATH": "\(folder):\(path)"]
        )
        return try await withinDeadline {
            try await Subprocess.run(
                configuration, input: .none, output: .string(limit: 1 << 20),
                error: .combinedWithOutput
            ).standardOutput
        }
    }
}
