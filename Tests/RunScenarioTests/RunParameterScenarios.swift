import TestSupport
import Testing

/// `devtool run`: parameters on the command line, and what is put in the place of references.
@Suite struct RunParameterScenarios {
    private static let project = """
        tasks:
          deploy:
            run: 'echo ${params.region} "${params.tag}" ${params.count} ${params.force}'
            params:
              region: {default: eu, choices: [eu, us], description: Where to}
              tag: {required: true}
              count: {type: integer, default: 3}
              force: {type: boolean}
        """

    @Test(arguments: [
        (["--tag", "1"], "eu 1 3 false"), (["--tag=1", "--region", "us"], "us 1 3 false"),
        (["--tag", "a b", "--force"], "eu a b 3 true"),
        (["--tag", "", "--force=true", "--count", "-4"], "eu  -4 true"),
        (["--tag=--x", "--no-force"], "eu --x 3 false"),
        (["--tag", #"$(id) `id` "$HOME" \ 'x' ; exit 1"#], #"eu $(id) `id` "$HOME" \ 'x' ; exit 1 3 false"#),
    ]) func valuesAreTakenAsTheyAre(arguments: [String], printed: String) async throws {
        let scenario = try Scenario().config(Self.project.replacing("run: 'echo", with: "shell: bash\n    run: 'echo"))
        try await scenario.run(["run", "-q", "deploy"] + arguments).stdout(printed + "\n").stderr("").exits(0)
        try await scenario.run(["run", "-q"] + arguments + ["deploy"]).stdout(printed + "\n").exits(0)
    }

    @Test(arguments: [
        (["us", "1"], "us 1 3 false"), (["us", "1", "4"], "us 1 4 false"), (["tag=1"], "eu 1 3 false"),
        (["tag=a=b", "us", "--force"], "us a=b 3 true"), (["--region", "us", "tag=x=1"], "us x=1 3 false"),
        (["eu", ""], "eu  3 false"), (["eu", "$(id)", "force=true"], "eu $(id) 3 true"),
        (["tag=", "count=5"], "eu  5 false"), (["us", "1", "-5"], "us 1 -5 false"),
    ]) func wordsAreValues(words: [String], printed: String) async throws {
        try await Scenario().config(Self.project).run(["run", "-q", "deploy"] + words).stdout(printed + "\n").stderr("")
            .exits(0)
    }

    /// The next task's name ends the values; each task has its own.
    @Test func aTaskIsNoValue() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              a: {params: {x: 1, y: 2}, run: 'echo a ${params.x} ${params.y}'}
              b: {params: {x: 3}, run: 'echo b ${params.x}'}
            """)
        try await scenario.run("run", "-q", "a", "5", "b", "6").stdout("a 5 2\nb 6\n").exits(0)
        try await scenario.run("run", "-q", "a", "x=b", "y=a", "b").stdout("a b a\nb 3\n").exits(0)
        try await scenario.run("run", "-q", "--x", "7", "a", "8", "b").stdout("a 7 8\nb 7\n").exits(0)
        try await scenario.run("run", "a", "1", "2", "third").stdout("").stderr(
            """
            devtool: unknown task 'third'
              hint: known: a, b

            """
        ).exits(64)
        try await scenario.run("run", "x=1", "a").stdout("").stderr(
            """
            devtool: no task in this run uses 'x'
              hint: write a task's parameters after its name

            """
        ).exits(64)
    }

    /// Nothing is a value, too; only devtool's own options need something.
    @Test func aValueMayBeEmpty() async throws {
        let scenario = try Scenario().config(
            "tasks: { show: { params: { x: { required: true } }, run: 'echo \"<${params.x}>\"' } }\n")
        for words in [["--x="], ["--x", ""]] {
            try await scenario.run(["-q", "run", "show"] + words).stdout("<>\n").stderr("").exits(0)
        }
        try await scenario.run("run", "--jobs=", "show", "--x=").stdout("").stderr(
            "devtool: missing value for '--jobs='\n"
        ).exits(64)
    }

    @Test(arguments: [
        ([], "the task 'deploy' requires the parameter 'tag'\n  hint: use --tag VALUE"),
        (
            ["--tag", "1", "--region", "uk"],
            "the parameter 'region' of 'deploy' must be one of eu, us, not 'uk'\n  hint: did you mean 'us'?"
        ), (["--tag", "1", "--count", "x"], "the parameter 'count' of 'deploy' must be an integer, not 'x'"),
        (["--tga", "1"], "unknown option '--tga'\n  hint: did you mean '--tag'?"),
        (
            ["--tag"],
            "missing value for '--tag'\n  hint: write --tag VALUE, or --tag=VALUE if the value begins with '--'"
        ),
        (
            ["--tag", "--force"],
            "missing value for '--tag'\n  hint: write --tag VALUE, or --tag=VALUE if the value begins with '--'"
        ),
    ]) func whatIsWrongOnTheCommandLine(arguments: [String], message: String) async throws {
        try await Scenario().config(Self.project).run(["run", "deploy"] + arguments).stdout("").stderr(
            "devtool: \(message)\n"
        ).exits(64)
    }

    private static let several = """
        tasks:
          build: {run: 'echo build ${params.env} ${params.fast}', params: {env: dev, fast: false}}
          deploy: {run: 'echo deploy ${params.env}', params: {env: dev}}
          plain: {run: echo plain}
        """

    @Test(arguments: [
        ("build --env staging deploy --env prod", "build staging false\ndeploy prod\n"),
        ("build deploy --env prod", "build dev false\ndeploy prod\n"),
        ("build --env=x --fast plain deploy", "build x true\nplain\ndeploy dev\n"),
        ("deploy --env a deploy --env b", "deploy a\ndeploy b\n"),
        ("--fast build plain deploy --env own", "build dev true\nplain\ndeploy own\n"),
    ]) func aValueBelongsToTheTaskThatItFollows(words: String, printed: String) async throws {
        try await Scenario().config(Self.several).run(["run", "-q"] + words.split(separator: " ").map(String.init))
            .stdout(printed).stderr("").exits(0)
    }

    @Test(arguments: [("build plain --env x", "--env build plain x"), ("plain --env x build", "--env plain x build")])
    func aValueForAnotherTaskIsAnError(words: String, corrected: String) async throws {
        try await Scenario().config(Self.several).run(["run"] + words.split(separator: " ").map(String.init)).stdout("")
            .stderr(
                """
                devtool: the task 'plain' has no parameter '--env'
                  hint: a parameter applies to the task that it follows; to use the 'devtool run' option, \
                write: devtool run \(corrected)

                """
            ).exits(64)
    }

    @Test func theNameShowsTheValues() async throws {
        try await Scenario().config(Self.project).run("run", "deploy", "--tag", "a b").stdout("eu a b 3 false\n")
            .stderr("deploy(tag=a b): echo 'eu' \"a b\" '3' 'false'\n").exits(0)
    }

    @Test func aNeedGivesValues() async throws {
        try await Scenario().config(
            Self.project + """

                  all: {needs: [{task: deploy, params: {tag: "${params.t}"}}], params: {t: x}}
                """
        ).run("run", "-q", "all", "--t", "y").stdout("eu y 3 false\n").stderr("").exits(0)
    }

    @Test func aNeedThatGivesAWrongValue() async throws {
        try await Scenario().config(
            Self.project + """

                  all: {needs: [{task: deploy, params: {tag: x, region: uk}}]}
                """
        ).run("run", "all").stdout("").stderr(
            """
            devtool.yml:9:57: the parameter 'region' of 'deploy' must be one of eu, us, not 'uk'
              all: {needs: [{task: deploy, params: {tag: x, region: uk}}]}
                                                                    ^
              hint: did you mean 'us'?

            """
        ).exits(78)
    }

    @Test func wordsBehindTwoDashesArePassedOn() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              shell: {needs: before, run: 'for x in "$@"; do echo "<$x>"; done'}
              words: {run: [[printf, "%s\\n", a]]}
              before: {run: 'echo $#'}
            """)
        try await scenario.run("run", "-q", "shell", "--", "a b", "--", "--list").stdout("0\n<a b>\n<-->\n<--list>\n")
            .stderr("").exits(0)
        try await scenario.run("run", "-q", "words", "--", "-x", "").stdout("a\n-x\n\n").exits(0)
    }

