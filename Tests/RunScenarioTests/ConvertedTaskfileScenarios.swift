import TestSupport
import Testing

/// What is converted of a Taskfile prints what Task prints.
@Suite struct ConvertedTaskfileScenarios {
    private static let values = #"""
        version: '3'
        silent: true
        vars: {DIR: my dir, IT: "it's", EARLY: '{{.LATE}}', LATE: x, EMPTY: '', FLAG: true}
        env: {LOG: info, WHERE: '{{.DIR}}'}
        tasks:
          words: 'printf "[%s]" {{.DIR}} "{{.DIR}}" a{{.DIR}}b "{{.IT}}"'
          order: echo "<{{.EARLY}}> {{.LATE}} {{.FLAG}}"
          calls: [{task: called, vars: {N: ''}}, {task: called, vars: {N: 1}}, {task: called}]
          called: 'echo "{{.N}}"'
          env: echo $LOG "$WHERE" {{.LOG}}
          args: 'printf "[%s]" {{.CLI_ARGS}}'
          bash: '[[ a == a ]] && echo {a,b}'
          stops: 'false; echo no'
          goes: {ignore_error: true, cmds: ['false', echo on]}
          twice: {deps: [a, b]}
          a: {deps: [b]}
          b: echo b
          systems: {platforms: [linux], cmds: [echo l]}
        """#

    @Test(arguments: [
        (["words"], [:], "[my][dir][my dir][amy][dirb][it's]", 0), (["DIR=q", "words"], [:], "[q][q][aqb][it's]", 0),
        (["order"], [:], "<> x true\n", 0), (["calls"], [:], "\n1\n\n", 0), (["called", "N=2"], [:], "2\n", 0),
        (["env"], [:], "info my dir info\n", 0), (["env"], ["LOG": "o", "WHERE": "w"], "o w info\n", 0),
        (["args", "--", "a b", "c"], [:], "[a b][c]", 0), (["bash"], [:], "a b\n", 0), (["stops"], [:], "", 1),
        (["goes"], [:], "on\n", 0), (["twice"], [:], "b\nb\n", 0), (["systems"], [:], "l\n", 0),
    ]) func valuesAreThoseOfTask(words: [String], variables: [String: String], output: String, status: Int32)
        async throws
    {
        var scenario = try Scenario().file("Taskfile.yml", Self.values)
        for name in ["N", "LOG", "WHERE", "LATE"] { scenario = scenario.variable(name, variables[name]) }
        try await scenario.run("init", "--from", "Taskfile.yml").stdout("").exits(0)
        try await scenario.run("config", "check").stdout("").stderr("").exits(0)
        try await scenario.run(["--quiet", "run"] + words).stdout(output).exits(status)
    }

    /// What is left to Task has its own files and its own folder, and gets what `requires` names.
    @Test(arguments: [
        (["own"], "own X\n"), (["other"], "own X\n"), (["plain"], "top\n"), (["where"], "sub\n"),
        (["of", "E=dev"], "dev\n"), (["fallback"], "outside\n"), (["also"], "named\n"),
    ]) func whatIsLeftToTask(words: [String], output: String) async throws {
        guard Scenario.has("task") else { return print("task is not there") }
        let scenario = try Scenario().variable("V", nil).variable("E", nil).variable("F", "outside").file("sub/x", "")
            .file(".env", "V=top\n").file("own.env", "V=own\n").file(
                "Taskfile.yml",
                """
                version: '3'
                silent: true
                dotenv: [.env]
                tasks:
                  own: {dotenv: [own.env], cmds: ['echo $V {{upper "x"}}']}
                  other: {env: {V: own}, cmds: ['echo $V {{upper "x"}}']}
                  plain: echo $V
                  where: {dir: '{{.USER_WORKING_DIR}}', cmds: ['basename $(pwd) {{lower ""}}']}
                  of: {requires: {vars: [{name: E, enum: [dev]}]}, cmds: ['echo {{.E}}']}
                  fallback: 'echo {{.F | default "x"}}'
                  named: {aliases: [also], cmds: ['echo {{.ALIAS}}']}

