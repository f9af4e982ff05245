import TestSupport
import Testing

/// `vars`, `env` and `dotenv` of files and tasks.
@Suite struct RunValueScenarios {
    /// The rows of the table in docs/run.md, the highest first: each is true only because of its row, as those
    /// above it are left out one by one.
    @Test(arguments: 0..<4) func theOrderOfVariablesOfTexts(row: Int) async throws {
        let scenario = try Scenario().config(
            """
            vars: {x: file, y: "${vars.x}!"}
            includes: {web: web.yml}
            tasks: {show: 'echo ${vars.x} ${vars.y}'}
            """
        ).file(
            "web.yml",
            """
            \(row <= 2 ? "vars: {x: included}" : "")
            tasks:
              show: {\(row <= 1 ? "vars: {x: own}, " : "")run: 'echo ${vars.x} ${vars.y}'}
            """)
        let arguments = ["run", "-q"] + (row == 0 ? ["x=given"] : []) + ["web:show"]
        // What a file says is said with its own values.
        let expected = ["given given!", "own file!", "included file!", "file file!"][row]
        try await scenario.run(arguments).stdout("\(expected)\n").stderr("").exits(0)
    }

    @Test(arguments: 0..<3) func theOrderOfParameters(row: Int) async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              a: {params: {x: default}, run: 'echo ${params.x}'}
              b: {run: [{task: a\(row <= 1 ? ", params: {x: caller}" : "")}]}
            """)
        let arguments = row == 0 ? ["a", "x=given"] : ["b"]
        try await scenario.run(["run", "-q"] + arguments).stdout(["given", "caller", "default"][row] + "\n").stderr("")
            .exits(0)
    }

    @Test(arguments: 0..<7) func theOrderOfVariablesOfPrograms(row: Int) async throws {
        let dotenv = row <= 4 ? "dotenv: task.env, " : ""
        var scenario = try Scenario().config(
            """
            \(row <= 2 ? "env: {X: file}" : "")
            includes: {web: web/tasks.yml}
            """
        ).file(
            "web/tasks.yml",
            """
            \(row <= 1 ? "env: {X: included}" : "")
            tasks: {show: {\(row == 0 ? "env: {X: task}, " : "")\(dotenv)run: 'echo $X ${env.X}'}}
            """
        ).file(".env", "X=dotenv\n").file("web/task.env", "X=task-dotenv\n")
        if row <= 5 { scenario = try scenario.file("web/.env", "X=included-dotenv\n") }
        if row <= 3 { scenario = scenario.variable("X", "process") }
        let expected = ["task", "included", "file", "process", "task-dotenv", "included-dotenv", "dotenv"][row]
        try await scenario.run("run", "-q", "web:show").stdout("\(expected) \(expected)\n").stderr("").exits(0)
    }

    @Test func aListIsSeveralWords() async throws {
        try await Scenario().config(
            """
            vars: {files: [a b, "c*", "${vars.last}"], last: d}
            tasks:
              shell: {run: 'printf "<%s>" ${vars.files}; echo'}
              text: {env: {ALL: "${vars.files}"}, run: echo $ALL}
              call: {run: [{task: take, params: {words: "${vars.files}"}}]}
              take: {params: {words: {type: list}}, run: 'printf "<%s>" ${params.words}; echo'}
            """
        ).run("run", "-q", "shell", "text", "call").stdout("<a b><c*><d>\na b,c*,d\n<a b><c*><d>\n").stderr("").exits(0)
    }

    /// Each command runs once in a run, before anything starts, and only where something names its variable.
    @Test func commandsGiveValues() async throws {
        let scenario = try Scenario().config(
            """
            vars:
              version: {command: [sh, -c, "echo v >> log; printf '1.2\\n\\n'"]}
              upper: {shell: "echo u >> log; echo $WHO | tr a-z A-Z"}
              both: "${vars.version}-${vars.upper}"
              unused: {shell: touch unused}
            env: {WHO: me}
            tasks:
              a: echo a >> log; echo ${vars.both}
              b: {vars: {z: {command: [echo, "${vars.version}", "${params.p}"]}}, params: {p: q}, run: 'echo ${vars.z}'}
            """)
        try await scenario.run("run", "-q", "a", "b").stdout("1.2-ME\n1.2 q\n").stderr("").file("log", "v\nu\na\n")
            .file("unused", nil).exits(0)
    }

    @Test func aDryRunRunsNoCommands() async throws {
        try await Scenario().config(
            """
            vars: {version: {shell: "touch ran; echo 1"}}
            tasks: {a: {params: {n: {type: integer, default: "${vars.version}"}}, run: 'echo ${params.n}'}}
            """
        ).run("run", "-n", "a").stdout(
            """
            touch ran; echo 1  # for vars.version, before anything else
            a(n=$(touch ran; echo 1))
              echo '$(touch ran; echo 1)'