    @Test func variablesAndConfiguration() async throws {
        try await Scenario().config(
            """
            migrate: {changelog: db/main.xml}
            tasks:
              a:
                env: {B: "${A:-x}2"}
                run:
                  - echo ${config.migrate.changelog} ${env.A:-none} ${env.B} "$B" $${B:-x} '$B'
                  - [echo, "${B}", "$$B", "${config.migrate.changelog}"]
            """
        ).run("run", "-q", "a").stdout("db/main.xml none x2 x2 x2 $B\nx2 $B db/main.xml\n").stderr("").exits(0)
    }

    @Test func undefinedNamesAreFoundBeforeAnythingStarts() async throws {
        try await Scenario().config(
            """
            tasks:
              first: {run: touch started}
              a: {needs: first, run: "echo ${parms.x}", params: {x: "1"}}
              b: {run: "echo ${params.y}", params: {x: "1"}}
            """
        ).run("run", "first", "a", "b").stdout("").stderr(
            """
            devtool.yml:3:32: unknown name 'parms.x'
              a: {needs: first, run: "echo ${parms.x}", params: {x: "1"}}
                                           ^
              hint: did you mean 'params.x'?
            devtool.yml:4:18: the task has no parameter 'y'
              b: {run: "echo ${params.y}", params: {x: "1"}}
                             ^
              hint: known: x

            """
        ).exits(78).file("started", nil)
    }

