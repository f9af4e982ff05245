import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool init --from`: another tool's file becomes a devtool.yml.
@Suite struct InitFromScenarios {
    private static let line = "# yaml-language-server: $schema=.devtool.schema.json\n"
    private static let package = #"{"scripts": {"a": "echo one", "b": "npm run a -s && npm run a"}}"#

    @Test func aConvertedFileRuns() async throws {
        let scenario = try Scenario().file("package.json", Self.package)
        try await scenario.run("init", "--from", "package.json").stdout("").stderr(
            "wrote devtool.yml\nwrote .devtool.schema.json\n2 tasks converted\n"
        ).exits(0).file(
            "devtool.yml",
            #"""
            # yaml-language-server: $schema=.devtool.schema.json
            run: {shell: [sh, -c]}

            env: {PATH: "${project.root}/node_modules/.bin:${env.PATH}"}

            dotenv: []

            tasks:
              a: echo one "$@"

              b: {run: [{task: a}, {task: a}]}

            """#)
        try await scenario.run("config", "check").stdout("").exits(0)
    }

    /// What devtool does not understand is left to the runner that does; the comment says why and where.
    @Test func aTaskThatIsNotUnderstoodIsDelegated() async throws {
        let scenario = try Scenario().file(
            "Makefile",
            """
            .PHONY: all build plain
            all: build
            \t@echo all
            build:
            \t@echo $(words a b) $(NAME)
            plain:
            \t@echo plain

            """)
        try await scenario.run("init", "--from", "Makefile").stdout("").stderr(
            """
            wrote devtool.yml
            wrote .devtool.schema.json
            3 tasks: 2 converted, 1 delegated to make (keep the Makefile)

            """
        ).exits(0).file(
            "devtool.yml",
            """
            # yaml-language-server: $schema=.devtool.schema.json
            run: {shell: [sh, -c]}

            dotenv: []

            tasks:
              all: {aliases: [default], silent: true, needs: [build], run: echo all}

              # delegates to make: uses $(words), Makefile:5
              build: {requires: {programs: [make]}, run: make build "$@"}

              plain: {silent: true, run: echo plain}

            """)
        try await scenario.run("--quiet", "run", "all").stdout("2\nall\n").stderr("").exits(0)
        try await scenario.run("--quiet", "run", "build", "--", "NAME=x").stdout("2 x\n").stderr("").exits(0)
    }

    /// Only what cannot be read at all is an error: a task may be missing.
    @Test func aPartThatIsNotReadIsAnError() async throws {
        let scenario = try Scenario().file(
            "Gruntfile.js", "grunt.registerTask('wait', function () {});\ngrunt.registerTask(name, []);\n")
        try await scenario.run("init", "--from", "Gruntfile.js").stdout("").stderr(
            """
            wrote devtool.yml
            wrote .devtool.schema.json
            1 task: 0 converted, 1 delegated to grunt (keep the Gruntfile.js); 1 part could not be read: search for \
            'TODO devtool'

            """
        ).exits(1)
    }

    /// The file is written beside the source, as its paths are relative to it.
    @Test func theResultStandsBesideTheSource() async throws {
        let outcome = try await Scenario().file("web/Makefile", ".PHONY: all\nall:\n\techo hi\n").run(
            "init", "--from", "web/Makefile"
        ).stdout("").stderr("wrote web/devtool.yml\nwrote web/.devtool.schema.json\n1 task converted\n").exits(0)
        outcome.file("devtool.yml", nil).file(
            "web/devtool.yml",
            "\(Self.line)run: {shell: [sh, -c]}\n\ndotenv: []\n\ntasks:\n  all: {aliases: [default], run: echo hi}\n")
    }

    @Test(arguments: ["devtool.yml", "devtool.yaml"]) func nothingIsOverwritten(name: String) async throws {
        try await Scenario().file(name, "mine").file("package.json", Self.package).run("init", "--from", "package.json")
            .stdout("").stderr(
                """
                devtool: '\(name)' already exists; not changed
                  hint: move it or edit it by hand

                """
            ).exits(73).file(name, "mine")
    }

    /// Names that make computes may be those of any target: all tasks are left to it, and some may be missing.
    @Test func aRuleWithAComputedName() async throws {
        try await Scenario().file("Makefile", "a:\n\techo a\n$(NAMES): b\nb:\n\techo b\n").run(
            "init", "--from", "Makefile"
        ).stdout("").stderr(
            """
            wrote devtool.yml
            wrote .devtool.schema.json
            2 tasks: 0 converted, 2 delegated to make (keep the Makefile); 1 part could not be read: search for \
            'TODO devtool'

            """
        ).exits(1).file(
            "devtool.yml",
            """
            # yaml-language-server: $schema=.devtool.schema.json
            # TODO devtool: Makefile:3: not read: the rule for '$(NAMES)'

            run: {shell: [sh, -c]}

            dotenv: []

            tasks:
              # delegates to make: may be changed by the rule for '$(NAMES)', which devtool cannot read, Makefile:3
              a: {aliases: [default], requires: {programs: [make]}, run: make a "$@"}

              # delegates to make: may be changed by the rule for '$(NAMES)', which devtool cannot read, Makefile:3
              b: {requires: {programs: [make]}, run: make b "$@"}

            """)
    }

    /// It would break the result.
    @Test(arguments: ["Makefile", "justfile", "Taskfile.yml", "package.json"]) func aZeroByteIsRefused(name: String)
        async throws
    {
        try await Scenario().file(name, "a:\n\techo ö\0i\n").run("init", "--from", name).stdout("").stderr(
            "\(name):2:1: a string cannot contain a zero byte\n"
        ).exits(65).file("devtool.yml", nil)
    }

    /// make and just stop at such a byte, or pass it on; devtool.yml cannot hold it.
    @Test(arguments: ["Makefile", "justfile"]) func whatIsNoUTF8IsRefused(name: String) async throws {
        let bytes = Array("a:\n\techo caf".utf8) + [0xE9]
        try await Scenario().file(name, bytes: bytes).run("init", "--from", name).stdout("").stderr(
            "\(name):2:1: not UTF-8 text\n"
        ).exits(65).file("devtool.yml", nil)
    }

    /// A byte order mark is no part of the first name.
    @Test(arguments: ["Makefile", "justfile"]) func aByteOrderMark(name: String) async throws {
        try await Scenario().file(name, "\u{FEFF}a:\n\techo a\n").run("init", "--from", name).stdout("").stderr(
            "wrote devtool.yml\nwrote .devtool.schema.json\n1 task converted\n"
        ).exits(0)
    }

    @Test func anUnknownKindIsRefused() async throws {
        try await Scenario().file("Gruntfile.coffee", "").run("init", "--from", "Gruntfile.coffee").stdout("").stderr(
            """
            devtool: cannot convert 'Gruntfile.coffee': unknown file type
              hint: known: Taskfile.yml, justfile, Makefile, package.json and Gruntfile.js

            """
        ).exits(64).file("devtool.yml", nil)
    }

    @Test func aMissingFileIsAnError() async throws {
        try await Scenario().run("init", "--from", "justfile").stdout("").stderr(
            "devtool: cannot read 'justfile': No such file or directory\n"
        ).exits(66)
    }

    @Test(arguments: [
        ("Taskfile.yml", "tasks: [\n", "Taskfile.yml:2:1: not valid YAML: the file ends inside an unclosed '{' or '['"),
        ("Taskfile.yml", "- a\n", "Taskfile.yml:1:1: not a Taskfile: expected a mapping with 'version' and 'tasks'"),
        (
            "Taskfile.yml", "version: '2'\ntasks: {}\n",
            "Taskfile.yml:1:10: Taskfile version 2 is not supported, only version 3"
        ), ("justfile", "x := 'a'\n", "justfile:1:1: nothing to convert: no tasks"),
        ("justfile", "a\n  echo x\n", "justfile:1:1: cannot be read: a"),
        ("justfile", "a:\n  echo\nx := \"open\n", "justfile:3:1: a quote or a bracket is not closed"),
        ("Makefile", "include *.mk\n", "Makefile:1:1: cannot be read: 'include *.mk'"),
        (
            "package.json", #"{"scripts": {"a": "echo \u0000x"}}"#,
            "package.json:1:1: a string cannot contain a zero byte"
        ), ("Makefile", "", "Makefile:1:1: nothing to convert: no tasks"),
        ("Taskfile.yml", "tasks: {}\n", "Taskfile.yml:1:1: nothing to convert: no tasks"),
        ("package.json", #"{"scripts": {}}"#, "package.json:1:1: nothing to convert: no tasks"),
        ("Makefile", "ifdef A\n", "Makefile:2:1: a conditional has no 'endif'"),
        ("Makefile", "what\n", "Makefile:1:1: expected a rule or a variable"),
        ("package.json", "{\"scripts\": }", "package.json:1:13: not valid JSON: expected a value after ':', found '}'"),
        ("package.json", "{}", "package.json:1:1: package.json has no 'scripts'"),
        ("Gruntfile.js", "x()", "Gruntfile.js:1:1: nothing to convert: no tasks"),
    ]) func aBrokenFileIsRefused(name: String, text: String, message: String) async throws {
        try await Scenario().file(name, text).run("init", "--from", name).stdout("").stderr(message + "\n").exits(65)
            .file("devtool.yml", nil)
    }

    /// Files come from anywhere: no text of one breaks the converter.
    @Test func aFileThatIsTooLarge() async throws {
        let text = String(repeating: "#", count: (1 << 20) + 1)
        try await Scenario().file("Makefile", text).run("init", "--from", "Makefile").stdout("").stderr(
            "devtool: cannot convert 'Makefile': it is larger than 1048576 bytes\n"
        ).exits(65)
    }

    /// What is converted is valid, and does what it did.
    @Test(arguments: [
        (
            "Taskfile.yml",
            """
            version: '3'
            vars: {APP: shop, FLAGS: -a -b, NOW: {sh: echo now}}
            tasks:
              default:
                deps: [first]
                cmds:
                  - task: show
                    vars: {NAME: one}
                  - echo last
              first: {internal: true, cmd: 'echo first'}
              show: {cmd: "printf '<%s>' {{.APP}} {{.FLAGS}} '{{.NOW}}' {{.NAME}}; echo"}

            """, "first\n<shop><-a><-b><now><one>\nlast\n"
        ),
        (
            "justfile",
            """
            app := 'shop'
            now := `echo now`

            all: first (show 'one' 'a b') && last
                @echo all

            first:
                echo first

            show name *rest:
                #!/bin/sh
                printf '<%s>' {{app}} '{{now}}' {{name}} {{rest}}; echo

            last:
                -false
                echo last

            """, "first\n<shop><now><one><a><b>\nall\nlast\n"
        ),
        (
            "Makefile",
            """
            APP := shop
            FLAGS = -a -b
            NOW = now
            .PHONY: all first show
            all: first show
            \t@$(MAKE) --no-print-directory first
            \t@echo $@ $$((1 + 1))
            first:
            \t@echo first
            show:
            \t@printf '<%s>' $(APP) $(FLAGS) "$(FLAGS)" $(NOW) $(NAME); echo

            """, "first\n<shop><-a><-b><-a -b><now>\nfirst\nall 2\n"
        ),
    ]) func whatIsConvertedRuns(name: String, text: String, output: String) async throws {
        let scenario = try Scenario().file(name, text)
        try await scenario.run("init", "--from", name).stdout("").exits(0)
        try await scenario.run("config", "check").stdout("").stderr("").exits(0)
        let outcome = try await scenario.run("--quiet", "run").exits(0)
        #expect(outcome.outputText == output)
    }
}
