import TestSupport
import Testing

/// Common slips in files with tasks and on the command line, and what devtool says of them.
@Suite struct RunMistakeScenarios {
    private static let parameters = """
        vars: {version: 1}
        tasks:
          img: {params: {tag: latest}, run: 'echo ${params.tag} ${vars.version}'}
          deploy: {params: {env: {choices: [prod]}, args: {rest: true}}, run: 'echo ${params.args}'}
          test: echo t
        """

    @Test(arguments: [
        (
            ["img", "tga=1.2"],
            """
            devtool: the task 'img' has no parameter 'tga'
              hint: did you mean 'tag'? to pass a value with '=', write: tag=tga=1.2

            """
        ),
        (
            ["img", "a=b"],
            """
            devtool: the task 'img' has no parameter 'a'
              hint: to pass a value with '=', write: tag=a=b

            """
        ),
        (
            ["deploy", "prod", "evn=1"],
            """
            devtool: the task 'deploy' has no parameter 'evn'
              hint: did you mean 'env'? to pass a value with '=', write: args=evn=1

            """
        ),
    ]) func anAssignmentOfAnUnknownNameIsAnError(words: [String], message: String) async throws {
        try await Scenario().config(Self.parameters).run(["run"] + words).stdout("").stderr(message).exits(64)
    }

    @Test(arguments: [
        (["img", "version=3"], "latest 3\n"), (["img", "tag=a=b"], "a=b 1\n"), (["deploy", "prod", "x=1"], "x=1\n"),
        (["deploy", "prod", "--", "evn=1"], "evn=1\n"),
    ]) func otherAssignmentsAreValuesAndVariables(words: [String], output: String) async throws {
        try await Scenario().config(Self.parameters).run(["run", "-q"] + words).stdout(output).stderr("").exits(0)
    }

    @Test func aValueThatIsNearlyATaskIsNoted() async throws {
        try await Scenario().config(Self.parameters).run("run", "img", "tset").stdout("tset 1\n").stderr(
            """
            devtool: note: 'tset' was read as the parameter 'tag' of 'img'
              hint: did you mean the task 'test'?
            img(tag=tset): echo 'tset' '1'

            """
        ).exits(0)
    }

    @Test(arguments: [
        (
            "tasks:\n  a:\n    - echo a: b\n",
            """
            devtool.yml:3:7: unknown command 'echo a'
                - echo a: b
                  ^
              hint: quote a shell line that contains ': '

            """
        ),
        (
            "tasks: {a: '-rm x'}",
            """
            devtool.yml:1:12: a shell line cannot begin with '-'
            tasks: {a: '-rm x'}
                       ^
              hint: for the same effect as in make, write {run: rm x, ignore-error: true}

            """
        ),
        (
            "tasks: {a: [npm, test, --]}",
            """
            devtool.yml:1:24: a shell line cannot begin with '-'
            tasks: {a: [npm, test, --]}
                                   ^
              hint: to run one program with arguments, write a list in the list: [[PROGRAM, ARGUMENT]]

            """
        ),
        (
            "tasks: {a: ['@echo x']}",
            """
            devtool.yml:1:13: a shell line cannot begin with '@'
            tasks: {a: ['@echo x']}
                        ^
              hint: for the same effect as in make, write {run: echo x, silent: true}

            """
        ),
        (
            "includes: {web: .}",
            """
            devtool.yml:1:17: '.' is a folder
            includes: {web: .}
                            ^
              hint: name a file in it

            """
        ),
        (
            "includes: {web: 'https://x/y.yml'}",
            """
            devtool.yml:1:17: file 'https://x/y.yml' not found
            includes: {web: 'https://x/y.yml'}
                            ^
              hint: write {url: …, sha256: …} for a file on the web

            """
        ),
        (
            "includes: [f.yml]",
            """
            devtool.yml:1:11: 'includes' must be a mapping, not a list
            includes: [f.yml]
                      ^
              hint: write includes: {NAME: FILE}; its tasks are then called NAME:TASK

            """
        ),
        (
            "vars: {v: {command: git describe}}\ntasks: {a: 'echo ${vars.v}'}",
            """
            devtool.yml:1:21: 'vars.v.command' is one string, so all of it is read as a program name
            vars: {v: {command: git describe}}
                                ^
              hint: write {shell: git describe}, or the words as a list

            """
        ),
        (
            "tasks: {a: {run: x, dir: ~/x}}",
            """
            devtool.yml:1:26: '~' is not expanded in 'tasks.a.dir'
            tasks: {a: {run: x, dir: ~/x}}
                                     ^
              hint: write "${HOME}/x"

            """
        ),
        (
            "tasks: {a: {run: x, retries: 3}}",
            """
            devtool.yml:1:21: unknown key or command 'retries' in 'tasks.a'
            tasks: {a: {run: x, retries: 3}}
                                ^
              hint: use devtool's key 'retry'

            """
        ),
        (
            "tasks: {a: {run: x, platforms: darwin}}",
            """
            devtool.yml:1:32: 'darwin' is not a known system
            tasks: {a: {run: x, platforms: darwin}}
                                           ^
              hint: did you mean 'macos'?

            """
        ),
        (
            "tasks: {a: {run: x, params: {n: {type: int}}}}",
            """
            devtool.yml:1:40: 'tasks.a.params.n.type' must be one of string, integer, boolean, list, not 'int'
            tasks: {a: {run: x, params: {n: {type: int}}}}
                                                   ^
              hint: did you mean 'integer'?

            """
        ),
        (
            "tasks: {a: {run: x, requires: {commands: [x]}}}",
            """
            devtool.yml:1:32: unknown key 'commands' in 'tasks.a.requires'
            tasks: {a: {run: x, requires: {commands: [x]}}}
                                           ^
              hint: did you mean 'programs'?

            """
        ),
        (
            "dotenv: x.env\ntasks: {a: x}",
            """
            devtool.yml:1:9: cannot read 'x.env': No such file or directory
            dotenv: x.env
                    ^
              hint: write {file: x.env, optional: true} if it may be missing

            """
        ),
    ]) func aSlipHasAHint(file: String, message: String) async throws {
        try await Scenario().config(file).run("run", "a").stdout("").stderr(message).exits(78)
    }

