import Testing

@testable import TaskConversion

/// Samples with all that is converted, and some that is not.
@Suite struct TaskfileConversionTests {
    private static func sample() throws -> Conversion {
        try Conversion(
            "Taskfile.yml",
            #"""
            # The tasks of the project.
            version: '3'

            set: [pipefail]

            vars:
              # What is built.
              APP: shop
              FLAGS: -v -race
              VERSION:
                sh: git describe --tags
              MODE: '{{if .CI}}ci{{else}}local{{end}}'

            env:
              LOG: info

            includes:
              docs: ./docs
              gone: ./gone.yml

            tasks:
              default:
                desc: Everything
                deps: [lint]
                cmds:
                  - task: build
                    vars: {TARGET: linux}
                  - task: test

              # Compiles the program.
              build:
                desc: Build it
                aliases: [b]
                requires: {vars: [TARGET]}
                sources: ['./**/*.go', {exclude: 'gen/**'}]
                generates: ['{{.APP}}']
                cmds:
                  # First the code,
                  - go generate ./...
                  - GOOS={{.TARGET}} go build -o {{.APP}} # then the program
                  - cmd: echo "{{.APP}} {{.VERSION}} {{.MODE}}"
                    silent: true
                  # - strip {{.APP}}

              test:
                vars:
                  PATTERN: '{{.PATTERN | default "."}}'
                  OPTIONS: '{{.OPTIONS | default ""}}'
                preconditions:
                  - sh: test -f go.mod
                    msg: no module
                cmds:
                  - go test {{.FLAGS}} {{.OPTIONS}} -run '{{.PATTERN}}' {{.CLI_ARGS}}

              lint:
                internal: true
                cmds:
                  - for: [a, b]
                    cmd: lint {{.ITEM}}
                  - defer: rm -f lint.log
                  - for: sources
                    cmd: cat {{.ITEM}}
                platforms: [linux, darwin/arm64]
                watch: true

              release:*:
                prompt: Really?
                status: ['test -f {{index .MATCH 0}}']
                cmd: echo {{index .MATCH 0}}

            """#,
            files: [
                "docs/Taskfile.yml": #"""
                version: '3'
                tasks:
                  build:
                    cmds: ["mkdocs build -d {{.APP}}"]
                  check: {dir: docs, cmd: 'linkcheck; true', deps: [build, ':lint']}

                """#
            ])
    }

    @Test func isConverted() throws {
        let result = try Self.sample().result()
        #expect(result.taskCount == 8)
        #expect(result.leftoverCount == 6)
        #expect(result.files.map(\.path) == ["devtool.yml", "docs/Taskfile.devtool.yml"])
        #expect(
            result.files[0].text == #"""
                # The tasks of the project.
                # TODO devtool: Taskfile.yml:19: the include 'gone': the file './gone.yml' does not exist: ./gone.yml

                run: {shell: [bash, -e, -o, pipefail, -c]}

                includes: {docs: docs/Taskfile.devtool.yml}

                vars:
                  # What is built.
                  APP: shop
                  FLAGS: [-v, -race]
                  VERSION: {shell: git describe --tags}
                  MODE: {shell: 'if [ -n "${CI:-}" ]; then echo "ci"; else echo "local"; fi'}

                env: {LOG: info}

                dotenv: []

                tasks:
                  default:
                    description: Everything
                    needs: [lint]
                    run: [{task: build, params: {TARGET: linux}}, {task: test}]

                  # Compiles the program.
                  build:
                    description: Build it
                    aliases: [b]
                    params: {TARGET: {required: true}}
                    sources: ["**/*.go", "!gen/**"]
                    outputs: ["${vars.APP}"]
                    # - strip {{.APP}}
                    run:
                      # First the code,
                      - go generate ./...
                      # then the program
                      - GOOS=${params.TARGET} go build -o ${vars.APP}
                      - {run: 'echo "${vars.APP} ${vars.VERSION} ${vars.MODE}"', silent: true}

                  test:
                    params: {PATTERN: "${env.PATTERN:-.}", OPTIONS: "${env.OPTIONS:-}"}
                    run:
                      - {run: 'test -f go.mod || { echo "no module" >&2; exit 1; }', silent: true}
                      - words_OPTIONS=${params.OPTIONS}; go test ${vars.FLAGS} $words_OPTIONS -run '${params.PATTERN}' "$@"

                  lint-cleanup: {internal: true, run: rm -f lint.log}

                  # TODO devtool: Taskfile.yml:64: 'watch' (use 'devtool run --watch') is not converted: true
                  lint:
                    internal: true
                    platforms: [linux, macos/arm64]
                    run:
                      - lint a
                      - lint b
                      # TODO devtool: Taskfile.yml:61: a loop over 'sources': {for: sources, cmd: cat {{.ITEM}}}
                      - "echo 'Taskfile.yml:61 is not converted: see the TODO in devtool.yml' >&2; exit 1"
                    finally: [lint-cleanup]

                  # TODO devtool: Taskfile.yml:66: a name with a wildcard is not converted: release:*
                  release:any:
                    confirm: Really?
                    # TODO devtool: Taskfile.yml:66: the template {{index .MATCH 0}}: test -f …
                    status:
                      - "echo 'Taskfile.yml:66 is not converted: see the TODO in devtool.yml' >&2; exit 1"
                    # TODO devtool: Taskfile.yml:69: the template {{index .MATCH 0}}: echo …
                    run: "echo 'Taskfile.yml:69 is not converted: see the TODO in devtool.yml' >&2; exit 1"

                """#)
        #expect(
            result.files[1].text == #"""
                vars: {APP: shop}

                dotenv: []

                tasks:
                  build: {dir: "${project.root}", run: "mkdocs build -d ${vars.APP}"}

                  check: {dir: "${project.root}/docs", needs: [build, lint], run: linkcheck; true}

                """#)
    }
}