    @Test func anUnsetVariableIsAnErrorAtItsPlace() async throws {
        try await Scenario().config("tasks: {b: {run: touch started}, a: {needs: b, run: 'echo ${env.NOPE}'}}").run(
            "run", "a"
        ).stdout("").stderr(
            """
            devtool.yml:1:59: the environment variable NOPE is not set
            tasks: {b: {run: touch started}, a: {needs: b, run: 'echo ${env.NOPE}'}}
                                                                      ^

            """
        ).exits(78).file("started", nil)
    }

    @Test func aValueCannotBePutWhereItIsNotSafe() async throws {
        let outcome = try await Scenario().config("tasks: {a: {run: 'echo `echo ${params.x}`', params: {x: \"1\"}}}")
            .run("run", "a")
        outcome.stdout("").exits(78)
        #expect(outcome.errorText.hasPrefix("devtool.yml:1:30: "))
    }

    /// What follows a task is the task's, also where devtool has an option of that name.
    @Test(arguments: ["version", "passed-on", "jobs", "output", "help", "quiet", "env", "word"])
    func aParameterMayHaveAnyName(name: String) async throws {
        try await Scenario().config("tasks: {t: {run: [[echo, \"${params.\(name)}\", end]], params: {\(name): 1}}}")
            .run("--quiet", "run", "t", "--\(name)", "2", "--", "a").stdout("2 end a\n").stderr("").exits(0)
    }

    @Test(arguments: ["needs", "keep-going"]) func aFlagMayHaveAnyName(name: String) async throws {
        let scenario = try Scenario().config(
            "tasks: {t: {run: [[echo, \"${params.\(name)}\"]], params: {\(name): true}}}")
        try await scenario.run("run", "-q", "t", "--no-\(name)").stdout("false\n").exits(0)
    }

    private static let dry = "t\n  touch started\n"

    /// See: issue 47, "Options after tasks".
    @Test(arguments: [
        (["t", "-n"], dry), (["t", "--dry-run"], dry), (["t", "u", "-n"], dry + "u\n  echo u\n"),
        (["t", "-n", "-j2"], dry), (["t", "-n", "--jobs", "2"], dry), (["t", "--jobs=2", "-n"], dry),
        (["-k", "t", "-q", "-n", "u", "--yes"], dry + "u\n  echo u\n"), (["t", "--list"], "t\n"), (["u", "-q"], "u\n"),
        (["u", "--quiet", "-j", "1", "-k"], "u\n"),
    ]) func devtoolsOptionsMayFollowTasks(words: [String], printed: String) async throws {
        try await Scenario().config(
            "tasks: {t: touch started, u: echo u, own: {params: {jobs: 1}, run: 'echo ${params.jobs}'}}"
        ).run(["run"] + words).stdout(printed).stderr("").file("started", nil).exits(0)
    }

