import TestSupport
import Testing

/// What `devtool init --from` makes of a makefile does what make does.
@Suite struct ConvertedMakefileScenarios {
    private static let variables = """
        .PHONY: deploy files both
        ENV ?= dev
        N = 5
        L = x y
        S = src/*.c
        export G = a "b"
        deploy:
        \t@sh -c "echo deploying to $(ENV)"
        \t@echo $$(( $(N) + 1 )) $(N)
        \t@sh -c "echo $(L)"
        files:
        \t@echo $(S) "$(S)" $(G) $$G

        """

    /// A variable of the command line arrives, or is refused.
    @Test(arguments: [
        ConversionExample(
            file: "Makefile", text: variables, words: ["deploy"],
            output: "deploying to dev\n6 5\nx y\n"),
        ConversionExample(
            file: "Makefile", text: variables, words: ["ENV=prod", "N=9", "L=1 2", "deploy"],
            output: "deploying to prod\n10 9\n1 2\n"),
        ConversionExample(
            file: "Makefile", text: variables, words: ["deploy"],
            output: "deploying to test\n6 5\nx y\n", variables: ["ENV": "test"]),
        ConversionExample(
            file: "Makefile", text: variables, words: ["files"],
            output: "src/a.c src/b.c src/*.c a b a \"b\"\n"),
        ConversionExample(
            file: "Makefile", text: variables, words: ["S=x", "files"], output: "", status: 64),
        ConversionExample(
            file: "Makefile", text: variables, words: ["G=x", "files"], output: "", status: 64),
    ])
    func variablesArrive(_ example: ConversionExample) async throws {
        try await example.check(Scenario().file("src/a.c", "").file("src/b.c", ""))
    }

    private static let prefixes = """
        Q = @
        CMD = @echo quiet
        RM = -rm -f
        S = $(if $(V),,@)
        E = $(Q)echo
        FLAGS = -a
        ifdef W
        X = -rm
        else
        X = rm
        endif
        .PHONY: a x
        a:
        \t$(Q)echo building
        \t$(CMD) $(FLAGS)
        \t$(RM) -r /
        \t$(E) e
        \t$(S)$(Q)-exit 4
        x:
        \t$(X) y

        """

    /// What make looks at before a line may come out of a variable.
    @Test(arguments: [
        ConversionExample(
            file: "Makefile", text: prefixes.replacing("-r /", with: "z"), words: ["a"],
            output: "building\nquiet -a\ne\n", left: 1),
        ConversionExample(
            file: "Makefile", text: prefixes, words: ["Q=", "a"], output: "", status: 64, left: 1),
        ConversionExample(
            file: "Makefile", text: prefixes, words: ["x"], output: "", status: 1, left: 1),
        ConversionExample(
            file: "Makefile",
            text:
                ".ONESHELL:\n.PHONY: a\na:\n\t@echo one\n\t@echo two\n\t-false\n\t+@  X=a\\\n\t@b; echo $$X\n",
            words: ["a"], output: "one\ntwo\na@b\n"),
    ])
    func prefixesOfLines(_ example: ConversionExample) async throws {
        try await example.check(Scenario())
    }

    private static let files = """
        .PHONY: up b gen
        up: .env
        \t@echo up
        miss: nosuch.c
        \t@echo built
        gen:
        \t@touch gen.c
        b: gen gen.c
        \t@echo b
        c: gen gen.d
        \t@echo c
        p: main.o
        \t@echo p
        D ?= out
        $(D)/x: a
        \ttouch x
        all: $(D)/x
        \t@echo all
        S ?= src/a.c src
        several: $(S) src
        \t@echo several
        %.o: %.c
        \ttouch $@
        x.o: src/a.c
        x: x.o
        \t@echo x

        """

