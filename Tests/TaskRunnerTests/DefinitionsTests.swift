import DevtoolKit
import SystemPackage
import TestSupport
import Testing

@testable import TaskRunner

/// What tasks come out as, with targets, namespaces and names.
struct DefinitionsTests {
    private static let everything = """
        tasks:
          db:
            description: Bring the databases up to date
            aliases: [d, database]
            migrate: update --label ${params.region:-a b}
            options: {contexts: ci, jobs: 2, list: [a, b], map: {x: y}}
            params:
              region: {type: string, default: eu, choices: [eu, us], description: Where to}
              count: 3
              tag: {required: true}
              fast: {type: boolean}
              free:
            env: {LOG: debug, KEEP: '1'}
            requires: {programs: docker, variables: [TOKEN], files: [cert.pem]}
            timeout: 10m
            retry: 3
            targets:
              staging: {options: {contexts: prod}, env: {LOG: info}, needs: build}
              prod:
                run: [echo a, [printf, '%s', b], {favicon: [--batch, x]}]
                confirm: Really?
                requires: {programs: [], files: a}
                retry: {attempts: 4, delay: 2s}
                interactive: true
          build: {run: swift build, shell: bash, if: test -n "$CI", dir: sub, dotenv: .env.test,
            platforms: [linux, macos/arm64], sources: ["src/**/*.c", "!src/gen/**"], outputs: app}
          _hidden: {needs: [build, {task: db:prod, params: {tag: '1'}}], finally: build}
        """

    @Test func targetsAreMergedIntoTheirTask() throws {
        let catalog = try TaskProject(Self.everything).load()
        #expect(catalog.entries.map(\.name) == ["db", "build", "_hidden"])
        #expect(catalog.entries.map(\.isHidden) == [false, false, true])
        #expect(catalog.entries[0].aliases == ["d", "database"])
        let definitions = catalog.definitions(named: "db")
        #expect(definitions.map(\.name) == ["db:staging", "db:prod"])
        let (staging, prod) = (definitions[0], definitions[1])
        guard case .command("migrate", let arguments, _) = staging.actions.first else {
            Issue.record("\(staging.steps)")
            return
        }
        #expect(arguments.map(\.text) == ["update", "--label", "${params.region:-a b}"])
        #expect(staging.options.map(\.name) == ["contexts", "jobs", "list", "map"])
        guard case .text(let contexts) = staging.options[0].value else {
            Issue.record("\(staging.options)")
            return
        }
        #expect(contexts.text == "prod")
        #expect(staging.environment.map(\.name) == ["LOG", "KEEP"])
        #expect(staging.environment.flatMap(\.plainTexts).map(\.text) == ["info", "1"])
        #expect(staging.needs.map(\.name.text) == ["build"])
        #expect(staging.timeout == .seconds(600))
        #expect(staging.retry == RetryPolicy(attempts: 3))
        #expect(staging.description == "Bring the databases up to date")
        #expect(prod.steps.count == 3)
        #expect(prod.requirements[.programs]?.isEmpty == true)
        #expect(prod.requirements[.variables]?.map(\.text) == ["TOKEN"])
        #expect(prod.requirements[.files]?.map(\.text) == ["a"])
        #expect(prod.retry == RetryPolicy(attempts: 4, delay: .seconds(2)))
        #expect(prod.isInteractive && !staging.isInteractive)
        #expect(prod.confirmation?.text == "Really?")
    }

    @Test func parametersAreRead() throws {
        let catalog = try TaskProject(Self.everything).load()
        let parameters = catalog.definitions(named: "db:prod").first?.parameters ?? []
        #expect(parameters.map(\.name) == ["region", "count", "tag", "fast", "free"])
        #expect(parameters.map(\.kind) == [.string, .string, .string, .boolean, .string])
        #expect(parameters.map(\.defaultTexts.first?.text) == ["eu", "3", nil, "false", nil])
        #expect(parameters.map(\.isRequired) == [false, false, true, false, false])
        #expect(parameters[0].check("us") == nil)
        #expect(parameters[0].check("up") == "must be one of eu, us, not 'up'")
        #expect(parameters[0].hint(for: "use") == "did you mean 'us'?")
        #expect(parameters[3].check("yes") == "must be true or false, not 'yes'")
    }

