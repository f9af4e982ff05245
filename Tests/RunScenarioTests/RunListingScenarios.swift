import TestSupport
import Testing

/// `devtool run` where nothing is run: lists, plans, graphs.
@Suite struct RunListingScenarios {
    private static let project = """
        includes: {web: web/tasks.yml, opt: {file: nosuch.yml, optional: true}}
        tasks:
          all:
            description: Do everything
            aliases: [default, everything]
            needs: [db, "web:build"]
            finally: clean
          db:
            run: 'migrate "$T"'
            confirm: Sure?
            targets: {dev: {description: For us}, prod: {if: test -n "$CI"}, _x: {}}
          deploy:
            run: [[ship, '${params.to}']]
            params: {to: {choices: [eu, us], required: true, description: Where to}, dry: {type: boolean}}
          clean: {run: "rm -r build\\nrm log", platforms: [linux, windows]}
          gen: {run: cc, sources: x.c}
          _hidden: {run: "true"}
        """

    private var scenario: Scenario {
        get throws {
            try Scenario().config(Self.project).file(
                "web/tasks.yml", "tasks: {build: {needs: dep, run: pwd}, dep: {run: echo dep, dir: sub}}"
            ).file("web/sub/x", "")
        }
    }

    @Test func theList() async throws {
        try await scenario.run("run", "--list").stdout(
            """
            all                        Do everything (default, everything)
            db
              db:dev                   For us
              db:prod
            deploy --to eu|us [--dry]
            clean
            gen
            web:build
            web:dep

            """
        ).stderr("").exits(0)
    }

    @Test func theListAsJSON() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              db: {run: x, aliases: [d], needs: a, targets: {dev: {}, _x: {}}, params: {to: {choices: [eu], default: eu}}}
              a: {run: x, description: First, confirm: Sure?}
            """
        ).run("run", "--list", "--json")
        outcome.stdout(
            """
            {
              "schema": 1,
              "root": "[DIR]",
              "tasks": [
                {
                  "name": "db",
                  "description": null,
                  "group": null,
                  "aliases": [
                    "d"
                  ],
                  "targets": [
                    "db:dev"
                  ],
                  "parameters": [
                    {
                      "name": "to",
                      "type": "string",
                      "default": "eu",
                      "choices": [
                        "eu"
                      ],
                      "required": false,
                      "rest": false,
                      "description": null
                    }
                  ],
                  "needs": [
                    "a"
                  ],
                  "interactive": false,
                  "place": "devtool.yml:2:3",
                  "file": "[DIR]/devtool.yml",
                  "line": 2,
                  "column": 3
                },
                {
                  "name": "a",
                  "description": "First",
                  "group": null,
                  "aliases": [],
                  "targets": [],
                  "parameters": [],
                  "needs": [],
                  "interactive": true,
                  "place": "devtool.yml:3:3",
                  "file": "[DIR]/devtool.yml",
                  "line": 3,
                  "column": 3
                }
              ]
            }

            """
        ).stderr("").exits(0)
    }

    @Test func aDescriptionOfSeveralLines() async throws {
        try await Scenario().config(
            """
            tasks:
              a:
                description: |
                  Builds it,
                    and more
                run: x
            """
        ).run("run", "--list").stdout("a  Builds it, and more\n").stderr("").exits(0)
    }

    @Test func thePlanWithoutANameIsThatOfTheDefaultTask() async throws {
        let scenario = try Scenario().config("tasks: {default: {run: 'true'}}\n")
        try await scenario.run("run", "--dry-run").stdout("default\n  true\n").stderr("").exits(0)
        try await scenario.run("run", "--graph", "mermaid").stdout("flowchart LR\n  t0[\"default\"]\n").stderr("")
            .exits(0)
    }

    @Test func thePlanHasEveryCommand() async throws {
        try await scenario.run("run", "--dry-run", "all", "gen").stdout(
            """
            db:dev  # asks
              migrate "$T"
            db:prod  # if test -n "$CI"; asks
              migrate "$T"
            db:_x  # asks
              migrate "$T"
            web:dep
              echo dep
            web:build  # needs web:dep
              pwd
            all  # needs db:dev, db:prod, db:_x, web:build
            clean  # finally
              rm -r build
              rm log
            gen  # unless it is up to date
              cc

