import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// `devtool run` in a project of several packages: patterns, loops, one file for several packages, subfolders.
@Suite struct RunPackageScenarios {
    private static let services = """
        includes:
          api: {file: service.yml, dir: services/api, vars: {name: api, image: "${vars.registry}/api"}}
          web: {file: service.yml, dir: services/web, vars: {name: web}}
        vars: {registry: reg}
        tasks:
          ci: {needs: ["*:test"]}
          prod: {confirm: Really?, run: echo prod}
        """
    private static let service = """
        vars: {image: none}
        tasks:
          test: {run: "echo test ${vars.name} ${vars.image}; basename \\"$PWD\\"; echo \\"$FILE\\"", needs: build}
          build: echo build ${vars.name}
          _hidden: echo hidden
          secret: {internal: true, run: echo internal}
        """

    private func project() throws -> Scenario {
        try Scenario().config(Self.services).file("service.yml", Self.service).file(
            "services/api/.env", "FILE=api.env\n"
        ).file("services/web/src/page.html", "")
    }

    @Test func oneFileServesSeveralPackages() async throws {
        try await project().run("run", "-q", "-j1", "ci").stdout(
            "build api\nbuild web\ntest api reg/api\napi\napi.env\ntest web none\nweb\n\n"
        ).stderr("").exits(0)
        try await project().run("run", "--env", "api:build").stdout(
            """
            NAME           VALUE    FROM
            vars.image     reg/api  devtool.yml:2
            vars.name      api      devtool.yml:2
            vars.registry  reg      devtool.yml:4
            env.FILE       api.env  services/api/.env

            """
        ).stderr("").exits(0)
    }

    @Test func theVariablesOfAnIncludeAreTextsOfTheIncludingFile() async throws {
        try await Scenario().config(
            """
            includes: {a: {file: a.yml, vars: {name: "${vars.name}-a"}}}
            vars: {name: root}
            tasks: {x: "echo ${vars.name}"}
            """
        ).file("a.yml", "vars: {name: own, other: \"<${vars.name}>\"}\ntasks: {x: 'echo ${vars.name} ${vars.other}'}\n")
            .run("run", "-q", "x", "a:x").stdout("root\nroot-a <root-a>\n").stderr("").exits(0)
        try await Scenario().config("includes: {a: {file: a.yml, vars: {name: \"${vars.x}\"}}}").file(
            "a.yml", "tasks: {x: 'echo ${vars.name}'}"
        ).run("run", "a:x").stderr(
            """
            devtool.yml:1:43: there is no variable 'x' in 'vars'
            includes: {a: {file: a.yml, vars: {name: "${vars.x}"}}}
                                                      ^

            """
        ).exits(78)
        // Of a file that several include, the include is named.
        try await Scenario().config("includes: {a: {file: s.yml}, b: {file: s.yml, vars: {name: x}}}").file(
            "s.yml", "tasks: {x: 'echo ${vars.name}'}"
        ).run("config", "check").stderr(
            """
            s.yml:1:18: there is no variable 'name' in 'vars' of the file included as 'a'
            tasks: {x: 'echo ${vars.name}'}
                             ^

            """
        ).exits(78)
    }

    @Test func anErrorInAFileOfSeveralPackagesIsReportedOnce() async throws {
        try await Scenario().config("includes: {a: a.yml, b: a.yml}").file("a.yml", "tasks: {x: {rnu: echo}}").run(
            "run", "a:x"
        ).stderr(
            """
            a.yml:1:13: unknown key or command 'rnu' in 'tasks.x'
            tasks: {x: {rnu: echo}}
                        ^
              hint: did you mean 'run'?

            """
        ).exits(78)
    }

    @Test(arguments: [
        ("*:build", "build api\nbuild web\n"), ("web:b*", "build web\n"), ("**:build", "build api\nbuild web\n"),
        ("w*:*d", "build web\n"),
    ]) func aPatternOnTheCommandLineRunsAllThatMatch(pattern: String, output: String) async throws {
        try await project().run("run", "-q", "-j1", pattern).stdout(output).stderr("").exits(0)
    }

