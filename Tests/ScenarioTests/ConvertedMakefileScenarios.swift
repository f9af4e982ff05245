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

            tasks:
              # It.
              t: {aliases: [default], run: echo $(ls) src/*.c}

            """)
    }
}
