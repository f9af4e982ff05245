import Testing

@testable import TaskConversion

/// Samples with all that is converted, and some that is not.
@Suite struct JustfileConversionTests {
    private static func sample() throws -> Conversion {
        try Conversion(
            "justfile",
            #"""
            # Recipes.

            set shell := ["bash", "-cu"]
            set dotenv-load
            set fallback

            app := "shop"
            version := `git describe --tags`
            export LOG := env_var_or_default("LOG", "info")
            flags := if app == "shop" { "-v" } else { "" }

            alias b := build

            # Build it
            [group('dev')]
            build target='linux' *args: clean (fetch "all") && report
                @echo {{app}} {{version}}
                -mkdir out
                # compile
                go build {{flags}} -o out/{{target}} {{args}}
                just clean

            [private]
            clean:
                rm -rf out; true

            fetch what:
                cd cache && just clean

            # Not shown.

            [confirm("Sure?"), no-cd]
            @report:
                echo done "$LOG"

            [script('python3')]
            numbers:
                print(1 + 1)

            tag name:
                #!/usr/bin/env bash
                set -euo pipefail
                git tag {{name}} -m '{{name}}'

            plot name:
                #!/usr/bin/env python3
                print("{{name}}")

            [linux]
            open: 
                xdg-open .

            [macos]
            open:
                open .

            mod web

            """#,
            files: [
                "web/mod.just": #"""
                serve port="80":
                    serve -p {{port}}

                """#
            ])
    }

    @Test func isConverted() throws {
        let result = try Self.sample().result()
        #expect(result.taskCount == 9)
        #expect(result.leftoverCount == 4)
        #expect(result.files.map(\.path) == ["devtool.yml", "web/web.devtool.yml"])
        #expect(
            result.files[0].text == #"""
                # Recipes.
                # TODO devtool: justfile:5: the setting 'fallback'

                run: {shell: [bash, -u, -c]}

                includes: {web: web/web.devtool.yml}

                vars:
                  app: shop
                  version: {shell: git describe --tags}
                  LOG: ${env.LOG:-info}
                  flags: {shell: 'if [ "${vars.app}" = "shop" ]; then echo "-v"; else :; fi'}

                env: {LOG: "${vars.LOG}"}

                tasks:
                  build:
                    description: Build it
                    group: dev
                    aliases: [b, default]
                    params: {target: linux, args: {rest: true}}
                    needs: [[clean], [{task: fetch, params: {what: all}}]]
                    run:
                      - {run: "echo ${vars.app} ${vars.version}", silent: true}
                      - {run: mkdir out, ignore-error: true}
                      # compile
                      - words_flags=${vars.flags}; go build $words_flags -o out/${params.target} ${params.args}
                      - {task: clean}
                    after: [report]

                  clean: {internal: true, run: rm -rf out; true}

                  fetch:
                    params: {what: {required: true}}
                    # TODO devtool: justfile:28: this calls just itself
                    run: cd cache && just clean

                  # Not shown.
                  report: {dir: "${project.invocation-dir}", confirm: Sure?, silent: true, run: echo done "$LOG"}

                  numbers: |
                    #!/usr/bin/env python3
                    print(1 + 1)

                  tag:
                    params: {name: {required: true}}
                    shell: [bash, -c]
                    run: |-
                      set -euo pipefail
                      git tag ${params.name} -m '${params.name}'

                  plot:
                    params: {name: {required: true}}
                    # TODO devtool: justfile:46: values in a script of 'python3'
                    #       #!/usr/bin/env python3
                    #       print("{{name}}")
                    run: "echo 'justfile:46 is not converted: see the TODO in devtool.yml' >&2; exit 1"

                  # TODO devtool: justfile:54: another recipe of this name: open .
                  open: {platforms: [linux], run: xdg-open .}

                """#)
        #expect(
            result.files[1].text == #"""
                dotenv: []

                tasks:
                  serve: {aliases: [default], params: {port: "80"}, run: "serve -p ${params.port}"}

                """#)
    }
}