    /// Tasks that lists leave out do not match, nor does the task itself.
    @Test func aPatternMatchesWhatListsShow() async throws {
        try await Scenario().config(
            "tasks: {all: {needs: '*'}, a: echo a, b: {aliases: [c], run: echo b}, _d: x, e: {internal: true, run: x}, f:g: x}"
        ).run("run", "-n", "all").stdout("a\n  echo a\nb\n  echo b\nall  # needs a, b\n").stderr("").exits(0)
        try await Scenario().config("tasks: {all: {needs: 'db:*'}, db: {run: echo, targets: {a: {}, _b: {}, c: {}}}}")
            .run("run", "-n", "all").stdout("db:a\n  echo\ndb:c\n  echo\nall  # needs db:a, db:c\n").stderr("").exits(0)
    }

    /// As names are, a pattern is looked up in the task's own namespace first.
    @Test func aPatternBeginsInTheNamespaceOfItsFile() async throws {
        let project = "includes: {a: a.yml}\ntasks: {x: echo root, y: {needs: a:all}}"
        try await Scenario().config(project).file("a.yml", "tasks: {all: {needs: ['x*', 'y*']}, x1: echo own}").run(
            "run", "-n", "a:all"
        ).stderr(
            """
            a.yml:1:29: task cycle: a:all → y → a:all
            tasks: {all: {needs: ['x*', 'y*']}, x1: echo own}
                                        ^

            """
        ).exits(78)
        try await Scenario().config("includes: {a: a.yml}\ntasks: {x: echo root, y: echo y}").file(
            "a.yml", "tasks: {all: {needs: ['x*', 'y*']}, x1: echo own}"
        ).run("run", "-q", "-j1", "a:all").stdout("own\ny\n").stderr("").exits(0)
    }

    @Test func aPatternThatMatchesNothingIsAnError() async throws {
        for (word, message) in [
            ("*:tset", "no task matches '*:tset'\n  hint: did you mean '*:test'?"), ("*:x", "no task matches '*:x'"),
            ("wbe:*", "no task matches 'wbe:*'\n  hint: did you mean 'web:*'?"),
            ("wbe", "unknown task 'wbe'\n  hint: did you mean 'web'?"),
        ] { try await project().run("run", word).stdout("").stderr("devtool: \(message)\n").exits(64) }
        try await Scenario().config("tasks: {ci: {needs: ['*:test']}}").run("run", "ci").stdout("").stderr(
            """
            devtool.yml:1:22: no task matches '*:test'
            tasks: {ci: {needs: ['*:test']}}
                                 ^

            """
        ).exits(78)
        let outcome = try await Scenario().config("tasks: {ci: {needs: ['a:*tset', 'a:tset*', 'a:tset']}, a:test: x}")
            .run("run", "ci").exits(78)
        #expect(outcome.errorText.ranges(of: "hint: did you mean 'a:test'?").count == 1)
        try await Scenario().config("tasks: {ci: {run: [{task: 'c*'}]}}").run("run", "ci").stderr(
            """
            devtool.yml:1:27: no task matches 'c*'
            tasks: {ci: {run: [{task: 'c*'}]}}
                                      ^

            """
        ).exits(78)
    }

    @Test func parametersOfAPatternAreThoseOfEachTask() async throws {
        let tasks = "a: {params: {v: 0}, run: 'echo a ${params.v}'}, b: {params: {w: 0}, run: 'echo b'}"
        try await Scenario().config("tasks: {all: {needs: {task: '*', params: {v: 1}}}, \(tasks)}").run("run", "all")
            .stderr(
                """
                devtool.yml:1:46: the task 'b' has no parameter 'v'
                …: {all: {needs: {task: '*', params: {v: 1}}}, a: {params: {v: 0}, run: 'echo a $…
                                                         ^
                  hint: known: w

                """
            ).exits(78)
    }