    /// The tasks of a file that cannot be read are unknown because of it.
    @Test func aFileThatCannotBeReadIsTheOnlyError() async throws {
        try await Scenario().config("includes: {web: w.yml}\ntasks: {a: {needs: [web:build, '*:test']}}").file(
            "w.yml", "tasks: {\n"
        ).run("run", "a").stdout("").stderr(
            """
            w.yml:2:1: not valid YAML: the file ends inside an unclosed '{' or '['
              hint: close it

            """
        ).exits(78)
    }

    @Test func aFolderThatIsMissingIsFoundBeforeAnythingStarts() async throws {
        let scenario = try Scenario().config(
            "tasks: {all: [touch begun, {task: a}], a: {run: x, dir: no}, b: {needs: c, run: echo b, dir: made}, c: mkdir made}"
        )
        try await scenario.run("run", "a").stdout("").stderr(
            """
            devtool.yml:1:57: the task 'a' needs the folder 'no', which does not exist
            …uch begun, {task: a}], a: {run: x, dir: no}, b: {needs: c, run: echo b, dir: mad…
                                                     ^

            """
        ).exits(66)
        try await Scenario().config("includes: {web: {file: web.yml, dir: no}}").file("web.yml", "tasks: {a: [[true]]}")
            .run("run", "web:a").stdout("").stderr(
                """
                web.yml:1:9: the task 'web:a' needs the folder 'no', which does not exist
                tasks: {a: [[true]]}
                        ^

                """
            ).exits(66)
        // Another task may make it.
        try await scenario.run("run", "-q", "b").stdout("b\n").stderr("").exits(0)
    }

    @Test func anOutputThatNeverAppearsIsAWarning() async throws {
        try await Scenario().config("tasks: {a: {run: touch b, outputs: [b, never], sources: devtool.yml}}").run(
            "run", "a"
        ).stdout("").stderr(
            """
            a: touch b
            devtool.yml:1:40: warning: the task 'a' did not create its output 'never'
            tasks: {a: {run: touch b, outputs: [b, never], sources: devtool.yml}}
                                                   ^

            """
        ).exits(0)
    }

    @Test func aListIsSeveralPatterns() async throws {
        let scenario = try Scenario().config(
            "vars: {in: [x, y], out: [p, q]}\ntasks: {a: {sources: '${vars.in}', outputs: ['${vars.out}'], run: touch p q}}"
        ).file("x", "").file("y", "")
        try await scenario.run("run", "a").stderr("a: touch p q\n").exits(0)
        try await scenario.run("run", "a").stderr("a: up to date\n").exits(0)
        try await scenario.file("y", "2").run("run", "--why", "a").stderr("a runs: 'y' changed\na: touch p q\n").exits(
            0)
    }

    @Test func aTaskThatIsTypedAsACommandIsNamed() async throws {
        let scenario = try Scenario().config("tasks: {ci: echo a}")
        try await scenario.run("ci").stdout("").stderr(
            "devtool: unknown command 'ci'\n  hint: did you mean 'devtool run ci'?\n"
        ).exits(64)
        try await scenario.run("run", "--yes=true", "ci").stdout("").stderr(
            """
            devtool: '--yes' takes no value, but 'true' was given
              hint: write '--yes' alone

            """
        ).exits(64)
    }

    @Test func completionOffersTheValuesOfParametersByPosition() async throws {
        let scenario = try Scenario().config(
            "tasks: {deploy: {params: {env: {choices: [staging, prod]}, n: {choices: [1, 2]}}, run: x}, other: x}")
        func offers(_ words: String...) async throws -> [String] {
            try await scenario.run(["__complete", "fish", "run"] + words + [""]).outputText.split(separator: "\n").map {
                String($0.prefix { $0 != "\t" })
            }
        }
        let tasks = ["deploy", "other"]
        #expect(try await offers("deploy") == ["nothing", "staging", "prod"] + tasks)
        #expect(try await offers("deploy", "prod") == ["nothing", "1", "2"] + tasks)
        #expect(try await offers("deploy", "n=1") == ["nothing", "staging", "prod"] + tasks)
        #expect(try await offers("deploy", "prod", "2") == ["nothing"] + tasks)
    }
}