            """
        ).stderr("").file("ran", nil).exits(0)
    }

    @Test func aCommandThatFailsEndsTheRun() async throws {
        let scenario = try Scenario().config(
            """
            vars:
              a: {shell: "echo why >&2; exit 3"}
              b: {command: [no-such-program]}
            tasks:
              one: touch started; echo ${vars.a}
              two: echo ${vars.b}
            """)
        try await scenario.run("run", "one").stdout("").stderr(
            """
            why
            devtool.yml:2:3: the command for 'vars.a' failed: exit status 3
              a: {shell: "echo why >&2; exit 3"}
              ^
              hint: used by 'one'

            """
        ).file("started", nil).exits(3)
        try await scenario.run("run", "two").stdout("").stderr(
            """
            devtool.yml:3:3: the program 'no-such-program' for 'vars.b' was not found
              b: {command: [no-such-program]}
              ^
              hint: used by 'two'

            """
        ).exits(69)
    }

    @Test(arguments: [
        ("vars: {a: '${vars.b}', b: '${vars.a}'}", "the variable 'a' refers to itself: a → b → a"),
        ("vars: {a: '${vars.a}'}", "the variable 'a' refers to itself: a → a"),
        ("vars: {a: {shell: 'echo ${vars.a}'}}", "the variable 'a' refers to itself: a → a"),
        ("dotenv: nosuch.env", "cannot read 'nosuch.env'"),
    ]) func whatIsWrongIsSaidAtItsPlace(top: String, message: String) async throws {
        let outcome = try await Scenario().config(
            "\(top)\ntasks: {t: 'echo ${vars.a:-}'}".replacing(
                top.hasPrefix("vars") ? "nothing" : "${vars.a:-}", with: "x")
        ).run("run", "t")
        outcome.stdout("").exits(78)
        #expect(outcome.errorText.contains("devtool.yml:1:"), "\(outcome.errorText)")
        #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    }

    /// 41 lines would have terabytes.
    @Test(arguments: [["config", "check"], ["run", "--dry-run", "a"], ["run", "a"]]) func variablesThatGrowWithoutEnd(
        words: [String]
    ) async throws {
        func lines(_ count: Int, _ indent: String, _ value: (Int) -> String) -> String {
            (1...count).map { "\n\(indent)v\($0): \(value($0))" }.joined()
        }
        let doubled = { (index: Int) in "\"${vars.v\(index - 1)}${vars.v\(index - 1)}\"" }
        let values = "the values of 'vars' would exceed 16 MiB"
        for (config, message) in [
            ("vars:\n  v0: xxxxxxxxxx\(lines(40, "  ", doubled))\ntasks: {a: 'echo ${vars.v40}'}", values),
            (
                "tasks:\n  a:\n    run: echo ${vars.v40}\n    vars:\n      v0: xxxxxxxxxx\(lines(40, "      ", doubled))",
                values
            ),
            (
                "vars:\n  v0: [\(Array(repeating: "x", count: 1000).joined(separator: ","))]"
                    + lines(9, "  ") { index in
                        let list = Array(repeating: "\"${vars.v\(index - 1)}\"", count: 1000)
                        return "[\(list.joined(separator: ","))]"
                    } + "\ntasks: {a: 'echo ${vars.v9}'}", values
            ),
            (
                "vars:\n  v0: x\(lines(110, "  ") { "\"${vars.v\($0 - 1)}\"" })\ntasks: {a: 'echo ${vars.v110}'}",
                "the variable 'v10' is at the end of a chain of 100 variables, which is too long"
            ),
        ] {
            // A check evaluates all of them, those with short names first.
            if words[0] == "config", message != values { continue }
            let outcome = try await Scenario().config(config + "\n").run(words)
            outcome.stdout("").exits(78)
            #expect(outcome.errorText.contains(message), "\(outcome.errorText.prefix(500))")
        }
    }

    /// What is used again is evaluated once.
    @Test func variablesThatAreUsedAgain() async throws {
        let lines = (1...60).map { "v\($0): '${vars.v\($0 - 1)}${vars.v\($0 - 1)}'" }.joined(separator: ", ")
        try await Scenario().config("tasks: {a: {vars: {v0: '', \(lines)}, run: 'echo \"[${vars.v60}]\"'}}").run(
            "run", "-q", "a"
        ).stdout("[]\n").stderr("").exits(0)
    }

    /// A text can grow by variables that are within the limit.
    @Test func aTextThatGrows() async throws {
        let lines = (1...16).map { "v\($0): '${vars.v\($0 - 1)}${vars.v\($0 - 1)}'" }.joined(separator: ", ")
        let text = String(repeating: "${vars.v16}", count: 300)
        let outcome = try await Scenario().config(
            "vars: {v0: x, \(lines)}\ntasks: {a: {env: {X: '\(text)'}, run: 'true'}}"
        ).run("run", "a")
        outcome.stdout("").exits(78)
        #expect(
            outcome.errorText.contains("devtool.yml:2:2828: the text would exceed 16 MiB"),
            "\(outcome.errorText.prefix(200))")
    }

    @Test(arguments: [["config", "check"], ["run", "a"]]) func aListIsNoSingleValue(words: [String]) async throws {
        try await Scenario().config(
            "vars: {v: [x, y]}\ntasks: {a: {params: {p: '${vars.v}'}, run: 'echo ${params.p}'}}\n"
        ).run(words).stdout("").stderr(
            """
            devtool.yml:2:22: the parameter 'p' of 'a' must be one value, not a list
            tasks: {a: {params: {p: '${vars.v}'}, run: 'echo ${params.p}'}}
                                 ^

