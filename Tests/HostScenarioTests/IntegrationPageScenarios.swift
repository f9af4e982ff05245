import Foundation
import SystemPackage
import TestSupport
import Testing
import YAML

/// The samples of docs/ci.md for other programs: each shell line is run with the variables that the program sets,
/// and each key is one that action, component or hooks have.
@Suite struct IntegrationPageScenarios {
    private static let action = "OWNER/devtool@v0.2.0"

    private static func page() throws -> DocumentationPage { try DocumentationPage("docs/ci.md") }

    /// The samples in YAML with a key.
    private static func samples(with key: String) throws -> [YAMLNode] {
        let samples = try page().blocks("yml").map(YAMLNode.document).filter { $0[key] != nil }
        try #require(!samples.isEmpty)
        return samples
    }

    /// The jobs of the GitHub workflows.
    private static func jobs() throws -> [(key: String, value: YAMLNode)] {
        try samples(with: "jobs").flatMap { $0["jobs"]?.entries ?? [] }
    }

    /// A release of the version in the samples, and the sample project in a folder.
    private func project(_ folder: String, of program: String = Scenario.builtProgram) async throws -> Scenario {
        let scenario = try await Scenario.release("0.2.0", of: program).withLiquibase().sample(in: folder)
        let bin = scenario.folder.path.appending("devtool-0.2.0-linux-x86_64").string
        return scenario.variable("PATH", "\(bin):\(scenario.value(of: "PATH") ?? "")").variable(
            "DEVTOOL_MIGRATE_TARGETS_PROD_URL", "jdbc:sqlite:prod.db"
        ).variable("PROD_PASSWORD", "secret")
    }

    @Test func theVersionIsThatOfTheChangelog() throws {
        let changelog = try DocumentationPage("CHANGELOG.md").text
        let version = try #require(changelog.firstMatch(of: /## \[([0-9.]+)\]/)).1
        let page = try Self.page().text
        let named = page.matches(of: /devtool(?:@v?|:|-|\/releases\/v| --version )(\d+\.\d+\.\d+)/)
        #expect(named.count > 5)
        #expect(named.allSatisfy { $0.1 == version })
    }

    // MARK: The log of a run

