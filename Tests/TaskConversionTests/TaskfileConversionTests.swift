import TestSupport
import Testing

@testable import TaskConversion

/// Taskfiles are converted where devtool does the same as Task, and delegated elsewhere.
@Suite struct TaskfileConversionTests {
    private static func sample() throws -> Conversion {
        try Conversion(
            "Taskfile.yml",
            #"""
            # The tasks of the project.
            version: '3'

            vars:
              # What is built.
              APP: shop
              FLAGS: -v -race
              VERSION: {sh: git describe --tags}

            env:
              LOG: info

            includes:
              docs: ./docs
              gone: ./gone.yml

            tasks:
              default:
                desc: Everything
                deps: [lint]
                cmds:
                  - task: build
                    vars: {TARGET: linux}
                  - task: test

              # Compiles the program.
              build:
                desc: Build it
                aliases: [b]
                requires: {vars: [TARGET]}
                sources: ['./**/*.go', {exclude: 'gen/**'}]
                generates: ['{{.APP}}']
                cmds:
                  # First the code,
                  - go generate ./...
                  - GOOS="{{.TARGET}}" go build -o {{.APP}} # then the program
                  - cmd: echo "{{.APP}} {{.VERSION}}"
                    silent: true
                  # - strip {{.APP}}

              test:
                dir: web
                vars:
                  PATTERN: 'x{{.FLAGS}}'
                cmds:
                  - go test {{.FLAGS}} -run '{{.PATTERN}}' {{.OPTIONS}}

              lint:
                internal: true
                platforms: [linux, darwin/arm64]
                cmds:
                  - lint a
                  - {cmd: lint b}
                  - lint c

              run: go run . {{.CLI_ARGS}}

              # Ends with a question.
              release:
                prompt: Really?
                status: ['test -f {{.VERSION}}.done']
                cmd: release {{.VERSION | trimPrefix "v"}}

              deploy:*: deploy {{index .MATCH 0}}

            """#,
            files: [
                "docs/Taskfile.yml": #"""
                version: '3'
                tasks:
                  build:
                    cmds: ["mkdocs build -d {{.APP}}"]
                  check: {dir: docs, cmd: 'linkcheck; true', deps: [build, ':lint']}

                """#
            ])
    }

    @Test func aSample() throws {
        let result = try Self.sample().result()
        #expect(result.taskCount == 8)
        #expect(result.delegatedCount == 1)
        #expect(result.unreadableCount == 2)
        #expect(
            result.text == #"""
                # The tasks of the project.
                # TODO devtool: Taskfile.yml:15: not read: the include 'gone' (./gone.yml)
                # TODO devtool: Taskfile.yml:64: not read: the task 'deploy:*', whose name is a pattern

                vars:
                  # What is built.
                  APP: shop
                  FLAGS: -v -race
                  VERSION: {shell: git describe --tags}
                  OPTIONS: ${env.OPTIONS:-}

                dotenv: []

                tasks:
                  default:
                    description: Everything
                    needs: [lint]
                    run: [{task: build, params: {TARGET: linux}}, {task: test}]

                  # Compiles the program.
                  build:
                    description: Build it
                    aliases: [b]
                    params: {TARGET: {required: true}}
                    env: {LOG: "${env.LOG-info}"}
                    sources: ["**/*.go", "!gen/**"]
                    outputs: ["${vars.APP}"]
                    run:
                      - go generate ./...
                      - words_APP=${vars.APP}; GOOS="${params.TARGET}" go build -o $words_APP
                      - {run: 'echo "${vars.APP} ${vars.VERSION}"', silent: true}

                  test:
                    vars: {PATTERN: "x${vars.FLAGS}"}
                    env: {LOG: "${env.LOG-info}"}
                    dir: web
                    run: words_FLAGS=${vars.FLAGS}; words_OPTIONS=${vars.OPTIONS}; go test $words_FLAGS -run '${vars.PATTERN}' $words_OPTIONS

                  lint:
                    internal: true
                    env: {LOG: "${env.LOG-info}"}
                    platforms: [linux, macos/arm64]
                    run:
                      - lint a
                      - lint b
                      - lint c

                  run: {env: {LOG: "${env.LOG-info}"}, run: go run . "$@"}

                  # Ends with a question.
                  # delegates to task: uses 'trimPrefix' in a template, Taskfile.yml:62
                  release: {interactive: true, requires: {programs: [task]}, run: task release -- "$@"}

                  docs:build:
                    env: {LOG: "${env.LOG-info}"}
                    run: words_APP=${vars.APP}; mkdocs build -d $words_APP

                  docs:check:
                    env: {LOG: "${env.LOG-info}"}
                    dir: docs
                    needs: [docs:build, lint]
                    run: linkcheck; true

                """#)
    }

    /// What a task `t` of a Taskfile becomes.
    private func task(_ text: String, files: [String: String] = [:]) throws -> String {
        try Conversion("Taskfile.yml", text, files: files).task("t")
    }

    private func reason(_ text: String, files: [String: String] = [:]) throws -> String? {
        let document = try Conversion("Taskfile.yml", text, files: files).document()
        let lines = document.split(separator: "\n")
        guard let place = lines.firstIndex(where: { $0.hasPrefix("  t:") }), place > 0,
            lines[place - 1].contains("# delegates to task: ")
        else { return nil }
        return lines[place - 1].split(separator: "# delegates to task: ").last.map(String.init)
    }

    @Test(arguments: [
        ("echo {{.TASK}} {{ .ROOT_DIR }}", "echo t ${project.root}"), ("echo {{.CLI_ARGS}}", "echo \"$@\""),
        ("echo {{.X}}", "words_X=${vars.X}; echo $words_X"), ("echo {{ .V }}", "words_V=${vars.V}; echo $words_V"),
        ("echo {{.E}}", "echo lit"),
    ]) func templates(line: String, expected: String) throws {
        let quoted = "'" + line.replacing("'", with: "''") + "'"
        #expect(try task("vars: {V: v}\nenv: {E: lit}\ntasks: {t: \(quoted)}\n") == expected)
    }

    @Test(arguments: [
        ("t: 'echo {{upper .X}}'", "uses 'upper' in a template"),
        ("t: 'echo {{.X | splitList \",\"}}'", "uses 'splitList' in a template"),
        ("t: 'echo {{.X | default \",\"}}'", "uses 'default' in a template"),
        ("t: 'echo {{- .X -}}'", "uses the template '{{- .X -}}'"),
        ("t: 'echo {{if .X}}x{{end}}'", "uses 'if' in a template"),
        ("t: 'echo {{.X.Y}}'", "uses the template '{{.X.Y}}'"), ("t: 'echo {{.X'", "has '{{' without '}}'"),
        ("t: 'echo {{.TIMESTAMP}}'", "uses Task's variable 'TIMESTAMP'"),
        ("t: 'echo \"{{.CLI_ARGS}}\"'", "inserts command-line arguments into a single word"),
        ("t: {vars: {N: 1.20}, cmds: ['echo {{.N}}']}", "uses 'N', which has a number that Task formats differently"),
        ("t: {vars: {N: {map: {a: b}}}, cmds: ['echo {{.N}}']}", "uses 'N', which has a value that is not a string"),
        ("t: {if: 'true', cmds: [echo]}", "has 'if'"), ("t: [{defer: echo}, echo]", "uses 'defer' in a command"),
        ("t: [{for: [a], cmd: echo}]", "uses 'for' in a command"),
        ("t: {deps: [{for: [a], task: a}]}\n  a: echo", "uses 'for' in a dependency"),
        ("t: {preconditions: ['true'], cmds: [echo]}", "has 'preconditions'"),
        ("t: {requires: {vars: [{name: N, enum: [a]}]}}", "requires one of several values"),
        ("t: task other", "calls task"), ("t: [{cmd: echo, set: [x]}]", "uses 'set' in a command"),
        ("t: [{task: none}]", "runs the unknown task 'none'"),
        ("t: [{task: '{{.X}}'}]", "runs the unknown task '{{.X}}'"),
        ("t: [{task: a}]\n  a: 'echo {{.CLI_ARGS}}'", "runs 'a', which uses the arguments after '--'"),
        ("t: [{task: a}]\n  a: {requires: {vars: [N]}, cmds: ['echo {{.N}}']}", "runs 'a' without 'N'"),
        ("t: [{task: a}, {task: a}]\n  a: {run: once, cmds: [echo]}", "runs 'a', which runs only once"),
        ("t: [{task: a}]\n  a: {prompt: x, cmds: [echo]}", "runs 'a', which prompts first"),
        ("t: [{task: a}]\n  a: {internal: true, cmds: ['echo {{now}}']}", "runs 'a', which is delegated"),
        (
            "t: {deps: [a, b]}\n  a: {deps: [c], cmds: ['echo {{now}}']}\n  "
                + "b: [{task: c}, 'echo {{now}}']\n  c: {run: once, cmds: [echo]}", "needs 'b', which is delegated"
        ),
        (
            "t: [{task: a}, {task: b}]\n  a: {deps: [c], cmds: [echo]}\n  "
                + "b: [{task: c}, 'echo {{now}}']\n  c: {sources: [x], cmds: [echo]}", "needs 'b', which is delegated"
        ), ("t: {deps: [a, a], status: ['true'], cmds: [echo]}\n  a: echo", "has dependencies that run every time"),
        ("t: {dir: '{{.X}}', cmds: [echo]}", "runs in an unknown folder"),
        ("t: {method: timestamp, sources: [a], cmds: [echo]}", "has 'method'"),
        ("t: {watch: true, cmds: [echo]}", "has 'watch'"),
    ]) func reasonsToDelegate(task: String, expected: String) throws {
        let reason = try reason("tasks:\n  \(task)\n")
        #expect(reason?.hasPrefix(expected + ", Taskfile.yml:") == true, "\(reason ?? "converted")")
    }

    @Test func adependencyThatIsReachedTwiceRunsEachTime() throws {
        let text = "tasks:\n  t: {deps: [a, b]}\n  a: {deps: [b], cmds: [echo a]}\n  b: echo b\n"
        #expect(try task(text) == "{needs: [a], run: [{task: b}]}")
        let once = text.replacing("b: echo b", with: "b: {run: once, cmds: [echo b]}")
        #expect(try task(once) == "{needs: [a, b]}")
    }

    /// Each variable sees those before it: others are the environment's.
    @Test func theOrderOfVariables() throws {
        let document = try Conversion(
            "Taskfile.yml", "vars: {A: '{{.B}}', B: b, C: '{{.B}}c'}\ntasks: {t: 'echo {{.A}} {{.C}}'}\n"
        ).document()
        #expect(document.contains(#"vars: {A: "${env.B:-}", B: b, C: "${vars.B}c"}"#))
    }

    @Test func aVariableOfTheEnvironmentYieldsToThatOutside() throws {
        let document = try Conversion(
            "Taskfile.yml", "vars: {CONF: '{{.ROOT_DIR}}/x'}\nenv: {CONF: '{{.CONF}}', L: l}\ntasks: {t: echo $CONF}\n"
        ).document()
        #expect(document.contains(#"printf %s "${vars.CONF}""#))
        #expect(document.contains("L: ${env.L-l}"), "\(document)")
    }

    @Test func commandsInBashsLanguageRunInBash() throws {
        #expect(try !Conversion("Taskfile.yml", "tasks: {t: echo a | sort}\n").document().contains("bash"))
        for line in ["[[ a ]]", "source x", "echo {a,b}", "echo -e x", "a=(b)", "cmd <(x)"] {
            let document = try Conversion("Taskfile.yml", "tasks: {t: '\(line)'}\n").document()
            #expect(document.contains("run: {shell: [bash, -e, -c]}"), "\(line)")
        }
    }

    @Test func namespacesWithOtherCharacters() throws {
        let result = try Conversion(
            "Taskfile.yml", "includes: {a/b: ./s.yml, 'c:d': ./s.yml}\ntasks: {t: [{task: 'a/b:x'}]}\n",
            files: ["s.yml": "tasks: {x: echo x, y: 'echo {{now}}'}\n"]
        ).result()
        #expect(result.text.contains("t: {run: [{task: a-b:x}]}"))
        #expect(result.text.contains("c:d:x: echo x"))
        #expect(result.text.contains("task a/b:y -- \"$@\""))
    }

    @Test func tasksOfOtherFilesInTheFirst() throws {
        let document = try Conversion(
            "Taskfile.yml",
            "includes: {s: ./s.yml, f: {taskfile: f.yml, flatten: true}, p: {taskfile: p.yml, aliases: [q]}}\n",
            files: [
                "s.yml": "tasks: {':init': echo init, default: echo d}\n", "f.yml": "tasks: {flat: echo f}\n",
                "p.yml": "tasks: {x: echo x}\n",
            ]
        ).document()
        for name in ["init", "flat"] {
            #expect(document.contains("  \(name): {requires: {programs: [task]}, run: task \(name) -- "))
        }
        #expect(document.contains("  s:default: {aliases: [s], run: echo d}"))
        #expect(document.contains("  p:x: {aliases: [q:x], run: echo x}"))
    }

    /// In Task, all files share their variables: what another file sets may change a value.
    @Test func variablesOfIncludedFiles() throws {
        let document = try Conversion(
            "Taskfile.yml", "includes: {s: ./s.yml, u: ./u.yml}\nvars: {A: a}\ntasks: {t: 'echo {{.A}} {{.B}}'}\n",
            files: [
                "s.yml": "vars: {B: b, C: c}\ntasks: {x: 'echo {{.A}} {{.B}}'}\n",
                "u.yml": "vars: {C: c}\ntasks: {y: 'echo {{.C}}'}\n",
            ]
        ).document()
        #expect(document.contains("# delegates to task: uses 'B', which another file sets"))
        #expect(document.contains("echo $words_A $words_B"))
        #expect(document.contains("# delegates to task: uses 'C', which another file sets"))
    }

    /// A delegated task passes a variable under its own name, whatever devtool calls it.
    @Test func aRequiredVariableKeepsItsName() throws {
        let document = try Conversion(
            "Taskfile.yml", "tasks: {t: {requires: {vars: [_TO]}, cmds: ['echo {{upper ._TO}}']}}\n"
        ).document()
        #expect(document.contains("params: {TO: {required: true}}"))
        #expect(document.contains("task t _TO=\"${params.TO}\" -- \"$@\""))
    }

    @Test func aliasesOfIncludesAndTheirTasks() throws {
        let document = try Conversion(
            "Taskfile.yml", "includes: {long: {taskfile: a.yml, aliases: [l]}}\n",
            files: ["a.yml": "tasks: {go: {aliases: [g], cmds: [echo]}}\n"]
        ).document()
        #expect(document.contains("aliases: [long:g, l:go, l:g]"), "\(document)")
    }

    /// A task that sets what the file sets is told apart from the others.
    @Test func tasksWithAnEnvironmentOfTheirOwn() throws {
        let text = "tasks:\n  t: {env: {A: own}, cmds: [echo]}\n  u: echo\n"
        let both = try Conversion("Taskfile.yml", "env: {A: a, B: b}\n" + text).document()
        #expect(both.contains(#"A: "${env.A-own}""#), "\(both)")
        let files = try Conversion("Taskfile.yml", "dotenv: [.env]\n" + text).document()
        #expect(files.contains("# delegates to task: gets variables from both 'env' and 'dotenv', Taskfile.yml:3"))
        #expect(files.contains("u: {dotenv: [{file: .env, optional: true}], run: echo}"), "\(files)")
    }

    @Test func filesThatIncludeEachOtherEnd() throws {
        let result = try Conversion(
            "Taskfile.yml", "includes: {a: a.yml}\ntasks: {t: echo}\n",
            files: ["a.yml": "includes: {b: Taskfile.yml}\n"]
        ).result()
        #expect(result.unreadableCount == 1)
        let surroundings = ConversionSurroundings(
            shellProblem: { _ in nil }, read: { path in Array("includes: {a: ./1\(path.filter(\.isNumber)).yml}".utf8) }
        )
        let many = try ProjectConversion(
            of: .taskfile, named: "Taskfile.yml", Array("includes: {a: ./1.yml}\ntasks: {t: echo}".utf8),
            in: surroundings)
        #expect(many.unreadableCount == 1)
    }

    @Test(arguments: [
        "vars: {A: '{{.B}}x y', B: '{{.A}} z'}\ntasks: {t: 'echo {{.A}}'}\n",
        "tasks: {t: {deps: [t]}, u: [{task: u}], v: {deps: [w]}, w: {deps: [v]}}\n",
        "tasks: {t: 'echo " + String(repeating: "{{(", count: 20_000) + "'}\n",
        "tasks: {t: 'echo " + String(repeating: "{{if .A}}", count: 20_000) + "'}\n",
    ]) func whatHasNoEndEnds(text: String) throws {
        #expect(try Conversion("Taskfile.yml", text).result().taskCount > 0)
    }

    @Test func anyPartOfASampleIsReadOrRefused() throws {
        let text = try Self.sample().text
        for count in sampled(0..<text.count) {
            _ = try? Conversion("Taskfile.yml", String(text.prefix(count))).result()
            _ = try? Conversion("Taskfile.yml", String(text.dropFirst(count))).result()
        }
    }
}
