import TestSupport
import Testing

/// Values of a Taskfile's templates are what Task makes of them, or the task fails.
@Suite struct ConvertedTaskfileScenarios {
    private static let values = #"""
        version: '3'
        silent: true
        vars: {DIR: my dir, DEBUG: false, IT: "it's", G: '{{.G | default "glob"}}'}
        env: {TRACE: 0}
        tasks:
          quotes: 'printf "[%s]" {{.DIR | shellQuote}} {{q .DIR}} {{.DIR | quote}} {{.IT | q}} {{.DIR}}'
          words: 'printf "[%s]" {{.X | shellQuote}} {{.X}}'
          upper: 'printf "[%s]" {{.DIR | upper}} {{.DIR | upper | q}} {{joinPath .DIR "a b" | q}}'
          inside: 'echo "{{.DIR | shellQuote}}"'
          flag: 'echo cc{{if .DEBUG}} -g{{end}} {{if not .DEBUG}}-O2{{end}}{{if .TRACE}} -t{{end}}'
          own: {vars: {D: false}, cmds: ['echo {{if .D}}yes{{else}}no{{end}} {{.D | default "d"}}']}
          copy: {vars: {DEBUG: '{{.DEBUG}}'}, cmds: ['echo {{if .DEBUG}}yes{{else}}no{{end}}']}
          variable: {vars: {Q: '{{.DIR | q}}'}, cmds: ['printf "[%s]" {{.Q}}']}
          calls: [{task: called, vars: {N: 0}}, {task: called, vars: {N: 1}}, {task: called}]
          called: 'echo {{if .N}}yes{{else}}no{{end}}{{if empty .N}} empty{{end}}'
          mixed: [{task: either, vars: {N: false}}, {task: either, vars: {N: 'false'}}]
          either: 'echo {{if .N}}yes{{else}}no{{end}}'
          later: ['echo 1 {{.F}}', 'echo 2 {{.F | default "dd"}}']
          several:
            - echo 1 {{.F | default "dd"}}
            - echo 2 {{.F | default "ee"}}
            - echo 3 {{.F}}.
          words-of-default: 'printf "[%s]" {{.F | default "a b"}} "{{.F | default "a b"}}" {{.F | default "a b" | q}}'
          empty: {vars: {V: ''}, cmds: ['echo {{.V | default "vv"}}']}
          expanded: 'echo {{.F | default "$HOME"}}'
          itself: 'echo {{.G}}'
        """#

    @Test(arguments: [
        (["quotes"], "[my dir][my dir][my dir][it's][my][dir]", 0),
        (["words", "X=a b"], "[a b][a][b]", 0),
        (["words", "X=a'b"], "[a'b][a'b]", 0),
        (["upper"], "[MY][DIR][MY DIR][my dir/a b]", 0),
        (["inside"], "", 1),
        (["flag"], "cc -O2\n", 0),
        (["DEBUG=1", "flag"], "cc -g\n", 0),
        (["own"], "no d\n", 0),
        (["copy"], "yes\n", 0),
        (["variable"], "[my dir]", 0),
        (["calls"], "no empty\nyes\nno empty\n", 0),
        (["mixed"], "", 1),
        (["later"], "1\n2 dd\n", 0),
        (["later", "F=x"], "1 x\n2 x\n", 0),
        (["several"], "1 dd\n2 ee\n3 .\n", 0),
        (["words-of-default"], "[a][b][a b][a b]", 0),
        (["words-of-default", "F=c d"], "[c][d][c d][c d]", 0),
        (["empty"], "vv\n", 0),
        (["expanded"], "", 1),
        (["itself"], "glob\n", 0),
        (["G=x", "itself"], "x\n", 0),
    ])
    func valuesAreThoseOfTask(words: [String], output: String, status: Int32) async throws {
        var scenario = try Scenario().file("Taskfile.yml", Self.values)
        for name in ["F", "G", "N", "X"] { scenario = scenario.variable(name, nil) }
        try await scenario.run("init", "--from", "Taskfile.yml").stdout("").exits(1)
        try await scenario.run("config", "check").stdout("").stderr("").exits(0)
        try await scenario.run(["--quiet", "run"] + words).stdout(output).exits(status)
    }

    /// `vars: {X: '{{.X | default "y"}}'}` of a file, and of one that it includes, is by default the environment's.
    @Test(arguments: [
        ([:], "root\ninc\npassed\n"),
        (["A": "1", "B": "2", "C": "3"], "1\n2\npassed\n"),
    ])
    func aVariableWithItselfAsDefault(variables: [String: String], output: String) async throws {
        var scenario = try Scenario()
            .file(
                "Taskfile.yml",
                """
                vars: {A: '{{.A | default "root"}}', C: passed}
                includes: {inc: {taskfile: inc.yml, vars: {C: '{{.C}}'}}}
                tasks: {t: {cmds: ['echo {{.A}}', {task: 'inc:t'}]}}

