import TestSupport
import Testing

/// What docs/coming-from.md says that converted tasks do otherwise than in their own runner.
@Suite struct ConversionPromiseScenarios {
    private func converted(_ name: String, _ text: String) async throws -> Scenario {
        var scenario = try Scenario().file(name, text).file("print.sh", "echo \"${WHO-none} ${MODE-none}\"\n")
        for name in ["WHO", "MODE"] { scenario = scenario.variable(name, nil) }
        try await scenario.run("init", "--from", name).stdout("").exits(0)
        return scenario
    }

    /// make would print `you fast`, and the new value of what its environment has.
    @Test func programsSeeOnlyExportedVariables() async throws {
        let scenario = try await converted(
            "Makefile", "WHO ?= me\nexport MODE ?= fast\n.PHONY: a\na:\n\t@sh print.sh $(WHO)\n")
        try await scenario.run("--quiet", "run", "WHO=you", "a").stdout("none fast\n").exits(0)
        try await scenario.run("--quiet", "run", "MODE=slow", "a").stdout("none slow\n").exits(0)
    }

    /// A delegated task gets the variables that its own runner would have.
    @Test func exportsDoNotReachTheOtherRunner() async throws {
        let scenario = try await converted(
            "Makefile",
            """
            ifndef MODE
            export WHO := me
            endif
            export MODE := fast
            .PHONY: a b
            a:
            \t@echo $(WHO)
            b:
            \t@sh print.sh

            """)
        try await scenario.run("--quiet", "run", "a").stdout("me\n").exits(0)
    }

    @Test func commandsOfUnusedVariablesAreNotRun() async throws {
        let scenario = try await converted("Makefile", "X := $(shell touch ran)\n.PHONY: a\na:\n\t@echo a\n")
        try await scenario.run("--quiet", "run", "a").stdout("a\n").exits(0).file("ran", nil)
    }

    /// Task would print `a`.
    @Test func dependenciesAfterAFailure() async throws {
        let scenario = try await converted(
            "Taskfile.yml", "version: '3'\ntasks:\n  t: {deps: [b, a]}\n  a: echo a\n  b: exit 1\n")
        try await scenario.run("--quiet", "run", "--jobs", "1", "t").stdout("").exits(1)
        try await scenario.run("--quiet", "run", "--jobs", "1", "--keep-going", "t").stdout("a\n").exits(1)
    }

    /// just would print `-- b`.
    @Test func dashesAreNotPassedOn() async throws {
        let scenario = try await converted("justfile", "a *args:\n  @echo {{args}}\n")
        try await scenario.run("--quiet", "run", "a", "--", "b").stdout("b\n").exits(0)
    }

    @Test(arguments: [
        ("a: b\n  echo\n", "justfile:1:1: 'a' needs 'b', which is not a recipe"),
        ("a:\n  echo\na:\n  echo\n", "justfile:3:1: 'a' is declared twice"),
    ]) func aBrokenJustfile(text: String, message: String) async throws {
        let outcome = try await Scenario().file("justfile", text).run("init", "--from", "justfile").stdout("").exits(65)
            .file("devtool.yml", nil)
        #expect(outcome.errorText.hasPrefix(message), "\(outcome.errorText)")
    }

    /// just refuses the whole file.
    @Test func anUnknownVariableMattersWhereItIsUsed() async throws {
        let scenario = try await converted("justfile", "a:\n  @echo {{nosuch}}\nb:\n  @echo b\n")
        try await scenario.run("--quiet", "run", "b").stdout("b\n").exits(0)
    }

    @Test func requiredVariablesOfTheEnvironmentDoNotCount() async throws {
        let scenario = try await converted(
            "Taskfile.yml", "version: '3'\ntasks: {a: {requires: {vars: [WHO]}, cmds: ['echo {{.WHO}}']}}\n")
        try await scenario.variable("WHO", "me").run("--quiet", "run", "a").stdout("").exits(64)
        try await scenario.run("--quiet", "run", "a", "WHO=me").stdout("me\n").exits(0)
    }

    /// Task would print `own`.
    @Test func variablesOfTasksCanBeSet() async throws {
        let scenario = try await converted(
            "Taskfile.yml", "version: '3'\ntasks: {a: {silent: true, vars: {B: own}, cmds: ['echo {{.B}}']}}\n")
        try await scenario.run("--quiet", "run", "B=other", "a").stdout("other\n").exits(0)
    }
}
