import TestSupport
import Testing

/// What `devtool init --from` makes of a makefile does what make does.
@Suite struct ConvertedMakefileScenarios {
    private static let text = """
        .PHONY: deploy words build quiet calls left fails
        ENV ?= dev
        L = x y
        S = src/*.c
        Q = @
        export G = a
        deploy: build
        \t@echo "deploying to $(ENV)" $@ $<
        build:
        \t@echo build $(STAGE)
        words:
        \t@printf '<%s>' $(L) "$(L)" $(S) '$(S)' $$G; echo
        quiet:
        \t$(Q)echo quiet
        \t$(Q)-exit 4
        \t@echo after
        calls:
        \t@$(MAKE) --no-print-directory build
        left:
        \t@echo $(sort b a) $(STAGE)
        fails: src/none.c
        \t@echo fails
        made:
        \t@echo made; touch made
        uses: made
        \t@echo uses; touch uses

        """

    @Test(
        arguments: [
            (["deploy"], "build\ndeploying to dev deploy build\n", 0),
            (["ENV=prod", "STAGE=one", "deploy"], "build one\ndeploying to prod deploy build\n", 0),
            (["words"], "<x><y><x y><src/a.c><src/b.c><src/*.c><a>\n", 0), (["quiet"], "quiet\nafter\n", 0),
            (["calls"], "build\n", 0), (["left"], "a b\n", 0), (["left", "--", "STAGE=one"], "a b one\n", 0),
            (["fails"], "", 2),
        ] as [([String], String, Int32)]) func runsAsInMake(words: [String], output: String, status: Int32) async throws
    {
        let example = ConversionExample(file: "Makefile", text: Self.text, words: words, output: output, status: status)
        try await example.check(
            Scenario().file("src/a.c", "").file("src/b.c", "").variable("ENV", nil).variable("STAGE", nil))
    }

    /// A target that is a file is made if it is missing or older than what it needs.
    @Test func filesAreMadeOnce() async throws {
        let scenario = try Scenario().file("Makefile", Self.text)
        try await scenario.run("init", "--from", "Makefile").exits(0)
        try await scenario.run("--quiet", "run", "uses").stdout("made\nuses\n").exits(0)
        try await scenario.run("--quiet", "run", "uses").stdout("").exits(0)
        try await scenario.run("--quiet", "run", "made").stdout("").exits(0)
    }

    /// The text of a comment is no command, whatever break another program sees in it.
    @Test(arguments: ["\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"]) func commentsAreNoCommands(end: String)
        async throws
    {
        let example = ConversionExample(
            file: "Makefile", text: "all:\n\t@echo hi\n# note\(end)\ttouch ran\n", words: ["all"], output: "hi\n")
        try await example.check(Scenario())
    }
}
