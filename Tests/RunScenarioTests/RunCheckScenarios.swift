import Foundation
import Subprocess
import TestSupport
import Testing

/// `devtool config check` refuses what `devtool run` would refuse before it starts anything.
///
/// See: issue 47, "`config check` plans every task".
@Suite struct RunCheckScenarios {
    @Test(arguments: [
        (
            // See: base/contracts, whose `pre-commit` was converted to this.
            """
            tasks:
              a: { params: { x: "" }, run: "echo ${params.x}" }
              b: { params: { l: { rest: true } }, run: [{ task: a, params: { x: "${params.l}" } }] }

            """, ["b", "1"],
            """
            devtool.yml:3:69: the parameter 'x' of 'a' must be one value, not a list
            …arams: { l: { rest: true } }, run: [{ task: a, params: { x: "${params.l}" } }] }
                                                                         ^

            """
        ),
        (
            """
            tasks:
              a: { params: { x: {type: integer} }, run: "echo ${params.x}" }
              b: { needs: [{ task: a, params: { x: "${vars.v}" } }], vars: { v: z } }

            """, ["b"],
            """
            devtool.yml:3:40: the parameter 'x' of 'a' must be an integer, not 'z'
              b: { needs: [{ task: a, params: { x: "${vars.v}" } }], vars: { v: z } }
                                                   ^

            """
        ),
        (
            // See: onedr0p's Taskfile, all of whose tasks were converted to this.
            "env: {CONF: \"${env.CONF}\"}\ntasks: {a: echo a}\n", ["a"],
            """
            devtool.yml:1:14: the environment variable CONF is not set
            env: {CONF: "${env.CONF}"}
                         ^

            """
        ),
        (
            "tasks: {a: {env: {A: \"x${A}\"}, run: echo a}}\n", ["a"],
            """
            devtool.yml:1:24: the environment variable A is not set
            tasks: {a: {env: {A: "x${A}"}, run: echo a}}
                                   ^

            """
        ),
        (
            // Each needs the other for a value only that a parameter has.
            """
            tasks:
              a: { params: { x: "1" }, needs: [{ task: b, params: { x: "${params.x}" } }] }
              b: { params: { x: "1" }, needs: [{ task: a, params: { x: "${params.x}" } }] }

            """, ["a"],
            """
            devtool.yml:2:44: task cycle: a → b → a
              a: { params: { x: "1" }, needs: [{ task: b, params: { x: "${params.x}" } }] }
                                                       ^

            """
        ),
        (
            "tasks: {a: {run: 'n=${params.x}; ((n))', shell: bash, params: {x: 'a[$(id)]'}}}\n", ["a"],
            """
            devtool.yml:1:21: a value cannot be inserted safely into a line that does arithmetic, because the value contains a command such as '$(…)'
            tasks: {a: {run: 'n=${params.x}; ((n))', shell: bash, params: {x: 'a[$(id)]'}}}
                                ^
              hint: do the arithmetic in a separate step

            """
        ),
        (
            "tasks: {a: {run: 'echo ${config.migrate.changelog}'}}\n", ["a"],
            """
            devtool.yml:1:24: the setting 'migrate.changelog' has no value
            tasks: {a: {run: 'echo ${config.migrate.changelog}'}}
                                   ^
              hint: write ${config.migrate.changelog:-default} if it may have no value

            """
        ),
    ]) func whatARunRefuses(config: String, task: [String], message: String) async throws {
        let scenario = try Scenario().config(config)
        try await scenario.run(["run"] + task).stdout("").stderr(message).exits(78)
        try await scenario.run("config", "check").stdout("").stderr(message).exits(78)
    }

    /// What depends on the machine or the command line is no error of the file.
    @Test func whatARunMayBeGiven() async throws {
        try await Scenario().config(
            """
            env: {TOKEN: "${env.NOT_SET}", PATH: "bin:${env.PATH}"}
            dotenv: nosuch.env
            tasks:
              a:
                params: {n: {type: integer, required: true}, c: {choices: [x, y]}, l: {rest: true, required: true}}
                requires: {programs: [nosuch], files: [nosuch], variables: [NOT_SET]}
                platforms: ["${params.c}"]
                needs: [{task: b, params: {n: "${params.n}", c: "${params.c}"}}]
                run: ["echo ${params.n} ${params.c} ${params.l}", {migrate: [status, "${params.c}"]}]
                sources: "${NOT_SET}"
                options: {timeout: "${params.n}"}
              b: {params: {n: {type: integer}, c: {choices: [x, y]}}, run: '[ ${params.n} -eq ${env.NOT_SET} ]'}
              _c: {internal: true, params: {x: {required: true}}, run: 'echo ${params.x}'}
            """
        ).run("config", "check").stderr("").exits(0)
    }

    @Test(.enabled(if: Scenario.has("python3"), "python3 is not there")) func bothRefuseTheSameFiles() async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Scripts/check-plans")
            .standardizedFileURL.path
        let scenario = Scenario()
        var configuration = scenario.configuration([script, "--files", "\(rounds(240))", Scenario.devtool])
        configuration.executable = .name("python3")
        let outcome = try await scenario.outcome(of: configuration).stderr("").exits(0)
        #expect(outcome.outputText.hasSuffix(" 0 different\n"), "\(outcome.outputText)")
    }
}