            """
        ).stderr("").exits(0)
    }

    /// Steps may be nested deeper than calls of functions can be.
    @Test func aDeepPlanIsShown() async throws {
        let count = 3000
        let tasks = (0..<count).map { "  t\($0): {run: [{task: t\($0 + 1)}]}\n" }.joined()
        let outcome = try await Scenario().config("tasks:\n\(tasks)  t\(count): echo x\n").run("run", "--dry-run", "t0")
            .exits(0)
        let margin = String(repeating: "  ", count: count)
        #expect(outcome.outputText.hasPrefix("t0\n  → t1\n    → t2\n"))
        #expect(outcome.outputText.hasSuffix("\n\(margin)→ t\(count)\n\(margin)  echo x\n"))
    }

    @Test func aPlanHasTheValuesOfParameters() async throws {
        try await scenario.run("run", "-n", "deploy", "--to", "eu", "--", "a b").stdout(
            "deploy(to=eu)\n  ship eu 'a b'\n"
        ).stderr("").exits(0)
    }

    @Test func theGraphForGraphviz() async throws {
        try await Scenario().config("tasks: {a: {needs: [b, c], finally: d}, b: {run: x}, c: {needs: b}, d: {run: x}}")
            .run("run", "--graph", "dot", "a").stdout(
                """
                digraph tasks {
                  t0 [label="a"]
                  t1 [label="b"]
                  t2 [label="c"]
                  t3 [label="d", style=dashed]
                  t0 -> t1
                  t0 -> t2
                  t2 -> t1
                  t3 -> t0 [style=dotted]
                }

                """
            ).stderr("").exits(0)
    }

    @Test func theGraphForMermaid() async throws {
        try await Scenario().config(
            "tasks: {a: {needs: {task: b, params: {x: '\"<1>\"'}}, finally: d}, b: {run: x, params: {x: y}}, d: {run: x}}"
        ).run("run", "--graph", "mermaid", "a").stdout(
            """
            flowchart LR
              t0["a"]
              t1["b(x=#34;#60;1#62;#34;)"]
              t2(["d"])
              t0 --> t1
              t2 -.-> t0

            """
        ).stderr("").exits(0)
    }

    @Test func tasksOfOtherFilesRunInTheirFolders() async throws {
        try await scenario.run("run", "-q", "web:build").stdout("dep\n[DIR]/web\n").exits(0)
    }

    @Test(arguments: [
        ("{web: nosuch.yml}", "devtool.yml:1:17: file 'nosuch.yml' not found"),
        ("{web: {fiel: x}}", "devtool.yml:1:17: missing 'file' in 'includes.web'"),
        ("{web: devtool.yml}", "devtool.yml:1:17: include cycle: devtool.yml → devtool.yml"),
    ]) func includesThatCannotBeRead(includes: String, message: String) async throws {
        let outcome = try await Scenario().config("includes: \(includes)\ntasks: {a: {run: echo a}}").run("run", "a")
        outcome.stdout("").exits(78)
        #expect(outcome.errorText.hasPrefix(message + "\n"), "\(outcome.errorText)")
    }

    @Test func aNameIsLookedUpFromItsNamespaceOutward() async throws {
        try await Scenario().config("includes: {web: web.yml}\ntasks: {a: {run: echo outer a}, b: {run: echo outer b}}")
            .file("web.yml", "tasks: {a: {run: echo inner a}, c: {needs: [a, b], run: echo c}}").run(
                "run", "-q", "-j1", "web:c"
            ).stdout("inner a\nouter b\nc\n").exits(0)
    }

    @Test func anOptionMayFollowAVariable() async throws {
        try await Scenario().config("vars: {v: 1}\ntasks: {a: 'echo ${vars.v}'}").run("run", "v=2", "--dry-run", "a")
            .stdout("a\n  echo '2'\n").stderr("").exits(0)
    }

    @Test(arguments: [
        (["--jobs", "0", "a"], "devtool: '--jobs' must be an integer from 1 to 1000, not '0'"),
        (["--json"], "devtool: '--json' requires '--list'"),
        (
            ["--list", "--dry-run"],
            "devtool: '--clean-cache', '--dry-run', '--list', '--env', '--graph', '--update-includes' and '--watch' cannot be combined"
        ),
    ]) func optionsThatContradictThemselves(arguments: [String], message: String) async throws {
        let outcome = try await Scenario().config("tasks: {a: {run: x}}").run(["run"] + arguments)
        outcome.stdout("").exits(64)
        #expect(outcome.errorText.hasPrefix(message + "\n"))
    }
}