    /// make has no rule for a file that is missing.
    @Test(arguments: [
        ConversionExample(
            file: "Makefile", text: files, words: ["up"], output: "", status: 66, left: 1),
        ConversionExample(
            file: "Makefile", text: files, words: ["miss"], output: "", status: 66, left: 1),
        ConversionExample(
            file: "Makefile", text: files, words: ["b"], output: "b\n", left: 1),
        ConversionExample(
            file: "Makefile", text: files, words: ["c"], output: "", status: 2, left: 1),
        ConversionExample(
            file: "Makefile", text: files, words: ["p"], output: "", status: 1, left: 1),
        ConversionExample(
            file: "Makefile", text: files, words: ["all"], output: "", status: 1, left: 1),
        ConversionExample(
            file: "Makefile", text: files, words: ["several"], output: "several\n", left: 1),
        ConversionExample(
            file: "Makefile", text: files, words: ["S=src y.c", "several"], output: "", status: 2,
            left: 1),
        ConversionExample(
            file: "Makefile", text: files, words: ["x"], output: "", status: 1, left: 1),
    ])
    func missingFiles(_ example: ConversionExample) async throws {
        try await example.check(Scenario().file("src/a.c", ""))
    }

    private static let optional = """
        ifneq (,$(wildcard ./.env))
            include .env
            export
        endif
        t:
        \t@echo "[$$A]"

        """

    /// A file `.env` is read if make reads it, and need not be there where make does not need it.
    @Test(
        arguments: [
            (optional, "", 0, "[]\n"), (optional, "A=1", 0, "[1]\n"),
            ("include .env\nt:\n\t@echo $$A\n", "A=1", 0, "1\n"),
            ("t:\n\t@echo \"[$$A]\"\n", "A=1", 0, "[]\n"),
            ("ifeq ($(CI),)\ninclude .env\nendif\nt:\n\t@echo \"[$$A]\"\n", "A=1", 1, "[]\n"),
        ] as [(String, String, Int32, String)])
    func dotenv(
        text: String, variables: String, left: Int32, output: String
    ) async throws {
        let scenario = Scenario().variable("A", nil).variable("CI", nil)
        let example = ConversionExample(
            file: "Makefile", text: text, words: ["t"], output: output, left: left)
        try await example.check(
            variables.isEmpty ? scenario : try scenario.file(".env", variables))
    }

    @Test func theMakefileOfAnOptionalDotenv() async throws {
        try await Scenario().file("Makefile", Self.optional).run("init", "--from", "Makefile")
            .stdout("").exits(0)
            .file(
                "devtool.yml",
                """
                # make prefers the values of .env to those of the environment, devtool does not.
                dotenv: [{file: .env, optional: true}]

                tasks:
                  t: {aliases: [default], silent: true, run: 'echo "[$A]"'}

                """)
    }

    /// Headings of groups, and lines that call make.
    @Test func headingsAndCalls() async throws {
        try await Scenario().file(
            "Makefile",
            "##@ Test\nu: ## Uses\n\tif true; then $(MAKE) foo; fi\nv:\n\tA=1 $(MAKE) foo\n\techo make foo\n"
        ).run("init", "--from", "Makefile").stdout("").exits(1)
            .file(
                "devtool.yml",
                """
                run: {shell: [sh, -c]}

                dotenv: []

                tasks:
                  u:
                    description: Uses
                    group: Test
                    aliases: [default]
                    # TODO devtool: Makefile:3: this calls make itself
                    run: if true; then make foo; fi

                  v:
                    group: Test
                    run:
                      # TODO devtool: Makefile:5: this calls make itself
                      - A=1 make foo
                      - echo make foo

                """)
    }

    /// A variable that cannot be removed is marked where not all lines have its value.
    @Test func aVariableThatDoesNotReachEveryLine() async throws {
        try await Scenario().file(
            "Makefile", "F = $(shell ls)\nexport F\nS = src/*.c\n# It.\nt:\n\techo $(F) $(S)\n"
        )
        .run("init", "--from", "Makefile").stdout("").exits(1)
        .file(
            "devtool.yml",
            """
            # S, written out where it is used: src/*.c

            vars:
              # TODO devtool: Makefile:1: 'F=VALUE' on the command line does not reach every line: $(shell ls)
              F: {shell: ls}

            env: {F: "${vars.F}"}

            dotenv: []

            tasks:
              # It.
              t: {aliases: [default], run: echo $(ls) src/*.c}

            """)
    }
}
