import TestSupport
import Testing

/// Tasks do what their originals do, converted or delegated.
@Suite struct ConvertedTaskScenarios {
    private static let exports = """
        export UP = up1
        export IM = a/$(UP)
        a = 1
        export a
        L = 1 2
        export L
        one: $(UP)
        \t@echo $(IM) $$IM $(a) $$a
        up1:
        \t@echo UP
        list:
        \t@printf '<%s>' "$$L" $(L)

        """

    private static let make = """
        SRC = $(wildcard src/*.c)
        OBJ = $(SRC:.c=.o)
        LIB = $(patsubst %.c,%.a,$(SRC))
        C := $(D)
        D = 5
        CC ?= gcc
        ifeq ($(DEBUG),1)
        F = debug
        else
        F = release
        endif
        ifndef X
        X = 1
        endif
        ifneq ($(wildcard none*),)
        Z = found
        endif
        define B
        echo l1
        @echo l2 $(1)
        endef
        lines:
        \t@$(B)
        \t$(call B,x)
        objects:
        \t@echo $(OBJ)
        libraries:
        \t@echo $(LIB)
        quoted:
        \t@echo "$(SRC)"
        sources:
        \t@echo $(SRC) "$(wildcard src/*.c)"
        options:
        \t@printf '<%s>' a $(OPTS) b
        exported: export A = 1
        exported:
        \t@echo $$A
        parent: P = 2
        parent: child
        \t@echo $(P)
        child:
        \t@echo c$(P)
        compiler:
        \t@echo $(CC)
        later:
        \t@echo x$(C)
        strip:
        \t@echo "$(strip  a  b )"
        info:
        \t@$(info hello)
        conditions:
        \t@echo $(F) $(X) $(Z) $(if $(wildcard none*),yes,no)

        """

    private static let bareExport = """
        export
        Y = $(X)2
        X = 1
        SRC = $(wildcard src/*.c)
        t:
        \t@echo $$Y
        u:
        \t@echo $(SRC)

        """

    private static let taskfile = """
        version: '3'
        env: {A: a, B: '{{.A}}/b'}
        vars: {V: {sh: echo partial; exit 7}, W: {sh: echo 1 2}}
        tasks:
          a: 'echo push img:{{.V}}'
          b: "printf '<%s>' {{.W}} {{.OPTS}}"
          c: {ignore_error: true, cmds: [exit 3, echo next $B]}

        """

