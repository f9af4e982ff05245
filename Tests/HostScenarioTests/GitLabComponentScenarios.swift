import Foundation
import SystemPackage
import TestSupport
import Testing
import YAML

/// `templates/devtool.yml`: its form, and its scripts with the variables that GitLab sets, from the archive of a
/// release.
@Suite struct GitLabComponentScenarios {
    private static let file = DocumentationPage.package.appending(path: "templates/devtool.yml")
    /// GitLab's runner takes bash where the image has it, and otherwise sh.
    private static let shells = [["/bin/sh", "-e"], ["/bin/bash", "-eo", "pipefail"]]

    private static func component() throws -> GitLabComponent {
        try GitLabComponent(String(contentsOf: file, encoding: .utf8))
    }

    private static let image = ["image": "registry.example.com/java:21", "targets": #"["dev"]"#]

    /// Runs a job in a folder that is the checkout, with the variables of a project.
    private func run(
        _ name: String, _ inputs: [String: String], in scenario: Scenario, with shell: [String] = shells[0],
        variables: [String: String] = [:]
    ) async throws -> Outcome {
        let jobs = try Self.component().jobs(Self.image.merging(inputs) { $1 })
        let job = try #require(jobs.first { $0.name == "devtool \(name)" }?.job)
        let project = scenario.folder.path.appending("project").string
        try FileManager.default.createDirectory(atPath: project, withIntermediateDirectories: true)
        var scenario = scenario.variable("CI", "true").variable("GITLAB_CI", "true").variable("CI_PROJECT_DIR", project)
            .variable("DEVTOOL_CI_TARGET", "dev")
        for (name, value) in job.variables {
            let expanded = value.replacingOccurrences(of: "$CI_PROJECT_DIR", with: project).replacingOccurrences(
                of: "$RELEASES", with: scenario.releases)
            scenario = scenario.variable(name, expanded)
        }
        scenario = variables.reduce(scenario) { $0.variable($1.key, $1.value) }
        return try await scenario.script(job.script, with: shell, in: "project")
    }

    /// The inputs for an image without devtool.
    private static let release = ["version": "1.2.3", "base-url": "$RELEASES"]

    @Test func theFormIsWhatGitLabRequires() throws {
        let component = try Self.component()
        #expect(component.problems == [])
        let jobs = try component.jobs(Self.image)
        #expect(jobs.map(\.name) == ["devtool lint", "devtool plan", "devtool migrate"])
        for (name, job) in jobs { #expect(job.problems == [], "\(name)") }
        let matrix = try #require(jobs[2].job["parallel"]?["matrix"]?.items.first)
        #expect(matrix["DEVTOOL_CI_TARGET"]?.items.map(\.string) == ["dev"])
        #expect(jobs[2].job["rules"]?.items.first?["if"]?.string == "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH")
        // The program of an image is devtool, which reads no script.
        #expect(jobs.allSatisfy { $0.job["image"]?["entrypoint"]?.items.map(\.string) == [""] })
    }

    /// Each change of the file is found: the check can fail.
    @Test(arguments: [
        ("      regex: ^[A-Za-z0-9._/-]+$\n", "", "'config' takes any text"),
        ("type: array", "typ: array", "unknown key 'typ' of 'targets'"),
        ("\"$[[ inputs.wait ]]\"", "$[[ inputs.wait ]]", "'wait' is not in quotes"),
        ("inputs.wait", "inputs.wiat", "'wiat' is not declared"), ("inputs.wait", "inputs.wiat", "'wait' is not used"),
    ]) func aMistakeInTheFormIsFound(old: String, new: String, problem: String) throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let range = try #require(text.range(of: old))
        #expect(try GitLabComponent(text.replacingCharacters(in: range, with: new)).problems.contains(problem))
    }

    /// Inputs are put into quotes in YAML, and reach the shell as variables.
    @Test(arguments: [#"a"b"#, "a\nb", #"a\b"#, "a'b", "$(id)", "`id`", "a;b", "a|b", "a&b", "a*", "a>b", "a #b"])
    func noInputTakesTextThatLeavesItsPlace(value: String) throws {
        let component = try Self.component()
        #expect(component.patterns.count > 5)
        for name in component.patterns.keys {
            #expect(try !component.accepts(value, for: name), "\(name)")
            #expect(try !component.accepts("https://example.com/\(value)", for: name), "\(name)")
        }
    }

    @Test(arguments: [
        ("command", "update --labels=a,b"), ("command", "rollback-count 1 --yes"),
        ("image", "registry.example.com/devtool:0.2.0-java"), ("image", "$CI_REGISTRY_IMAGE/x:1"),
        ("base-url", "$CI_API_V4_URL/projects/7/packages/generic/devtool"),
        ("base-url", "https://example.com/releases/download"), ("wait", "1m30s"),
    ]) func usualInputsAreTaken(name: String, value: String) throws {
        #expect(try Self.component().accepts(value, for: name))
    }

    @Test func thePageNamesEachInput() throws {
        let named = try DocumentationPage("docs/ci.md").firstCells(inTablesOf: "component input").flatMap {
            $0.matches(of: /`([^`]+)`/).map { String($0.1) }
        }
        #expect(named.sorted() == (try Self.component().inputs.map(\.key).sorted()))
    }

    /// The page and the component name what the image of a job needs.
    @Test func theNeedsOfAnImageAreNamed() throws {
        let limits = try DocumentationPage("Scripts/release-sources/architecture.sh").text
        let glibc = try #require(limits.firstMatch(of: /(?m)^glibc_limit=([0-9.]+)$/)).1
        let row = try DocumentationPage("docs/ci.md").prose.first { $0.hasPrefix("| `image` |") }
        let image = try Self.component().inputs.first { $0.key == "image" }?.value
        for text in [String(try #require(row)), image?["description"]?.string ?? ""] {
            for need in ["x86_64", "glibc \(glibc) or later", "Java", "curl", "pip", "libxml2"] {
                #expect(text.contains(need), "\(need)")
            }
        }
    }

    @Test(arguments: shells) func wordsArriveUnchanged(shell: [String]) async throws {
        let scenario = try await Scenario.release(of: Scenario.recordingProgram)
        let inputs = ["command": "update --labels a,b", "config": "web/devtool.yml", "wait": "5m"]
        let outcome = try await run("migrate", inputs.merging(Self.release) { $1 }, in: scenario, with: shell).stderr(
            ""
        ).exits(0)
        let lines = """

            [--config][web/devtool.yml][migrate][install][--with-drivers]
            [--config][web/devtool.yml][--report][junit=devtool-migrate.xml][migrate]\
            [--target][dev][--wait][5m][update][--labels][a,b]

            """
        #expect(outcome.outputText.hasSuffix(lines))
    }

    @Test(arguments: shells) func aFailureFailsTheJob(shell: [String]) async throws {
        let scenario = try await Scenario.release(of: Scenario.recordingProgram).variable("STATUS", "75")
        try await run("lint", Self.release, in: scenario, with: shell).exits(75)
    }

    @Test func anImageWithDevtoolDownloadsNothing() async throws {
        let scenario = try await Scenario.release(of: Scenario.recordingProgram)
        let bin = scenario.folder.path.appending("devtool-1.2.3-linux-x86_64").string
        try await run("lint", [:], in: scenario.variable("PATH", "\(bin):\(scenario.value(of: "PATH") ?? "")")).stdout(
            "[--config][devtool.yml][--report][junit=devtool-lint.xml][migrate][lint]\n"
        ).stderr("").exits(0)
    }

    @Test(arguments: ["version", "base-url"]) func anImageWithoutDevtoolNeedsAVersion(name: String) async throws {
        let scenario = try await Scenario.release(of: Scenario.recordingProgram)
        try await run("lint", Self.release.filter { $0.key != name }, in: scenario).stdout("").stderr(
            "the image has no devtool: set the inputs 'version' and 'base-url'\n"
        ).exits(1)
    }

    @Test(arguments: shells) func aWrongSumFailsTheJob(shell: [String]) async throws {
        let scenario = try await Scenario.release(of: Scenario.recordingProgram)
        let inputs = ["sha256": String(repeating: "0", count: 64)]
        let outcome = try await run("lint", inputs.merging(Self.release) { $1 }, in: scenario, with: shell).exits(65)
        #expect(outcome.outputText.hasSuffix("/devtool-1.2.3-linux-x86_64.tar.gz: FAILED\n"))
        #expect(outcome.errorText.contains("did NOT match"))
    }

    /// The sum protected nothing: the job ran the installer of the same server to check it.
    @Test(arguments: shells) func withASumNothingElseOfTheReleaseIsRun(shell: [String]) async throws {
        let scenario = try await Scenario.release(of: Scenario.recordingProgram)
        let archive = "devtool-1.2.3-linux-x86_64.tar.gz"
        let sums = try #require(scenario.folder.text("releases/v1.2.3/SHA256SUMS"))
        let line = try #require(sums.split(separator: "\n").first { $0.hasSuffix(archive) })
        let inputs = Self.release.merging(["sha256": String(line.prefix(64))]) { $1 }
        _ = try scenario.file("releases/v1.2.3/install.sh", "touch hacked\n").file("releases/v1.2.3/SHA256SUMS", "")
        let outcome = try await run("lint", inputs, in: scenario, with: shell).stderr("").exits(0)
        #expect(
            outcome.outputText.hasSuffix("\n[--config][devtool.yml][--report][junit=devtool-lint.xml][migrate][lint]\n")
        )
        _ = try scenario.file("releases/v1.2.3/\(archive)", "something else")
        try await run("lint", inputs, in: scenario, with: shell).exits(65)
        #expect(scenario.folder.path.appending("project").names == [])
    }

    // See: audit of 0.2.0, L15.
    @Test func anUnencryptedReleaseNeedsAChecksum() async throws {
        let scenario = try await Scenario.release(of: Scenario.recordingProgram)
        try await run("lint", ["version": "1.2.3", "base-url": "http://127.0.0.1:1"], in: scenario).stdout("").stderr(
            "the input 'base-url' must be an https URL, unless 'sha256' is set\n"
        ).exits(1)
    }

    /// The input `base-url` was without effect in a project with such a variable, and the checkout not trusted.
    @Test(arguments: shells) func variablesOfTheProjectDoNotReplaceThoseOfTheJob(shell: [String]) async throws {
        let scenario = try await Scenario.release(
            of: """
                #!/bin/sh
                if [ "$1" = --version ]; then echo 1.2.3; else echo "$DEVTOOL_SAFE_DIRECTORY"; fi

                """)
        let variables = ["DEVTOOL_BASE_URL": "file:///nowhere", "DEVTOOL_SAFE_DIRECTORY": "/srv/shared"]
        let outcome = try await run("lint", Self.release, in: scenario, with: shell, variables: variables).stderr("")
            .exits(0)
        #expect(outcome.outputText.hasSuffix("\n/srv/shared:[DIR]/project:[DIR]/project/*\n"))
    }

    @Test(arguments: shells) func aMissingInstallerFailsTheJob(shell: [String]) async throws {
        let scenario = try await Scenario.release(of: Scenario.recordingProgram)
        let inputs = ["version": "9.9.9", "base-url": "$RELEASES"]
        let outcome = try await run("lint", inputs, in: scenario, with: shell).stdout("")
        #expect(outcome.errorText.contains("curl: "))
        #expect(outcome.status != 0)
    }

    @Test(.takingTurns, arguments: shells) func theJobsLintAndMigrate(shell: [String]) async throws {
        let scenario = try await Scenario.release(of: Scenario.builtProgram).withLiquibase().sample(in: "project")
        let outcome = try await run("lint", Self.release, in: scenario, with: shell).exits(0)
        #expect(outcome.folder.text("project/devtool-lint.xml")?.contains("<testsuite") == true)
        // The other shell passes the same words on: see wordsArriveUnchanged.
        guard shell == Self.shells[0] else { return }
        let migrated = try await run("migrate", Self.release, in: scenario, with: shell).exits(0)
        #expect(migrated.errorText.contains("3 changesets applied in "))
        let report = migrated.folder.text("project/devtool-migrate.xml")
        #expect(report?.contains(#"<testcase name="3::grace""#) == true)
    }
}