            """
        ).exits(78)
    }

    /// A converted Makefile has such variables, which fail in a clone without tags.
    ///
    /// See: issue 47, "name the tasks that use it".
    @Test func theTasksThatUseACommandThatFails() async throws {
        let scenario = try Scenario().config(
            """
            vars: {v: {shell: exit 128}, w: "v${vars.v}"}
            tasks:
              all: {needs: [a, b, c, d, e], run: echo all}
              a: echo ${vars.v}
              b: {params: {x: "${vars.w}"}, run: 'echo ${params.x}'}
              c: {env: {V: "${vars.v}"}, run: echo $V}
              d: {if: '[ -n "${vars.v}" ]', run: echo d}
              e: echo e
            """)
        try await scenario.run("run", "all").stdout("").stderr(
            """
            devtool.yml:1:8: the command for 'vars.v' failed: exit status 128
            vars: {v: {shell: exit 128}, w: "v${vars.v}"}
                   ^
              hint: used by 'a', 'b', 'c' and 1 more

            """
        ).exits(128)
        try await scenario.run("run", "-q", "e").stdout("e\n").exits(0)
    }

    @Test(arguments: [
        ("env: {A: null}", "1:10", "'env.A' must be a string, not nothing"),
        ("vars: {A: ~}", "1:11", "'vars.A' must be a string or a list of strings, not nothing"),
    ]) func nothingIsNoText(top: String, place: String, message: String) async throws {
        let outcome = try await Scenario().config("\(top)\ntasks: {t: echo t}\n").run("run", "t").stdout("").exits(78)
        #expect(outcome.errorText.hasPrefix("devtool.yml:\(place): \(message)\n"))
        #expect(outcome.errorText.hasSuffix("\n  hint: write \"\" for an empty string\n"))
    }

    /// See: findings/polyglot.md 1.
    @Test func theLastFileOfAListOfDotenvCounts() async throws {
        try await Scenario().file("a.env", "A=first\nB=first\n").file("b.env", "B=second\n").config(
            "dotenv: [a.env, b.env]\ntasks: {show: 'echo \"$A $B\"'}\n"
        ).run("run", "-q", "show").stdout("first second\n").stderr("").exits(0)
    }

    /// What is wrong is said once, and before a command runs.
    @Test func noCommandRunsWhereSomethingIsWrong() async throws {
        try await Scenario().config(
            """
            vars: {made: {shell: touch ran}}
            env: {WRONG: "${env.NOT_SET}"}
            tasks: {a: {needs: b, run: "echo ${vars.made}"}, b: echo b}