    @Test(arguments: [
        ("0", nil), ("-5", nil), ("12", nil), ("", "must be an integer, not ''"),
        ("1.5", "must be an integer, not '1.5'"), ("0x1", "must be an integer, not '0x1'"),
        ("99999999999999999999", "must be an integer, not '99999999999999999999'"),
    ]) func integersAreChecked(text: String, problem: String?) throws {
        let catalog = try TaskProject("tasks: {a: {run: x, params: {n: {type: integer}}}}").load()
        #expect(catalog.entries[0].definitions[0].parameters[0].check(text) == problem)
    }

    @Test func theOtherKeysAreRead() throws {
        let catalog = try TaskProject(Self.everything).load()
        let build = try #require(catalog.definitions(named: "build").first)
        #expect(build.shell == ShellCall(shell: .bash))
        #expect(build.condition?.text == "test -n \"$CI\"")
        #expect(build.dir?.text == "sub")
        #expect(build.dotenv.map(\.name.text) == [".env.test"])
        #expect(build.platforms.map(\.text) == ["linux", "macos/arm64"])
        #expect(build.sources.map(\.text) == ["src/**/*.c", "!src/gen/**"])
        #expect(build.outputs.map(\.text) == ["app"])
        #expect("\(build.location)" == "devtool.yml:25:3")
    }

    @Test func namesAreLookedUpOutward() throws {
        let project = try TaskProject(
            """
            includes: {web: web/tasks.yml, none: {file: none.yml, optional: true}}
            tasks: {build: {run: top}, lint: {run: top, aliases: l}}
            """)
        try project.write(
            """
            migrate: {changelog: web.xml}
            includes: {deep: ../deep.yml}
            tasks: {build: {run: web, needs: [lint, deep:x]}, t: {targets: {a: {run: x}}}}
            """, to: "web/tasks.yml")
        try project.write("tasks: {x: {run: deep, needs: t:a, aliases: y}}", to: "deep.yml")
        let catalog = try project.load()
        #expect(catalog.entries.map(\.name) == ["build", "lint", "web:build", "web:t", "web:deep:x"])
        func names(_ name: String, _ namespace: String = "") -> [String]? {
            catalog.definitions(named: name, from: namespace).map(\.name)
        }
        #expect(names("build") == ["build"])
        #expect(names("build", "web") == ["web:build"])
        #expect(names("build", "web:deep") == ["web:build"])
        #expect(names("l", "web:deep") == ["lint"])
        #expect(names("deep:y", "web") == ["web:deep:x"])
        #expect(names("t") == [])
        func hint(_ word: String) -> String? { catalog.unknownTask(word, in: project.context).diagnostics.first?.hint }
        #expect(hint("t:a") == "did you mean 'web:t:a'?")
        #expect(hint("web:biuld") == "did you mean 'web:build'?")
        #expect(catalog.files.map { $0.lastComponent?.string } == ["devtool.yml", "tasks.yml", "deep.yml"])
        let web = try #require(catalog.definitions(named: "web:build").first)
        #expect(web.directory == project.path.appending("web"))
        guard case .text("web.xml") = catalog.configuration(of: web).referencedValue(at: "migrate.changelog") else {
            Issue.record("the file's own configuration is not used")
            return
        }
    }

    @Test func waitsTwiceAsLongEachTime() {
        let policy = RetryPolicy(attempts: 9, delay: .seconds(1), maximumDelay: .seconds(5))
        #expect((1...5).map(policy.delay(afterAttempt:)) == [1, 2, 4, 5, 5].map { .seconds($0) })
    }

    @Test(arguments: [("linux", true), ("linux/amd64", true), ("linux/arm64", false), ("macos", false)])
    func platformsAreCompared(name: String, isIncluded: Bool) throws {
        let platform = try #require(TaskPlatform(name))
        let here = try #require(TaskPlatform("linux/x86_64"))
        #expect(platform.includes(here) == isIncluded)
    }

    @Test func tasksAreReadInLinearTime() throws {
        let isLinear = try growsLinearly(to: 4_000) { count in
            let names = (0..<count).map { "t\($0)" }
            let text = names.map { "  \($0): {run: \"true\"}\n" }.joined()
            let project = try TaskProject("tasks:\n\(text)  all: {needs: [\(names.joined(separator: ", "))]}\n")
            #expect(try project.load().entries.count == count + 1)
            return threadSeconds { _ = try? project.load() }
        }
        #expect(isLinear)
    }
}