    @Test(arguments: [
        (
            ["own", "t", "--jobs", "2"],
            "the task 't' has no parameter '--jobs'\n  hint: a parameter applies to the task that it follows; "
                + "to use the 'devtool run' option, write: devtool run --jobs 2 own t"
        ),
        (
            ["-k", "t", "--config", "a b.yml", "own", "--", "x"],
            "the option '--config' must precede the tasks\n  hint: write: "
                + "devtool run -k --config 'a b.yml' t own -- x"
        ), (["t", "--jobs", "x"], "'--jobs' must be an integer from 1 to 1000, not 'x'"),
        (["t", "-x"], "unknown option '-x'"), (["t", "-nx"], "unknown option '-nx'"),
        (["t", "--dry-run=1"], "unknown option '--dry-run'"),
    ]) func whereAnOptionCannotFollow(words: [String], message: String) async throws {
        let outcome = try await Scenario().config(
            "tasks: {t: touch started, own: {params: {jobs: 1}, run: 'echo ${params.jobs}'}}"
        ).run(["run"] + words).stdout("").file("started", nil).exits(64)
        #expect(outcome.errorText.lowercased().hasPrefix("devtool: \(message)".lowercased()), "\(outcome.errorText)")
    }

    /// See: issue 47, M6: devtool took the task for the value, and ran the task 'default'.
    @Test(arguments: ["4 --jobs", "4 -j", "raw --output", "4 --fail-fast", "4 -q --config"])
    func anOptionBehindATaskWithoutItsValue(words: String) async throws {
        let words = words.split(separator: " ").map(String.init)
        let option = words[words.count - 1]
        try await Scenario().config("tasks: {default: touch started, '4': touch started, raw: touch started}").run(
            ["run"] + words
        ).stdout("").stderr(
            """
            devtool: missing value for '\(option)'
              hint: write \(option) VALUE\(option == "-j" ? "" : ", or \(option)=VALUE if the value begins with '--'")

            """
        ).file("started", nil).exits(64)
    }

    @Test func watchMayFollowATask() async throws {
        try await Scenario().config("tasks: {t: touch started}").run("run", "t", "--watch").stdout("").stderr(
            """
            devtool: nothing to watch: none of the tasks has 'sources'
              hint: list the files that a task reads, such as sources: ['src/**']; it then runs only if they change

            """
        ).file("started", nil).exits(64)
    }

    private static let passing = """
        tasks:
          compose: {params: {args: {rest: true}}, run: "printf '[%s]' ${params.args}; echo"}
          two: {params: {target: all, args: {rest: true}}, run: "echo '${params.target}|${params.args}'"}
          both: {params: {args: {rest: true}}, run: 'echo "$#" ${params.args}'}
          build: {params: {target: all}, run: 'echo building ${params.target}'}
          need: {params: {x: {required: true}}, run: 'echo need ${params.x}'}
          count: {params: {n: {required: true, type: integer}}, run: 'echo count ${params.n}'}
          test: 'echo test "$@"'
        """

    /// The rows of `compose` are what just does with a `*args`, but for `--`, which just passes on.
    ///
    /// See: issue 47, "Pass-through arguments".
    @Test(arguments: [
        ("compose up -d", "[up][-d]\n"), ("compose -- up -d", "[up][-d]\n"), ("compose build", "[build]\n"),
        ("compose --help", "[--help]\n"), ("compose -n", "[-n]\n"),
        ("compose exec x -- ls -l", "[exec][x][--][ls][-l]\n"), ("compose --jobs=2 -q test", "[--jobs=2][-q][test]\n"),
        ("compose args=x", "[x]\n"), ("compose up args=x", "[up][args=x]\n"), ("compose --args x y", "[x][y]\n"),
        ("compose -5", "[-5]\n"), ("two test -k", "test|-k\n"), ("two -- -k x", "all|-k,x\n"),
        ("two -k x", "all|-k,x\n"), ("two --target=x test", "x|test\n"), ("both -- a b", "0 a b\n"),
        ("test compose test", "test\n[test]\n"), ("test compose -- -x", "test -x\n[-x]\n"),
        ("test compose a -- -x", "test\n[a][--][-x]\n"), ("compose a -x --", "[a][-x][--]\n"), ("compose --", "[]\n"),
        ("need test", "need test\n"), ("need test test", "need test\ntest\n"), ("--x=1 need test", "need 1\ntest\n"),
    ]) func aParameterTakesTheRest(words: String, printed: String) async throws {
        try await Scenario().config(Self.passing).run(["run", "-q"] + words.split(separator: " ").map(String.init))
            .stdout(printed).stderr("").exits(0)
    }