    @Test func theLogAndTheSummaryAreThoseOfTheSample() async throws {
        let page = try Self.page()
        let (log, summary) = (try #require(page.blocks("log").first), try #require(page.blocks("markdown").first))
        let scenario = try Scenario().config(try #require(page.blocks("yaml").first)).variable("GITHUB_ACTIONS", "true")
            .variable("GITHUB_STEP_SUMMARY", "summary.md")
        let outcome = try await scenario.program("/bin/sh", "-c", "exec \"$0\" run ci 2>&1", Scenario.devtool).exits(1)
        #expect(Outcome.timeless(outcome.outputText) == Outcome.timeless(log + "\n"))
        let written = try #require(outcome.folder.text("summary.md"))
        #expect(Outcome.timeless(written) == Outcome.timeless(summary + "\n"))
    }

    // MARK: GitHub

    /// Each use of the action in the samples does what it says, with the inputs of the sample.
    @Test(.takingTurns, arguments: ["changelogs", "migrate", "plan"]) func usesOfTheActionWork(name: String)
        async throws
    {
        let job = try #require(try Self.jobs().first { $0.key == name }).value
        let step = try #require(job["steps"]?.items.first { $0["uses"]?.string == Self.action })
        var inputs: [String: String] = [:]
        for (key, value) in step["with"]?.entries ?? [] { inputs[key] = value.string }
        let runner = try ScriptedGitHubRunner(await project("workspace"))
        let run = try await runner.run(
            inputs.merging(["version": "0.2.0", "base-url": runner.scenario.releases]) { $1 })
        #expect(run.status == 0, "\(run.output)\(run.error)")
        if name == "changelogs" {
            #expect(run.error.hasSuffix("3 changesets in 1 file: no problems found\n"))
            #expect(run.used.last?.action == "github/codeql-action/upload-sarif@v4")
        } else if name == "plan" {
            // See ReviewCommentScenarios for the comment.
            #expect(run.output.hasSuffix("::notice title=devtool::no comment: this is no pull request\n"))
            let summary = runner.scenario.folder.text("files/summary")
            #expect(summary?.hasPrefix("### devtool migrate plan update: prod") == true)
        } else {
            #expect(run.error.contains("All targets have their drivers\n"))
            let report = runner.scenario.folder.text("workspace/devtool.xml")
            #expect(report?.contains(#"<testcase name="3::grace""#) == true)
        }
    }

    /// A job keeps the folder that the sample names, and the next one, in a new clone, restores from it.
    @Test(arguments: ["GitHub", "GitLab"]) func resultsOfTasksAreKept(by service: String) async throws {
        let scenario = Scenario()
        for clone in ["first", "second"] {
            _ = try scenario.file("\(clone)/src/a", "1").file(
                "\(clone)/devtool.yml", "tasks: {site: {run: cp src/a site, sources: src, outputs: site, cache: true}}")
        }
        for (clone, message) in [("first", "cp src/a site"), ("second", "restored")] {
            let home = scenario.folder.path.appending("\(clone)-home").string
            let project = scenario.folder.path.appending(clone).string
            var (kept, command, cache) = ("", "", "")
            if service == "GitLab" {
                let job = try #require(Self.samples(with: "site").first?["site"])
                kept = try #require(job["cache"]?["paths"]?.items.first?.string)
                command = try #require(job["script"]?.items.first?.string)
                cache = try #require(job["variables"]?["XDG_CACHE_HOME"]?.string).replacing(
                    "$CI_PROJECT_DIR", with: project)
                kept = "\(project)/\(kept)"
            } else {
                let steps = try Self.page().blocks("yml").map(YAMLNode.document).first { $0.items.count == 2 }?.items
                kept = try #require(steps?.first?["with"]?["path"]?.string).replacing("~", with: home)
                let words = try #require(steps?.last?["with"]?["command"]?.string)
                command = "devtool \(words)"
                cache = "\(home)/.cache"
            }
            try await scenario.variable("HOME", home).variable("XDG_CACHE_HOME", cache).shell(
                """
                mkdir -p "\(kept)" && [ ! -e archive ] || cp -R archive/. "\(kept)" || exit
                devtool() { "$devtool" "$@"; }
                cd \(clone) && \(command) && cd .. && cp -R "\(kept)" archive
                """
            ).stdout("").stderr("site: \(message)\n").exits(0).file("\(clone)/site", "1")
        }
    }

    @Test func actionsOfTheSamplesHaveMajorVersionsAndInputs() throws {
        let action = try GitHubAction(
            String(contentsOf: DocumentationPage.package.appending(path: "action.yml"), encoding: .utf8))
        let steps = try Self.jobs().flatMap { $0.value["steps"]?.items ?? [] }
        for step in steps {
            guard let used = step["uses"]?.string else { continue }
            #expect(used == Self.action || used.contains(/^actions\/\w+@v\d+$/))
            if used == Self.action {
                let inputs = Set(step["with"]?.keys ?? [])
                #expect(inputs.subtracting(action.inputs.map(\.name)).isEmpty)
            }
        }
    }

    /// One job prints the matrix, and the next one gets a target of it.
    @Test func theMatrixOfTheSampleIsRun() async throws {
        let scenario = try await project("workspace").withScriptedUpdate()
        let output = scenario.folder.path.appending("output").string
        let lines = try Self.jobs().flatMap { $0.value["steps"]?.items ?? [] }.compactMap { $0["run"]?.string }
        try #require(lines.count == 2)
        let bash = ["/bin/bash", "-e"]
        try await scenario.variable("GITHUB_OUTPUT", output).script(lines[0], with: bash, in: "workspace").stdout("")
            .exits(0)
        #expect(scenario.folder.text("output") == #"matrix={"target":["dev","prod"]}"# + "\n")
        for target in ["dev", "prod"] {
            let outcome = try await scenario.variable("TARGET", target).script(lines[1], with: bash, in: "workspace")
                .exits(0)
            #expect(outcome.errorText.contains("3 changesets applied in "))
        }
    }

    /// A failure of devtool was a success with an empty matrix.
    @Test func theMatrixOfABrokenConfigurationFails() async throws {
        let scenario = try await project("workspace").file("workspace/devtool.yml", "nonsense: 1")
        let output = scenario.folder.path.appending("output").string
        let line = try Self.jobs().flatMap { $0.value["steps"]?.items ?? [] }.first { $0["id"]?.string == "list" }?[
            "run"]?.string
        try await scenario.variable("GITHUB_OUTPUT", output).script(
            try #require(line), with: ["/bin/bash", "-e"], in: "workspace"
        ).stdout("").exits(78).file("output", nil)
    }

    // MARK: GitLab and pre-commit

    @Test func theComponentTakesTheInputsOfTheSample() throws {
        let component = try GitLabComponent(
            String(contentsOf: DocumentationPage.package.appending(path: "templates/devtool.yml"), encoding: .utf8))
        let include = try #require(try Self.samples(with: "include")[0]["include"]?.items.first)
        // A version of three numbers is the name of a tag (docs.gitlab.com, "Component versions").
        let tag = try #require(Self.action.split(separator: "@").last)
        #expect(include["component"]?.string.hasSuffix("/devtool/devtool@\(tag)") == true)
        var inputs: [String: String] = [:]
        for (key, value) in include["inputs"]?.entries ?? [] {
            inputs[key] = value.items.isEmpty ? value.string : "[\(value.items.map(\.string).joined(separator: ", "))]"
        }
        #expect(Set(inputs.keys).subtracting(component.inputs.map(\.key)).isEmpty)
        #expect(try component.jobs(inputs).count == 3)
    }

    @Test func theHooksOfTheSamplesExist() throws {
        let text = try String(
            contentsOf: DocumentationPage.package.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
        let hooks = try YAMLNode.document(text).items
        let repositories = try Self.samples(with: "repos").flatMap { $0["repos"]?.items ?? [] }
        #expect(repositories.count == 2)
        for repository in repositories {
            for used in repository["hooks"]?.items ?? [] {
                let hook = try #require(hooks.first { $0["id"]?.string == used["id"]?.string })
                // A hook of one's own is the same, but for the way it gets its program.
                for key in ["name", "entry", "pass_filenames"] where used[key] != nil {
                    #expect(used[key]?.string == hook[key]?.string)
                }
            }
        }
    }

    // MARK: Jenkins, make and the image

    /// Jenkins runs each line by `sh -xe`, with the variables of the stage.
    ///
    /// There is no Liquibase before it is installed; a script stands for the download.
    @Test func theStageOfJenkinsIsRun() async throws {
        let stage = try #require(try Self.page().blocks("groovy").first)
        let program = """
            #!/bin/sh
            if [ "$*" = --version ]; then echo @VERSION@ && exit; fi
            if [ "$*" = 'migrate install --with-drivers' ]; then touch "$WORKSPACE/installed" && exit; fi
            if [ -e "$WORKSPACE/installed" ]; then export LIQUIBASE_HOME="$WORKSPACE/../liquibase"; fi
            exec '\(Scenario.devtool)' "$@"

            """
        var scenario = try await project("workspace", of: program).withScriptedUpdate().variable("LIQUIBASE_HOME", nil)
        let names = stage.matches(of: /(?m)^ +([A-Z_]+) = '[^'\n]*'$/).map { String($0.1) }
        #expect(names == ["DEVTOOL_BASE_URL"])
        scenario = scenario.variable("DEVTOOL_BASE_URL", scenario.releases).variable(
            "PATH", "\(scenario.folder.path)/tools:/usr/bin:/bin"
        ).variable("WORKSPACE", scenario.folder.path.appending("workspace").string)
        let lines = stage.matches(of: /(?m)^ +sh '([^'\n]*)'$/).map { String($0.1) }
        #expect(lines.count == stage.split(separator: "\n").count { $0.contains("sh '") })
        try #require(lines.count == 4)
        for line in lines { try await scenario.script(line, with: ["/bin/sh", "-xe"], in: "workspace").exits(0) }
        #expect(scenario.folder.text("workspace/devtool.xml")?.contains(#"<testcase name="3::grace""#) == true)
        #expect(stage.contains("junit 'devtool.xml'"))
    }

    @Test(.enabled(if: Scenario.has("make"), "make is needed")) func makeStopsAtTheFirstFailure() async throws {
        let rule = try #require(try Self.page().blocks("make").first)
        let scenario = try await project(".").file("Makefile", rule + "\n")
        try await scenario.program("/usr/bin/make", "check").stdout(
            """
            devtool config check
            devtool migrate lint

            """
        ).stderr("3 changesets in 1 file: no problems found\n").exits(0)
        let outcome = try await scenario.config("nonsense: 1").program("/usr/bin/make", "check").stdout(
            "devtool config check\n"
        ).exits(2)
        #expect(outcome.errorText.contains("Error 78"))
    }

    /// A stand-in for the container's engine runs devtool, as the image does, in the folder that is mounted.
    @Test func theImageIsRunInTheMountedProject() async throws {
        let lines = try Self.page().blocks("sh").filter { $0.hasPrefix("docker run ") }
        try #require(lines.count == 1)
        let scenario = try await project("workspace").withScriptedUpdate().file(
            "tools/docker",
            """
            #!/bin/sh
            set -eu
            [ "$1" = run ] && shift
            while :; do
                case $1 in
                --rm) shift ;;
                --volume) [ "${2#*:}" = /workspace ] && folder=${2%:*} && shift 2 ;;
                --env) [ "$2" = PROD_PASSWORD ] && shift 2 ;;
                -*) exit 64 ;;
                *) break ;;
                esac
            done
            [ "$1" = registry.example.com/devtool:0.2.0-java ] && shift
            cd "$folder" && exec devtool "$@"

            """
        ).executable("tools/docker")
        let outcome = try await scenario.script(lines[0], with: ["/bin/sh", "-e"], in: "workspace").exits(0)
        #expect(outcome.errorText.contains("3 changesets applied in "))
        #expect(scenario.folder.text("workspace/updated") == "")
    }

    /// The page and the script's own text name the archive that the script makes.
    @Test func theArchiveOfTheImageHasItsName() async throws {
        let text = try DocumentationPage("Scripts/release-image").text
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(#"[ -n "$output" ] || output="#) })
        func name(_ values: String) async throws -> String {
            try await Scenario().script(
                "output= java=yes \(values)\n\(line)\nprintf %s \"$output\"\n", with: ["/bin/sh", "-eu"], in: "."
            ).exits(0).outputText
        }
        let meant = try await name("packages=FOLDER version=VERSION oci_architecture=ARCHITECTURE")
        #expect(text.contains("(default: \(meant.replacing("-java", with: "[-java]")))"))
        let sample = try await name("packages=dist version=0.2.0 oci_architecture=amd64")
        let file = try #require(sample.split(separator: "/").last)
        #expect(try Self.page().text.contains("oci-archive:\(file) "))
    }

    /// What the page says of a changelog's path is so: the same file by another path is pending again.
    @Test(.takingTurns) func aChangesetKeepsItsIdentityWithItsPath() async throws {
        let scenario = try await project("workspace").file(
            "workspace/db/devtool.yml", "migrate: {changelog: changelog.xml, url: 'jdbc:sqlite:app.db'}")
        let beside = scenario.variable("DEVTOOL_MIGRATE_TARGETS_PROD_URL", nil)
        try await beside.run("migrate", "update", in: "workspace/db").exits(0)
        let moved = scenario.variable("DEVTOOL_MIGRATE_TARGETS_DEV_URL", "jdbc:sqlite:db/app.db")
        try await moved.run("migrate", "--exit-code", "status", in: "workspace").exits(1)
    }
}