    private static let loops = """
        vars: {list: [x, "y z"]}
        tasks:
          all:
            run:
              - {for: {var: p, in: [a, "b c"]}, run: 'echo ${vars.p} "q ${vars.p}"'}
              - {for: {var: p, in: [a, b]}, run: [echo, "${vars.p}"]}
              - {for: {var: p, in: "${vars.list}"}, task: one, params: {v: "${vars.p}"}}
              - {for: {var: p, in: [1, 2]}, tasks: [one, {task: two, params: {v: "${vars.p}"}}]}
              - {for: {var: p, in: []}, run: exit 1}
              - {for: {var: p, in: "${params.more}"}, run: 'echo more ${vars.p}'}
            params: {more: {type: list}}
          one: {params: {v: none}, run: "echo one ${params.v}"}
          two: {params: {v: none}, run: "echo two ${params.v}"}
        """

    @Test func aStepRunsForEachValue() async throws {
        try await Scenario().config(Self.loops).run("run", "-q", "-j1", "all", "more=m n", "more=o").stdout(
            """
            a q a
            b c q b c
            a
            b
            one x
            one y z
            one none
            two 1
            one none
            two 2
            more m n
            more o

            """
        ).stderr("").exits(0)
    }

    @Test func aLoopIsPlannedAsSteps() async throws {
        try await Scenario().config(
            "tasks: {all: {run: [{for: {var: p, in: [a, b]}, task: one, params: {v: '${vars.p}'}}]}, one: {params: {v: n}, run: 'echo ${params.v}'}}"
        ).run("run", "-n", "all").stdout("all\n  → one(v=a)\n    echo 'a'\n  → one(v=b)\n    echo 'b'\n").exits(0)
        try await Scenario().config(Self.loops).run("run", "all", "--help").stdout(
            """
            USAGE: devtool run all [--more MORE]

            PARAMETERS:
              [--more MORE]

            STEPS:
              for p in a, b c: echo ${vars.p} "q ${vars.p}"
              for p in a, b: echo '${vars.p}'
              for p in ${vars.list}: → one(v=${vars.p})
              for p in 1, 2: → one, two(v=${vars.p})
              for p in : exit 1
              for p in ${params.more}: echo more ${vars.p}

            DEFINED IN: devtool.yml:3

            """
        ).exits(0)
    }

    /// `ignore-error` is of each value's step.
    @Test func aStepThatFailsEndsItsLoop() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              a: [{for: {var: p, in: [1, 2]}, run: "echo ${vars.p}; exit 3"}]
              b: [{for: {var: p, in: [1, 2]}, run: "echo ${vars.p}; exit 3", ignore-error: true}]
            """)
        try await scenario.run("run", "-q", "a").stdout("1\n").exits(3)
        try await scenario.run("run", "-q", "b").stdout("1\n2\n").exits(0)
    }

    @Test(arguments: [
        (
            "{for: [a], run: x}",
            """
            devtool.yml:1:25: 'tasks.a.run.for' must be a mapping, not a list
            tasks: {a: {run: [{for: [a], run: x}]}}
                                    ^

            """
        ),
        (
            "{for: {var: p}, run: x}",
            """
            devtool.yml:1:25: 'tasks.a.run.for' must have 'var' and 'in'
            tasks: {a: {run: [{for: {var: p}, run: x}]}}
                                    ^
              hint: write for: {var: p, in: [a, b]} and use ${vars.p} in the step

            """
        ),
        (
            "{for: {var: 1p, in: a}, run: x}",
            """
            devtool.yml:1:31: '1p' is not a valid name for a variable
            tasks: {a: {run: [{for: {var: 1p, in: a}, run: x}]}}
                                          ^

            """
        ),
        (
            "{for: {var: p, in: a}, run: 'echo ${vars.q}'}",
            """
            devtool.yml:1:53: there is no variable 'q' in 'vars'
            tasks: {a: {run: [{for: {var: p, in: a}, run: 'echo ${vars.q}'}]}}
                                                                ^
              hint: known: p

            """
        ),
    ]) func aLoopHasAVariableAndValues(step: String, message: String) async throws {
        try await Scenario().config("tasks: {a: {run: [\(step)]}}").run("run", "a").stdout("").stderr(message).exits(78)
    }

    /// Its variable is one of its step only.
    @Test func theVariableOfALoopEndsWithItsStep() async throws {
        try await Scenario().config("tasks: {a: {run: [{for: {var: p, in: a}, run: x}, 'echo ${vars.p}']}}").run(
            "run", "a"
        ).stdout("").stderr(
            """
            devtool.yml:1:57: there is no variable 'p' in 'vars'
            tasks: {a: {run: [{for: {var: p, in: a}, run: x}, 'echo ${vars.p}']}}
                                                                    ^

