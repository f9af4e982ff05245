import Foundation
import SystemPackage
import TestSupport
import Testing
import YAML

/// `action.yml`: its form, and its scripts with the variables that GitHub's runner sets, from the archive of a
/// release.
@Suite struct GitHubActionScenarios {
    private static let action = DocumentationPage.package.appending(path: "action.yml")
    private static let archive = "devtool-1.2.3-linux-x86_64.tar.gz"
    /// Text that a shell would execute, expand or take apart.
    private static let hostile = #"a  b 'c' "d" $(touch hacked) `touch hacked` ; touch hacked * \ $HOME"#

    private func runner(of program: String = Scenario.recordingProgram) async throws -> ScriptedGitHubRunner {
        try ScriptedGitHubRunner(try await .release(of: program))
    }

    /// The inputs that choose the release of the scenario.
    private func release(_ runner: ScriptedGitHubRunner) -> [String: String] {
        ["version": "1.2.3", "base-url": runner.scenario.releases]
    }

    private func run(_ runner: ScriptedGitHubRunner, _ inputs: [String: String]) async throws
        -> ScriptedGitHubRunner.Run
    { try await runner.run(release(runner).merging(inputs) { $1 }) }

    // MARK: The form

    @Test func theFormIsWhatGitHubRequires() throws {
        let text = try String(contentsOf: Self.action, encoding: .utf8)
        #expect(try GitHubAction(text).problems == [])
    }

    /// Each change of the file is found: the check can fail.
    @Test(arguments: [
        ("      shell: bash\n", "", "Choose the release names no shell"),
        ("using: composite", "using: docker", "not composite"),
        ("actions/cache@v5", "actions/cache@main", "Cache the release uses no major version"),
        ("with:\n", "wiht:\n", "unknown key 'wiht' Cache the release"),
        (
            "run: |\n", "run: |\n        echo ${{ inputs.version }}\n",
            "Choose the release has an expression in its script"
        ), ("inputs.version", "inputs.verison", "'verison' is not declared"),
        ("        INPUT_SHA256: ${{ inputs.sha256 }}\n", "", "'sha256' is not used"),
        ("        INPUT_SHA256: ${{ inputs.sha256 }}\n", "", "Install devtool does not set INPUT_SHA256"),
        ("ACTION_SERVER:", "ACTION_SREVER:", "Choose the release does not read ACTION_SREVER"),
        ("outputs.folder }}/releases", "outputs.floder }}/releases", "no step before writes release.outputs.floder"),
        ("description: The folder to run in.", "required: false", "'working-directory' has no description"),
    ]) func aMistakeInTheFormIsFound(old: String, new: String, problem: String) throws {
        let text = try String(contentsOf: Self.action, encoding: .utf8)
        let range = try #require(text.range(of: old))
        #expect(try GitHubAction(text.replacingCharacters(in: range, with: new)).problems.contains(problem))
    }

    @Test func thePageNamesEachInput() throws {
        let action = try GitHubAction(String(contentsOf: Self.action, encoding: .utf8))
        let named = try DocumentationPage("docs/ci.md").names(inTablesOf: "input")
        #expect(named.sorted() == action.inputs.map(\.name).sorted())
    }

    @Test func theScriptsAreClean() async throws {
        let action = try GitHubAction(String(contentsOf: Self.action, encoding: .utf8))
        let scripts = action.steps.compactMap { $0["run"]?.string }
        #expect(scripts.count > 3)
        for script in scripts {
            try await Scenario().file("script", script).program("/usr/bin/env", "shellcheck", "-s", "bash", "script")
                .stdout("").exits(0)
        }
    }

    // MARK: Installing

    @Test func withoutACommandDevtoolIsOnlyInstalled() async throws {
        let runner = try await runner()
        let run = try await run(runner, [:])
        #expect(run.error == "")
        #expect(run.output == "devtool 1.2.3 is installed in [DIR]/temp/devtool/1.2.3/bin\n")
        #expect(run.status == 0)
        #expect(run.outputs["release.version"] == "1.2.3")
        let folder = runner.scenario.folder.path.appending("temp/devtool/1.2.3")
        #expect(run.path == [folder.appending("bin").string])
        #expect(folder.appending("bin").names == ["devtool"])
        // What is cached is what holds the archive.
        #expect(run.used.map(\.action) == ["actions/cache@v5"])
        #expect(run.used.first?.with["path"] == folder.appending("releases").string)
        #expect(folder.appending("releases").names == [Self.archive])
    }