                """
            )
            .file(
                "inc.yml",
                """
                vars: {B: '{{.B | default "inc"}}', C: '{{.C | default "c"}}'}
                tasks: {t: {cmds: ['echo {{.B}}', 'echo {{.C}}']}}

                """)
        for name in ["A", "B", "C"] { scenario = scenario.variable(name, variables[name]) }
        try await scenario.run("init", "--from", "Taskfile.yml").stdout("").exits(0)
        try await scenario.run("--quiet", "run", "t").stdout(output).exits(0)
    }

    /// Task reads only the files that `dotenv` names, with the values of `env` in their names.
    @Test(arguments: [
        ("env: {ENV: testing}\ndotenv: ['.env', '{{.ENV}}/.env']\n", "dot test\n", 0, 0),
        ("dotenv: ['testing/.env']\n", "unset test\n", 0, 0),
        ("env: {ENV: '{{.E}}', E: testing}\ndotenv: ['{{.ENV}}/.env']\n", "", 1, 78),
        ("", "unset unset\n", 0, 0),
        ("env: {ENV: x}\ndotenv: ['{{.ENV | title}}.env']\n", "", 1, 78),
    ])
    func filesWithVariables(
        top: String, output: String, left: Int32, status: Int32
    ) async throws {
        var scenario = try Scenario().file(".env", "FOO=dot\n").file("testing/.env", "BAR=test\n")
            .file("Taskfile.yml", top + "tasks: {t: 'echo ${FOO:-unset} ${BAR:-unset}'}\n")
        for name in ["ENV", "FOO", "BAR"] { scenario = scenario.variable(name, nil) }
        try await scenario.run("init", "--from", "Taskfile.yml").stdout("").exits(left)
        try await scenario.run("config", "check").stdout("").stderr("").exits(0)
        try await scenario.run("--quiet", "run", "t").stdout(output).exits(status)
    }

    /// A task does not run without a file that it names.
    @Test func theFilesOfATask() async throws {
        let scenario = try Scenario().file(
            "Taskfile.yml",
            "env: {ENV: a}\ntasks:\n  t: {dotenv: ['{{now}}.env'], cmds: [echo t]}\n"
                + "  u: {dotenv: ['{{.ENV}}.env'], cmds: [echo $X]}\n"
        ).file("a.env", "X=1\n").variable("ENV", nil).variable("X", nil)
        try await scenario.run("init", "--from", "Taskfile.yml").stdout("").exits(1)
        try await scenario.run("--quiet", "run", "t").stdout("").exits(1)
        try await scenario.run("--quiet", "run", "u").stdout("1\n").exits(0)
    }

    /// devtool runs a task each time that a step calls it.
    @Test(arguments: [
        ("tasks: {once: {run: once, cmds: [echo o]}, t: [{task: once}, {task: once}]}\n", 1),
        ("run: once\ntasks: {once: echo o, t: [{task: once}, {task: once}]}\n", 1),
        ("run: once\ntasks: {once: echo o, t: {deps: [once]}}\n", 0),
        ("tasks: {once: {run: always, cmds: [echo o]}, t: [{task: once}]}\n", 0),
    ])
    func aTaskThatRunsOnce(text: String, left: Int32) async throws {
        try await Scenario().file("Taskfile.yml", text).run("init", "--from", "Taskfile.yml")
            .stdout("").exits(left)
    }
}
