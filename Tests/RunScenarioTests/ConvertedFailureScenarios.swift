import TestSupport
import Testing

/// A step that could not be converted fails when it runs, so no task succeeds by doing less.
@Suite struct ConvertedFailureScenarios {
    private static let make = """
        .PHONY: clean all
        clean:
        \t-rm -rf $(eval A = 1)
        \t@echo after
        all:
        \t-$(MAKE) clean
        \t@echo all

        """

    private static let gruntfile = """
        grunt.initConfig({shell: {a: {
          command: 'echo <%= grunt.file.read("x") %>', options: {failOnError: false}}}});

        """

    @Test(arguments: [
        ConversionExample(
            file: "Makefile", text: make, words: ["clean"], output: "", status: 1, left: 1),
        ConversionExample(
            file: "Makefile", text: make, words: ["all"], output: "", status: 1, left: 1),
        ConversionExample(
            file: "justfile", text: "clean:\n    -rm -rf {{uppercase(\"x\")}}\n    @echo after\n",
            words: ["clean"], output: "", status: 1, left: 1),
        ConversionExample(
            file: "Taskfile.yml",
            text: "tasks: {t: {ignore_error: true, cmds: ['echo {{now}}', echo after]}}\n",
            words: ["t"], output: "", status: 1, left: 1),
        ConversionExample(
            file: "Taskfile.yml",
            text: "tasks: {t: {cmds: [{cmd: 'echo {{now}}', ignore_error: true}, echo after]}}\n",
            words: ["t"], output: "", status: 1, left: 1),
        ConversionExample(
            file: "Taskfile.yml",
            text:
                "tasks: {t: {if: '[ \"{{.CI | lower}}\" = true ]', cmd: echo t}, u: {deps: [t]}}\n",
            words: ["u"], output: "", status: 1, left: 1),
        ConversionExample(
            file: "Gruntfile.js", text: gruntfile, words: ["shell:a"], output: "", status: 1,
            left: 1),
        ConversionExample(
            file: "Gruntfile.js", text: gruntfile, words: ["shell"], output: "", status: 1,
            left: 1),
    ])
    func isNotIgnored(_ example: ConversionExample) async throws {
        try await example.check(Scenario())
    }
}