                """)
        try await scenario.run("init", "--from", "Taskfile.yml").stdout("").stderr(
            "wrote devtool.yml\nwrote .devtool.schema.json\n7 tasks: 1 converted, 6 delegated to task (keep the Taskfile.yml)\n"
        ).exits(0)
        try await scenario.run(["--quiet", "run"] + words, in: "sub").stdout(output).exits(0)
    }

    /// Task reads only the files that `dotenv` names, of which the first counts, and none before `env`.
    @Test(arguments: [
        ("dotenv: ['a/.env', '.env']\n", "a dot -\n"), ("env: {FOO: env}\ndotenv: ['a/.env', '.env']\n", "a env -\n"),
        ("", "- - -\n"),
    ]) func filesWithVariables(top: String, output: String) async throws {
        var scenario = try Scenario().file(".env", "BAR=no\nFOO=dot\n").file("a/.env", "BAR=a\n").file(
            "Taskfile.yml", top + "tasks: {t: 'echo ${BAR:--} ${FOO:--} ${BAZ:--}'}\n")
        for name in ["BAR", "FOO", "BAZ"] { scenario = scenario.variable(name, nil) }
        try await scenario.run("init", "--from", "Taskfile.yml").stdout("").exits(0)
        try await scenario.run("--quiet", "run", "t").stdout(output).exits(0)
    }

    /// Task's `env` gives way to a variable that is set, even to nothing.
    @Test(arguments: [(nil, "ghcr.io/x\n"), ("", "\n"), ("own", "own\n")]) func variablesThatAreSet(
        value: String?, output: String
    ) async throws {
        let scenario = try Scenario().file(
            "Taskfile.yml", "version: '3'\nenv: {REPO: ghcr.io/x}\ntasks: {t: 'echo $REPO'}\n"
        ).variable("REPO", value)
        try await scenario.run("init", "--from", "Taskfile.yml").stderr(
            "wrote devtool.yml\nwrote .devtool.schema.json\n1 task converted\n"
        ).exits(0)
        try await scenario.run("--quiet", "run", "t").stdout(output).exits(0)
    }

    /// Tasks of included files run in the folder of the first file, or the one that the include names.
    @Test(arguments: [("sub:t", "root\n"), ("deep:t", "sub\n"), ("sub:top", "top root\n")]) func includedFiles(
        task: String, output: String
    ) async throws {
        let body = "tasks:\n  t: echo $(basename \"$PWD\")\n  top: [{task: ':root'}]\n"
        let scenario = try Scenario().file(
            "root/Taskfile.yml",
            """
            version: '3'
            vars: {TOP: top}
            includes:
              sub: {taskfile: ./sub, dir: .}
              deep: {taskfile: ./sub, dir: sub}
            tasks: {root: 'echo {{.TOP}} $(basename "$PWD")'}

            """
        ).file("root/sub/Taskfile.yml", "version: '3'\n" + body)
        try await scenario.run("init", "--from", "root/Taskfile.yml").stdout("").exits(0)
        try await scenario.run("config", "check", in: "root").stdout("").stderr("").exits(0)
        try await scenario.run("--quiet", "run", task, in: "root").stdout(output).exits(0)
    }

    /// Task creates a folder that is missing: such a task is left to it.
    @Test func aFolderThatIsMissing() async throws {
        let text = "tasks: {t: {dir: new, cmds: [pwd]}, u: {dir: old, cmds: [echo u]}}\n"
        let scenario = try Scenario().file("Taskfile.yml", text).file("old/file", "")
        try await scenario.run("init", "--from", "Taskfile.yml").stdout("").exits(0)
        try await scenario.run("--quiet", "run", "u").stdout("u\n").exits(0)
        let outcome = try await scenario.run("run", "--dry-run", "t").exits(0)
        #expect(String(decoding: outcome.output, as: UTF8.self).contains("task t --"))
    }
}