            """
        ).exits(78)
    }

    // MARK: Subfolders

    @Test func aSubfolderHasTheTasksOfItsFile() async throws {
        let scenario = try project()
        try await scenario.program("/bin/sh", "-c", #"cd services/web/src && "$0" run -q build"#, Scenario.devtool)
            .stdout("build web\n").stderr("").exits(0)
        // The project's own task has precedence.
        try await Scenario().config("includes: {a: a/t.yml}\ntasks: {x: echo root}").file(
            "a/t.yml", "tasks: {x: echo a, default: echo d}"
        ).program("/bin/sh", "-c", #"cd a && "$0" run -q x && "$0" run -q && cd .. && "$0" run -q a"#, Scenario.devtool)
            .stdout("root\nd\nd\n").stderr("").exits(0)
    }

    @Test func theNearestFileCounts() async throws {
        try await Scenario().config("includes: {a: a/t.yml}").file(
            "a/t.yml", "includes: {b: b/t.yml}\ntasks: {x: echo a, y: echo y}"
        ).file("a/b/t.yml", "tasks: {x: echo b}").program(
            "/bin/sh", "-c", #"cd a/b && "$0" run -q x y; "$0" run z"#, Scenario.devtool
        ).stdout("b\ny\n").stderr("devtool: unknown task 'z'\n  hint: known: x, a:x, a:y\n").exits(64)
    }

    @Test func aNamespaceWithoutADefaultTellsItsTasks() async throws {
        try await project().run("run", "api").stdout("").stderr(
            """
            devtool: 'api' has no task 'default'
              hint: its tasks: api:test, api:build

            """
        ).exits(64)
    }

    @Test func suggestionsAreAllThatFitAndNeverGrave() async throws {
        try await project().run("run", "build").stdout("").stderr(
            "devtool: unknown task 'build'\n  hint: did you mean 'api:build' or 'web:build'?\n"
        ).exits(64)
        try await project().program(
            "/bin/sh", "-c", #"cd services/web && "$0" run buidl; "$0" run prud"#, Scenario.devtool
        ).stdout("").stderr(
            """
            devtool: unknown task 'buidl'
              hint: did you mean 'build'?
            devtool: unknown task 'prud'
              hint: known: test, build, ci, api:test, api:build

            """
        ).exits(64)
        try await Scenario().config("tasks: {db:dev: {migrate: update}, web:dev: x}").run("run", "dev").stderr(
            "devtool: unknown task 'dev'\n  hint: did you mean 'web:dev'?\n"
        ).exits(64)
    }

    @Test func listsTakeNamesAndPatterns() async throws {
        try await project().run("run", "--list", "web", "*:build").stdout("api:build\nweb:test\nweb:build\n").exits(0)
        try await project().run("run", "--list", "nope").stdout("").stderr(
            "devtool: no task in the list is named 'nope'\n  hint: use '--list' without names to show the whole list\n"
        ).exits(64)
    }

    // MARK: Tasks of the user

    @Test func theUserHasTasksOfTheirOwn() async throws {
        let scenario = try Scenario().config("tasks: {mine: echo project}").file(
            ".config/devtool/tasks.yml",
            "tasks: {mine: 'basename \"$PWD\"', here: {dir: '${project.invocation-dir}', run: 'basename \"$PWD\"'}}"
        ).file("sub/x", "")
        try await scenario.program(
            "/bin/sh", "-c", #"cd sub && "$0" run -q --global mine here && "$0" run --global --list"#, Scenario.devtool
        ).stdout("devtool\nsub\nmine\nhere\n").stderr("").exits(0)
        try await scenario.run("run", "-q", "mine").stdout("project\n").exits(0)
        let missing = try await Scenario().run("run", "--global", "mine")
        missing.stdout("").stderr(
            """
            devtool: '[DIR]/.config/devtool/tasks.yml' does not exist
              hint: write your own tasks there, under 'tasks'