    @Test(arguments: [
        ConversionExample(
            file: "justfile", text: "set export\na := '1'\nb := a + '2'\nt:\n  @echo $b {{b}}\n", words: ["a=5", "t"],
            output: "52 52\n"),
        ConversionExample(file: "Taskfile.yml", text: taskfile, words: ["a"], output: "", status: 7),
        ConversionExample(
            file: "Taskfile.yml", text: taskfile, words: ["b"], output: "<1><2><3><4>", variables: ["OPTS": "3 4"]),
        ConversionExample(file: "Taskfile.yml", text: taskfile, words: ["c"], output: "next a/b\n"),
        ConversionExample(file: "Makefile", text: exports, words: ["one"], output: "UP\na/up1 a/up1 1 1\n"),
        ConversionExample(
            file: "Makefile", text: exports, words: ["a=9", "one"], output: "UP\na/up1 a/up1 9 9\n",
            variables: ["UP": "other"]),
        ConversionExample(file: "Makefile", text: exports, words: ["list"], output: "<1 2><1><2>"),
        ConversionExample(file: "Makefile", text: exports, words: ["L=3 4", "list"], output: "<3 4><3><4>"),
        ConversionExample(file: "Makefile", text: bareExport, words: ["t"], output: "12\n"),
        ConversionExample(file: "Makefile", text: bareExport, words: ["u"], output: "src/a.c src/b.c\n"),
        ConversionExample(file: "Makefile", text: make, words: ["objects"], output: "src/a.o src/b.o\n"),
        ConversionExample(file: "Makefile", text: make, words: ["libraries"], output: "src/a.a src/b.a\n"),
        ConversionExample(file: "Makefile", text: make, words: ["quoted"], output: "src/a.c src/b.c\n"),
        ConversionExample(
            file: "Makefile", text: make, words: ["sources"], output: "src/a.c src/b.c src/a.c src/b.c\n"),
        ConversionExample(file: "Makefile", text: make, words: ["options"], output: "<a><b>"),
        ConversionExample(
            file: "Makefile", text: make, words: ["options"], output: "<a><1><2><b>", variables: ["OPTS": "1 2"]),
        ConversionExample(file: "Makefile", text: make, words: ["OPTS=3 4", "options"], output: "<a><3><4><b>"),
        ConversionExample(file: "Makefile", text: make, words: ["exported"], output: "1\n"),
        ConversionExample(file: "Makefile", text: make, words: ["parent"], output: "c2\n2\n"),
        ConversionExample(file: "Makefile", text: make, words: ["compiler"], output: "cc\n"),
        ConversionExample(
            file: "Makefile", text: make, words: ["compiler"], output: "clang\n", variables: ["CC": "clang"]),
        ConversionExample(file: "Makefile", text: make, words: ["later"], output: "x\n"),
        ConversionExample(file: "Makefile", text: make, words: ["strip"], output: "a b\n"),
        ConversionExample(file: "Makefile", text: make, words: ["conditions"], output: "release 1 no\n"),
        ConversionExample(
            file: "Makefile", text: make, words: ["conditions", "--", "DEBUG=1", "X=4"], output: "debug 4 no\n"),
    ]) func isRun(_ example: ConversionExample) async throws {
        try await example.check(Scenario().file("src/a.c", "").file("src/b.c", ""))
    }

    /// `task docs` runs the task `default` of the namespace.
    @Test func theDefaultOfANamespace() async throws {
        let scenario = try Scenario().file(
            "Taskfile.yml", "includes: {docs: ./docs}\ntasks: {a: {cmds: [{task: docs}]}}\n"
        ).file("docs/Taskfile.yml", "tasks: {default: echo docs}\n")
        try await scenario.run("init", "--from", "Taskfile.yml").stdout("").exits(0)
        try await scenario.run("--quiet", "run", "docs", "a").stdout("docs\ndocs\n").exits(0)
    }

    /// Names that devtool would refuse get others, which no other task has.
    @Test(arguments: [
        (
            "package.json",
            #"{"scripts": {"a:*": "echo 1", "é": "echo 2", ":x": "echo 3", "a:": "echo 4", "a": "echo 5"}}"#,
            ["a-2", "task", "x", "a-3", "a"], "1\n2\n3\n4\n5\n"
        ), ("Makefile", "a_é:\n\t@echo 1\na/b: a_é\n\t@echo 2\na-b:\n\t@echo 3\n", ["a-b-2", "a-b"], "1\n2\n3\n"),
    ]) func namesAreAllowed(file: String, text: String, tasks: [String], output: String) async throws {
        let scenario = try Scenario().file(file, text)
        try await scenario.run("init", "--from", file).stdout("").exits(0)
        try await scenario.run("config", "check").stdout("").stderr("").exits(0)
        try await scenario.run(["--quiet", "run"] + tasks).stdout(output).exits(0)
    }

    /// An environment that devtool cannot make is left to the runner.
    @Test func aVariableThatNoEnvironmentCanHave() async throws {
        try await Scenario().file("Taskfile.yml", "version: '3'\nenv: {a-b: x}\ntasks: {t: echo t}\n").run(
            "init", "--from", "Taskfile.yml"
        ).stdout("").stderr(
            """
            wrote devtool.yml
            wrote .devtool.schema.json
            1 task: 0 converted, 1 delegated to task (keep the Taskfile.yml)

            """
        ).exits(0)
    }
}