    @Test func aTaskBehindAnOptionalValueIsATaskWithANote() async throws {
        let scenario = try Scenario().config(Self.passing)
        let note = """
            devtool: note: 'test' was read as a task, not as the parameter 'target' of 'build'
              hint: write --target=test for the value; arguments after '--' are never tasks

            """
        for option in ["-n", "--graph=dot"] {
            let outcome = try await scenario.run("run", option, "build", "test").stderr(note).exits(0)
            #expect(outcome.outputText.contains("building 'all'") == (option == "-n"))
        }
        let outcome = try await scenario.run("run", "build", "test").stdout("building all\ntest\n").exits(0)
        #expect(outcome.errorText.hasPrefix(note))
        try await scenario.run("run", "-q", "build", "--target=test").stdout("building test\n").exits(0)
        try await scenario.run("run", "-q", "build", "x", "test").stdout("building x\ntest\n").stderr("").exits(0)
        // What the parameter cannot have is no value.
        try await scenario.run("run", "count", "test").stdout("").stderr(
            """
            devtool: the task 'count' requires the parameter 'n'
              hint: use --n VALUE

            """
        ).exits(64)
    }

    @Test func aTaskTellsOfItself() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              build:
                description: |
                  Build the program.

                  Twice, to be sure.
                aliases: [b]
                params:
                  target: {default: linux, choices: [linux, macos], description: What it is for}
                  fast: false
                  files: {type: list, description: The files}
                needs: [gen, {task: lint, params: {level: 2}}]
                run: [echo one, [echo, a b], {task: lint}, {cards: [--check, x]}]
                finally: gen
              gen: echo gen
              lint: {params: {level: 1}, targets: {web: {run: echo web}, api: {run: echo api}}}
            """)
        for words in [["build", "--help"], ["b", "-h"], ["--fast", "build", "x", "--help"]] {
            try await scenario.run(["run"] + words).stdout(
                """
                Build the program.

                Twice, to be sure.

                USAGE: devtool run build [--target linux|macos] [--fast] [--files FILES]

                ALIASES: b

                PARAMETERS:
                  [--target linux|macos]  What it is for (default: linux)
                  [--fast]
                  [--files FILES]         The files

                NEEDS:
                  gen
                  lint(level=2)

                STEPS:
                  echo one
                  echo 'a b'
                  → lint
                  devtool cards --check x

                FINALLY:
                  gen

                DEFINED IN: devtool.yml:2

                """
            ).stderr("").exits(0)
        }
        let outcome = try await scenario.run("run", "lint", "--help")
        outcome.exits(0)
        #expect(outcome.outputText.contains("TARGET lint:api\n\nSTEPS:\n  echo api\n"))
    }

    /// Choices have numbers; a wrong answer is asked for again.
    @Test func missingValuesAreAskedForOnATerminal() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              deploy:
                params:
                  region: {required: true, choices: [eu, us], description: Where to}
                  count: {required: true, type: integer}
                run: echo ${params.region} ${params.count}
              next: {params: {name: {required: true}}, run: 'echo ${params.name}'}
            """)
        let outcome = try await scenario.onTerminal(
            typing: "x\r2\r3\rit's $(x)\r", "run", "-q", "--color", "never", "deploy", "next")
        outcome.exits(0)
        let lines = outcome.outputText.replacing("\r", with: "")
        for part in [
            "deploy: region (Where to)\n  1) eu\n  2) us\n?",
            "devtool: warning: 'region' must be one of eu, us, not 'x'\n", "deploy: count:", "next: name:", "us 3\n",
            "it's $(x)\n",
        ] { #expect(lines.contains(part), "\(part) in \(lines)") }
        try await scenario.run("run", "next").stdout("").stderr(
            """
            devtool: the task 'next' requires the parameter 'name'
              hint: use --name VALUE

            """
        ).exits(64)
    }
}