            """
        ).run("run", "a").stdout("").stderr(
            """
            devtool.yml:2:15: the environment variable NOT_SET is not set
            env: {WRONG: "${env.NOT_SET}"}
                          ^

            """
        ).exits(78).file("ran", nil)
    }

    @Test func configCheckFindsWrongNames() async throws {
        let outcome = try await Scenario().config(
            """
            vars: {a: "${vars.nosuch}", "1": x, c: {shell: x, command: y}, d: {file: x}}
            env: {A-B: x, C: [x], D: "${params.x}"}
            dotenv: {optional: true}
            tasks: {t: "echo ${vars.versoin}"}
            """
        ).run("config", "check")
        outcome.stdout("").exits(78)
        for message in [
            "1:12: there is no variable 'nosuch' in 'vars'", "1:29: '1' is not a valid name for a variable",
            "1:40: 'vars.c' must have either 'command' or 'shell'",
            "1:68: 'vars.d' refers to a secret, but has no 'secret: true'",
            "2:7: 'A-B' is not a valid name for an environment variable", "2:18: 'env.C' must be a string, not a list",
            "2:27: the task has no parameter 'x'", "3:9: missing 'file' in 'dotenv'",
            "4:18: there is no variable 'versoin' in 'vars'",
        ] { #expect(outcome.errorText.contains("devtool.yml:\(message)\n"), "\(message): \(outcome.errorText)") }
    }

    @Test func dotenvReachesTasksUnlessItIsTurnedOff() async throws {
        let scenario = try Scenario().file(".env", "SAID=dotenv\n")
        _ = try scenario.config("tasks: {t: 'echo \"<$SAID>\"'}")
        try await scenario.run("run", "-q", "t").stdout("<dotenv>\n").exits(0)
        _ = try scenario.config("dotenv: []\ntasks: {t: 'echo \"<$SAID>\"'}")
        try await scenario.run("run", "-q", "t").stdout("<>\n").exits(0)
        _ = try scenario.config("dotenv: [{file: none.env, optional: true}, .env]\ntasks: {t: 'echo \"<$SAID>\"'}")
        try await scenario.run("run", "-q", "t").stdout("<dotenv>\n").exits(0)
    }

    /// A variable that a task gets is a part of what its result depends on.
    @Test func aChangedVariableOfTheFileRunsATaskAgain() async throws {
        let scenario = try Scenario().file("in", "")
        for (value, reason) in [("1", "there is no record of a run"), ("2", "the variable 'X' has changed")] {
            _ = try scenario.config("env: {X: \(value)}\ntasks: {t: {sources: in, run: echo $X}}")
            let outcome = try await scenario.run("run", "--why", "t")
            outcome.stdout("\(value)\n").exits(0)
            #expect(outcome.errorText.contains("t runs: "), "\(reason): \(outcome.errorText)")
            try await scenario.run("run", "t").stdout("").stderr("t: up to date\n").exits(0)
        }
    }

    @Test func builtInNames() async throws {
        let scenario = try Scenario().config("includes: {web: web/tasks.yml}\ntasks: {default: echo}").file(
            "web/tasks.yml", "tasks: {show: 'echo ${task.name} ${project.root} ${project.invocation-dir}; pwd'}")
        let outcome = try await scenario.run("run", "-q", "web:show", in: "web")
        let folder = "[DIR]"
        outcome.stdout("web:show \(folder) \(folder)/web\n\(folder)/web\n").exits(0)
    }

    @Test func envShowsEachValueAndWhereItComesFrom() async throws {
        let scenario = try Scenario().config(
            """
            vars: {version: {shell: echo 7}}
            env: {TAG: "v${vars.version}"}
            tasks:
              t: {params: {a: 1, b: 2}, vars: {own: x}, env: {OWN: "${params.a}"}, run: echo}
              u: echo
            """
        ).file(".env", "FILE=f\n")
        try await scenario.run("run", "--env", "own=y", "t", "--a", "3").stdout(
            """
            NAME          VALUE  FROM
            params.a      3      command line
            params.b      2      devtool.yml:4 (default)
            vars.own      y      command line
            vars.version  7      devtool.yml:1
            env.FILE      f      .env
            env.OWN       3      devtool.yml:4
            env.TAG       v7     devtool.yml:2