    @Test func theReleasesAreThoseOfTheActionsRepository() async throws {
        let runner = try await runner()
        _ = try await runner.scenario.program(
            "/bin/sh", "-c", "mkdir -p owner/tools/releases && cp -R releases owner/tools/releases/download")
        let run = try await runner.run(["version": "v1.2.3", "command": "cards"])
        #expect(run.output.hasSuffix("/bin\n[cards]\n"))
        #expect(run.status == 0)
    }

    /// In the repository of the action itself, as with `uses: ./`, GitHub names none.
    @Test(arguments: ["workspace/.", "workspace/tools/devtool"]) func aLocalActionInstallsFromTheProjectsReleases(
        folder: String
    ) async throws {
        let runner = try await runnerWithoutRepository(in: folder)
        let run = try await runner.run(["version": "1.2.3"])
        #expect(run.status == 0)
    }

    /// Of other actions GitHub may name none, either (actions/runner, issue 2473): they were installed from the
    /// releases of the project that uses them.
    @Test(arguments: ["_actions/owner/tools/v1", "workspace2"]) func anActionWithoutARepositoryNeedsAnAddress(
        folder: String
    ) async throws {
        let runner = try await runnerWithoutRepository(in: folder)
        let refused = try await runner.run(["version": "1.2.3", "command": "cards"])
        #expect(
            refused.output == "::error title=devtool::GitHub does not name the action's repository: "
                + "set the input 'base-url'\n")
        #expect(refused.status == 1)
        #expect(refused.used.isEmpty)
        #expect(try await run(runner, ["command": "cards"]).status == 0)
    }

    /// A runner that does not know the repository of the action in a folder, and a project with releases.
    private func runnerWithoutRepository(in folder: String) async throws -> ScriptedGitHubRunner {
        let scenario = try await Scenario.release(of: Scenario.recordingProgram)
        _ = try await scenario.program(
            "/bin/sh", "-c", "mkdir -p owner/project/releases && cp -R releases owner/project/releases/download")
        return try ScriptedGitHubRunner(scenario, folder: try copyAction(to: folder, in: scenario), repository: "")
    }

    /// Copies what the action uses of its repository, and returns its path.
    private func copyAction(to folder: String, in scenario: Scenario) throws -> String {
        for name in ["action.yml", "CHANGELOG.md", "Scripts/release-sources/install.sh.in"] {
            _ = try scenario.file("\(folder)/\(name)", DocumentationPage(name).text)
        }
        return "\(scenario.folder.path)/\(folder)"
    }

    /// An action that is pinned to a commit knows its version, too.
    @Test func theVersionIsTheLastReleaseOfTheChangelog() async throws {
        let scenario = try await Scenario.release(of: Scenario.recordingProgram)
        let folder = try copyAction(to: "action", in: scenario)
        let coming = "# Changelog\n\n## [1.3.0] - Unreleased\n\n- x\n"
        let changelog = coming + "\n## [1.2.3] - 2026-01-31\n\n## [1.2.2] - 2025-01-31\n"
        _ = try scenario.file("action/CHANGELOG.md", changelog)
        let runner = try ScriptedGitHubRunner(scenario, folder: folder)
        let run = try await runner.run(["base-url": scenario.releases])
        #expect(run.outputs["release.version"] == "1.2.3")
        #expect(run.status == 0)

        _ = try scenario.file("action/CHANGELOG.md", coming)
        let refused = try await runner.run(["base-url": scenario.releases])
        #expect(
            refused.output == "::error title=devtool::this commit of the action is before the first release: "
                + "set the input 'version'\n")
        #expect(refused.status == 1)
        #expect(refused.used.isEmpty)
    }

    @Test func theChangelogOfThisRepositoryHasTheForm() throws {
        let text = try DocumentationPage("CHANGELOG.md").text
        #expect(text.contains(/(?m)^## \[\d+\.\d+\.\d+\] - (Unreleased|\d{4}-\d\d-\d\d)$/))
    }

    @Test(arguments: [
        ("version", "1.2.3; touch hacked"), ("version", "$(touch hacked)"), ("version", "../1"), ("version", "latest"),
        ("version", ".."), ("version", "."), ("version", "1."), ("version", ".1"), ("version", "1..2"),
        ("version", "1.2\nfolder=/etc"), ("base-url", "https://example.com/a b"),
        ("base-url", "https://example.com\nfolder=/etc"), ("liquibase", "yes"), ("sarif", "1"), ("comment", "yes"),
    ]) func wrongInputsAreRefused(name: String, value: String) async throws {
        let runner = try await runner()
        let run = try await run(runner, [name: value, "command": "cards"])
        #expect(run.output.hasPrefix("::error title=devtool::"))
        #expect(run.output.contains("'\(name)'"))
        #expect(run.status == 1)
        #expect(run.used.isEmpty)
        #expect(runner.scenario.folder.path.appending("workspace").names == [])
    }

    @Test func aWrongSumFailsTheStep() async throws {
        let runner = try await runner()
        let zeros = String(repeating: "0", count: 64)
        _ = try runner.scenario.file("releases/v1.2.3/SHA256SUMS", "\(zeros)  \(Self.archive)\n")
        let run = try await run(runner, ["command": "cards"])
        #expect(run.error.contains("wrong SHA-256 sum of \(Self.archive): expected \(zeros)"))
        #expect(run.output == "")
        #expect(run.status == 65)
        #expect(run.path == [])
    }

    @Test func theSumOfTheInputIsRequired() async throws {
        let runner = try await runner()
        let sums = try #require(runner.scenario.folder.text("releases/v1.2.3/SHA256SUMS"))
        let line = try #require(sums.split(separator: "\n").first { $0.hasSuffix(Self.archive) })
        let right = try await run(runner, ["command": "cards", "sha256": String(line.prefix(64))])
        #expect(right.status == 0)
        let wrong = try await run(runner, ["command": "cards", "sha256": String(repeating: "0", count: 64)])
        #expect(wrong.error.contains("wrong SHA-256 sum of \(Self.archive)"))
        #expect(wrong.output == "")
        #expect(wrong.status == 65)
    }

    /// The sums are those of the release today, not of the cache.
    @Test func theCachedArchiveIsNotDownloadedButChecked() async throws {
        let runner = try await runner()
        #expect(try await run(runner, [:]).status == 0)
        let release = runner.scenario.folder.path.appending("releases/v1.2.3/\(Self.archive)")
        try FileManager.default.removeItem(atPath: release.string)
        #expect(try await run(runner, ["command": "cards"]).output.hasSuffix("[cards]\n"))
        let cached = "temp/devtool/1.2.3/releases/\(Self.archive)"
        _ = try runner.scenario.file(cached, "something else")
        let run = try await run(runner, ["command": "cards"])
        #expect(run.error.contains("cannot read "))
        #expect(run.status == 69)
    }

    @Test func aMissingReleaseFailsTheStep() async throws {
        let runner = try await runner()
        let run = try await run(runner, ["version": "9.9.9", "command": "cards"])
        #expect(run.error == "install.sh: cannot read [DIR]/releases/v9.9.9/SHA256SUMS\n")
        #expect(run.output == "")
        #expect(run.status == 69)
    }

    // MARK: Running

    @Test func wordsAndArgumentsArriveUnchanged() async throws {
        let runner = try await runner()
        _ = try runner.scenario.file("workspace/a.json", "")
        let run = try await run(
            runner,
            [
                "command": "cards  --check *.json\n$HOME", "args": "\(Self.hostile)\n\n--list=Doing now\n",
                "config": Self.hostile,
            ])
        #expect(
            run.output.hasSuffix(
                "\n[--config][\(Self.hostile)][cards][--check][*.json][$HOME]" + "[\(Self.hostile)][--list=Doing now]\n"
            ))
        #expect(run.status == 0)
        #expect(runner.scenario.folder.path.appending("workspace").names == ["a.json"])
    }

    /// Blanks ran devtool without a command, whose help is a success.
    @Test(arguments: [(" ", ""), ("\n", "\n"), (" \n\t ", "\n\n")]) func blanksAreNoCommand(
        command: String, arguments: String
    ) async throws {
        let runner = try await runner()
        let run = try await run(runner, ["command": command, "args": arguments, "config": "a.yml", "sarif": "true"])
        #expect(run.output == "devtool 1.2.3 is installed in [DIR]/temp/devtool/1.2.3/bin\n")
        #expect(run.status == 0)
        #expect(run.used.map(\.action) == ["actions/cache@v5"])
    }

    @Test func theCommandMayBeAnArgument() async throws {
        let runner = try await runner()
        let run = try await run(runner, ["command": " ", "args": "cards\n--check"])
        #expect(run.output.hasSuffix("/bin\n[cards][--check]\n"))
    }

    @Test(arguments: [1, 65, 78]) func theStepFailsWithTheStatusOfDevtool(status: Int32) async throws {
        let runner = try await runner()
        let failing = try ScriptedGitHubRunner(runner.scenario.variable("STATUS", "\(status)"))
        let run = try await run(failing, ["command": "cards"])
        #expect(run.output.hasSuffix("[cards]\n"))
        #expect(run.status == status)
    }

    @Test func findingsAreAnnotationsAndUploaded() async throws {
        let runner = try await runner(of: Scenario.builtProgram)
        _ = try runner.scenario.sample(in: "workspace/web")
        let run = try await run(
            runner,
            [
                "command": "cards --check", "args": "board.json", "working-directory": "web", "sarif": "true",
                "category": "boards",
            ])
        #expect(run.error.contains("\n::error file=web/board.json,line=5,"))
        #expect(run.status == 1)
        let upload = try #require(run.used.last)
        #expect(upload.action == "github/codeql-action/upload-sarif@v4")
        #expect(upload.with["category"] == "boards")
        let file = try #require(upload.with["sarif_file"])
        #expect(file == run.outputs["run.sarif"])
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("web/board.json"))
    }

    @Test func withoutSARIFNothingIsUploaded() async throws {
        let runner = try await runner(of: Scenario.builtProgram)
        _ = try runner.scenario.sample(in: "workspace")
        let run = try await run(runner, ["command": "cards --check board.json"])
        #expect(run.status == 1)
        #expect(run.used.map(\.action) == ["actions/cache@v5"])
    }

    /// The cache of Liquibase is another one if a setting or the version is.
    @Test func liquibaseIsInstalledAndCachedBySettings() async throws {
        let program = """
            #!/bin/sh
            case "$*" in
            --version) echo 1.2.3 ;;
            *install*) printf '[%s]' "$@" && echo "CI=${CI-}" ;;
            *) exec '\(Scenario.devtool)' "$@" ;;
            esac

            """
        let runner = try await runner(of: program)
        var keys: Set<String> = []
        for settings in ["migrate: {lock-timeout: 1m}", "migrate: {lock-timeout: 2m}"] {
            _ = try runner.scenario.file("workspace/my config.yml", settings)
            let run = try await run(runner, ["liquibase": "true", "config": "my config.yml"])
            #expect(run.output.hasSuffix("\n[--config][my config.yml][migrate][install][--with-drivers]CI=\n"))
            #expect(run.status == 0)
            let cache = try #require(run.used.last)
            #expect(cache.with["path"]?.hasSuffix("/home/.cache/devtool/liquibase") == true)
            keys.insert(try #require(cache.with["key"]))
        }
        #expect(keys.count == 2)
        #expect(keys.allSatisfy { $0.hasPrefix("devtool-liquibase-Linux-X64-1.2.3-") })
        _ = try runner.scenario.file("workspace/devtool.yml", "nonsense: 1")
        #expect(try await run(runner, ["liquibase": "true"]).status == 78)
    }
}