            """
        ).exits(66)
    }

    // MARK: Changes since a commit

    private static let changes = """
        tasks:
          ci: {needs: [api, web, lint]}
          api: {needs: [lib, setup], sources: api, run: echo api}
          web: {needs: setup, sources: [web, "../common/**"], dir: web, run: echo web}
          lib: {sources: lib, outputs: out, run: "echo lib; touch out"}
          setup: echo setup
          lint: echo lint
        """

    /// A repository with one commit.
    private func repository() async throws -> Scenario {
        let scenario = try Scenario().config(Self.changes).file("api/a", "1").file("web/web/w", "1").file("lib/l", "1")
            .file("common/s", "1")
        try await scenario.program(
            "/bin/sh", "-c",
            "git init -q . && echo .cache >.gitignore && git add . && git -c user.name=a -c user.email=a@b commit -qm a"
        ).exits(0)
        return scenario
    }

    @Test(arguments: [
        // Tasks without sources run, but not for others that do not run.
        ("true", "lint\n"), ("echo 2 >api/a", "lib\nsetup\nlint\napi\n"), ("mv api/a api/b", "lib\nsetup\nlint\napi\n"),
        ("echo 2 >api/new", "lib\nsetup\nlint\napi\n"), ("echo 2 >lib/l", "lib\nsetup\nlint\napi\n"),
        ("echo 2 >common/s", "setup\nlint\nweb\n"), ("echo 2 >web/web/w; git add .", "setup\nlint\nweb\n"),
        ("echo >other", "lint\n"), ("echo >>devtool.yml", "lib\nsetup\nlint\napi\nweb\n"),
    ]) func sinceLeavesOutWhatHasNotChanged(change: String, output: String) async throws {
        let outcome = try await repository().program(
            "/bin/sh", "-c", "\(change); \"$0\" run -q -j1 --since HEAD ci", Scenario.devtool)
        #expect(outcome.outputText.split(separator: "\n").sorted() == output.split(separator: "\n").sorted())
        outcome.stderr("").exits(0)
    }

    @Test func whatIsLeftOutIsSaid() async throws {
        let scenario = try await repository()
        try await scenario.run("run", "--since", "HEAD", "api").stdout("").says(
            """
            TASK   RESULT                         TIME
            lib    skipped: unchanged since HEAD
            setup  skipped: unchanged since HEAD
            api    skipped: unchanged since HEAD
            3 skipped in TIME

            """
        ).exits(0)
        try await scenario.run("run", "--since", "HEAD", "-n", "web").stdout(
            """
            setup  # unchanged since HEAD
              echo setup
            web  # needs setup; unchanged since HEAD; unless it is up to date
              echo web

            """
        ).exits(0)
    }

    /// As a pull request has it: what the other branch has got meanwhile does not count.
    @Test func theCommonAncestorCounts() async throws {
        let scenario = try await repository()
        try await scenario.program(
            "/bin/sh", "-c",
            """
            git branch main2; export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
            git checkout -q main2; echo 2 >web/web/w; git commit -qam b; git checkout -q -; echo 2 >api/a; git commit -qam c
            git status --porcelain; "$0" run -q -j1 --since main2 ci | sort
            """, Scenario.devtool
        ).stdout("api\nlib\nlint\nsetup\n").stderr("").exits(0)
    }

    @Test func sinceNeedsARepositoryAndACommit() async throws {
        try await repository().run("run", "--since", "nope", "ci").stdout("").stderr(
            """
            devtool: commit 'nope' not found
              hint: fetch it, for example with 'git fetch origin main'; by default, CI systems fetch few commits (to fetch all, set fetch-depth: 0 on GitHub or GIT_DEPTH: 0 on GitLab)

            """
        ).exits(66)
        let outcome = try await Scenario().config(Self.changes).run("run", "--since", "HEAD", "ci")
        outcome.exits(66)
        #expect(outcome.errorText.contains("is not in a readable git repository: fatal: not a git repository"))
    }
}