            """
        ).stderr("").exits(0)
    }

    @Test func aSecretIsHiddenInEnv() async throws {
        try await Scenario().config(
            """
            migrate: {url: "jdbc:h2:mem:x", password: {env: PW}}
            tasks: {t: {env: {COPY: "${PW}"}, run: "echo ${config.migrate.url}"}}
            """
        ).variable("PW", "hunter22").run("run", "--env", "t").stdout(
            "NAME      VALUE  FROM\nenv.COPY  ***    devtool.yml:2\n"
        ).exits(0)
    }

    @Test func aVariableThatNoFileHasIsAnError() async throws {
        let scenario = try Scenario().config("vars: {version: 1}\ntasks: {t: 'echo ${vars.version}'}")
        try await scenario.run("run", "versoin=2", "t").stdout("").stderr(
            """
            devtool: no task in this run uses 'versoin'
              hint: did you mean 'version'?

            """
        ).exits(64)
        _ = try scenario.config("vars: {version: 1}\ntasks: {default: 'echo ${vars.version}'}")
        try await scenario.run("run", "-q", "version=2").stdout("2\n").exits(0)
    }

    @Test func aFileHasAShellAndMayBeSilent() async throws {
        let scenario = try Scenario().config(
            """
            run: {shell: [bash, -euo, pipefail, -c], silent: true}
            includes: {web: web.yml}
            tasks:
              a: 'false | true; echo unreached'
              b: {shell: sh, silent: false, run: 'false | true; echo b'}
            """
        ).file("web.yml", "run: {silent: false}\ntasks: {c: 'echo ${BASH_VERSION:+bash}'}")
        try await scenario.run("run", "a").stdout("").stderr("devtool.yml:4:3: the task 'a' failed: exit status 1\n")
            .exits(1)
        try await scenario.run("run", "b").stdout("b\n").stderr("b: false | true; echo b\n").exits(0)
        try await scenario.run("run", "web:c").stdout("bash\n").stderr("web:c: echo ${BASH_VERSION:+bash}\n").exits(0)
        try await scenario.config("run: {shell: [bash, -e]}\ntasks: {t: echo}").run("run", "t").stdout("").stderr(
            """
            devtool.yml:1:14: 'run.shell' must be one of sh, bash, dash, zsh, ksh, or a list of one of them and its \
            options that ends with '-c'
            run: {shell: [bash, -e]}
                         ^
              hint: such as [bash, -euo, pipefail, -c]

            """
        ).exits(78)
    }

    @Test func wordsThatAreLeftGoToTheRest() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              t: {params: {first: a, flag: false, rest: {rest: true}}, run: 'printf "<%s>" ${params.first} ${params.rest}; echo'}
              u: {params: {l: {type: list, default: [x, y]}}, run: 'printf "<%s>" ${params.l}; echo'}
              v: {params: {a: "${params.b}!", b: "${params.c}?", c: 1}, run: 'echo ${params.a} ${params.b}'}
            """)
        for (words, expected) in [
            (["t"], "<a>"), (["t", "1"], "<1>"), (["t", "1", "2", "3 4"], "<1><2><3 4>"),
            (["t", "1", "--rest", "2", "rest=3", "4"], "<1><2><3><4>"), (["t", "1", "2", "u"], "<1><2><u>"),
            (["u", "--l", "a b", "l=c"], "<a b><c>"), (["v"], "1?! 1?"), (["v", "c=2"], "2?! 2?"),
            (["v", "b=0"], "0! 0"),
        ] { try await scenario.run(["run", "-q"] + words).stdout(expected + "\n").exits(0) }
        try await scenario.run("run", "u", "a").stdout("").exits(64)
        let outcome = try await scenario.config(
            "tasks: {t: {params: {a: '${params.b}', b: '${params.a}'}, run: 'echo ${params.a}'}}"
        ).run("run", "t")
        outcome.stdout("").exits(78)
        #expect(outcome.errorText.contains("the default of the parameter 'a' refers to itself"))
    }
}
