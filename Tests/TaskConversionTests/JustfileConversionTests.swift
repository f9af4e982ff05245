import TestSupport
import Testing

@testable import TaskConversion

/// What becomes of justfiles: what is understood is equivalent, everything else is left to just.
@Suite struct JustfileConversionTests {
    private static let sample = #"""
        # Recipes.

        set shell := ["bash", "-cu"]  # as always
        set dotenv-load

        app := "shop"
        version := `git describe --tags`
        export LEVEL := env_var_or_default("LEVEL", "info")
        flags := if app == "shop" { "-v" } else { "" }

        alias b := build

        # Build it
        [group('dev')]
        build target='linux' *args: clean (fetch "all") && report
            @echo {{app}} {{version}}
            -mkdir out
            # compile
            go build '{{target}} \
                and more' {{args}}

        [private]
        clean:
            rm -rf out; true

        fetch what:
            cd cache && fetch {{what}}

        test:
            go test {{flags}}

        # Not shown.

        [confirm("Sure?"), no-cd]
        @report:
            echo done "$LEVEL"

        [script('python3')]
        numbers:
            print(1 + 1)

        tag name:
            #!/usr/bin/env bash
            set -euo pipefail
            git tag {{name}} -m '{{name}}'

        [linux]
        open:
            xdg-open .

        [macos]
        open:
            open .

        mod web

        """#

    @Test func isConverted() throws {
        let module = "# Serve it\nserve port=\"80\":\n    serve -p {{port}}\n"
        let result = try Conversion("justfile", Self.sample, files: ["web/mod.just": module]).result()
        #expect(result.taskCount == 9)
        #expect(result.delegatedCount == 4)
        #expect(result.unreadableCount == 0)
        #expect(
            result.text == #"""
                # Recipes.

                run: {shell: [bash, -u, -c]}

                vars:
                  app: shop
                  version: {shell: git describe --tags}
                  LEVEL: {shell: 'printf %s "${LEVEL-info}"'}

                tasks:
                  build:
                    description: Build it
                    group: dev
                    aliases: [b, default]
                    params: {target: linux, args: {rest: true}}
                    env: {LEVEL: "${vars.LEVEL}"}
                    needs: [[clean], [{task: fetch, params: {what: all}}]]
                    run:
                      - run: words_app=${vars.app}; words_version=${vars.version}; echo $words_app $words_version
                        silent: true
                      - {run: mkdir out, ignore-error: true}
                      # compile
                      - go build '${params.target} and more' ${params.args}
                      - {task: report}

                  clean: {env: {LEVEL: "${vars.LEVEL}"}, run: rm -rf out; true}

                  fetch:
                    params: {what: {required: true}}
                    env: {LEVEL: "${vars.LEVEL}"}
                    run: words_what=${params.what}; cd cache && fetch $words_what

                  # delegates to just: uses 'flags', which depends on a condition, justfile:30
                  test:
                    params: {args: {rest: true}}
                    dir: ${project.invocation-dir}
                    requires: {programs: [just]}
                    run: just -f ${project.root}/justfile test ${params.args}

                  # Not shown.
                  report:
                    env: {LEVEL: "${vars.LEVEL}"}
                    dir: ${project.invocation-dir}
                    confirm: Sure?
                    silent: true
                    run: echo done "$LEVEL"

                  # delegates to just: uses the attribute [script], justfile:38
                  numbers:
                    params: {args: {rest: true}}
                    dir: ${project.invocation-dir}
                    requires: {programs: [just]}
                    run: just -f ${project.root}/justfile numbers ${params.args}

                  tag:
                    params: {name: {required: true}}
                    env: {LEVEL: "${vars.LEVEL}"}
                    shell: [bash, -c]
                    run: |-
                      words_name=${params.name}; set -euo pipefail
                      git tag $words_name -m '${params.name}'

                  # delegates to just: is declared more than once, justfile:48
                  open:
                    params: {args: {rest: true}}
                    dir: ${project.invocation-dir}
                    requires: {programs: [just]}
                    run: just -f ${project.root}/justfile open ${params.args}

                  # delegates to just: belongs to a module, justfile:55
                  web:serve:
                    description: Serve it
                    aliases: [web]
                    params: {args: {rest: true}}
                    dir: ${project.invocation-dir}
                    requires: {programs: [just]}
                    run: just -f ${project.root}/justfile web::serve ${params.args}

                """#)
    }

    /// The lines of a recipe `t`, and the step that they become.
    @Test(arguments: [
        ("echo {{one}} '{{one}}'", "words_one=${vars.one}; echo $words_one '${vars.one}'"),
        ("echo {{two}}", "words_two=${vars.two}; echo $words_two"), ("echo {{active}}", "echo $HOME/*"),
        ("echo {{ one + \"-\" + 'x' }}", "words_one=${vars.one}; echo ${words_one}-x"),
        ("echo {{ (one +\n      'x') }}", "words_one=${vars.one}; echo ${words_one}x"),
        ("echo {{{{one}} ${HOME}", "echo {{one}} ${HOME}"), ("jq '.[] \\\n       | .a'", "jq '.[] | .a'"),
        ("@-false", "silent: true, run: [{run: \"false\", ignore-error: true}]"),
        ("#!/bin/sh\n    a\n    b", "#!/bin/sh\n  a\n  b"),
        ("#!/usr/bin/env -S bash -e\n    a {{one}}", "shell: [bash, -e, -c]"),
    ]) func isNative(lines: String, expected: String) throws {
        let conversion = try Self.recipe(lines)
        #expect(try conversion.task("t").contains(expected), "\((try? conversion.document()) ?? "")")
        #expect(try conversion.result().delegatedCount == 0, "\((try? conversion.document()) ?? "")")
    }

    @Test(arguments: [
        ("echo {{uppercase('x')}}", "uses uppercase(), justfile:5"),
        ("echo ok\n    echo {{quote(one)}}", "uses quote(), justfile:6"),
        ("echo {{HEX}}", "uses 'HEX', which the justfile does not define, justfile:5"),
        ("echo {{x'$HOME'}}", "uses x'…', justfile:5"),
        ("echo {{`date`}}", "uses backticks in an expression, justfile:5"),
        ("echo {{one / two}}", "uses the operator '/', justfile:5"),
        ("echo {{one == two}}", "uses the operator '==', justfile:5"),
        ("echo {{(uppercase('x'))}}", "uses uppercase(), justfile:5"),
        ("echo {{\"\\u{41}\"}}", "uses an unsupported escape sequence, justfile:5"),
        ("echo {{'''a'''}}", "uses a triple-quoted string, justfile:5"), ("just --list", "calls just, justfile:5"),
        ("cd x && just t", "calls just, justfile:5"), ("#!/bin/sh\n    just t", "calls just, justfile:5"),
        ("echo {{if one == two { 'a' } else { 'b' } }}", "depends on a condition, justfile:5"),
        ("echo {{env('HOME')}}", "uses env(), justfile:5"),
        ("echo {{one two}}", "has an expression that devtool cannot parse, justfile:5"),
        ("#!/usr/bin/env {{one}}\n    echo", "interpolates a value in its '#!' line, justfile:5"),
        ("#!/usr/bin/env python3\n    print('{{one}}')", "inserts values into a script, justfile:5"),
        ("#!/bin/sh\n    a {{one}} $0", "inserts values into a script that reads its own name"),
    ]) func isDelegated(lines: String, reason: String) throws {
        let document = try Self.recipe(lines).document()
        #expect(document.contains("# delegates to just: \(reason)"), "\(document)")
        #expect(document.contains("run: just t ${params.args}"))
    }

    private static func recipe(_ lines: String) throws -> Conversion {
        let variables = "one := '1'\ntwo := 'a b'\nactive := '$HOME/*'\n"
        return try Conversion("justfile", variables + "t:\n    \(lines)\n")
    }

    /// A setting that is not understood may change every recipe.
    @Test(
        arguments: [
            ("set fallback := true  # x", nil), ("set unstable", nil), ("set windows-shell := ['cmd', '/c']", nil),
            ("set shell := ['fish', '-c']", "uses the setting 'shell'"),
            ("set dotenv-override", "uses the setting 'dotenv-override'"), ("set guards", "uses the setting 'guards'"),
            ("set new := 'x'", "uses the setting 'new'"), ("unexport A", "uses the setting 'unexport'"),
        ] as [(String, String?)]) func setting(text: String, reason: String?) throws
    {
        let document = try Conversion("justfile", "\(text)\na:\n  x\n").document()
        #expect(document.contains("delegates") == (reason != nil), "\(document)")
        if let reason { #expect(document.contains("delegates to just: \(reason), justfile:1")) }
    }

    @Test(
        arguments: [
            ("[no-exit-message]", nil), ("[env('A', 'b')]", "uses the attribute [env]"),
            ("[arg('x', long='y')]", "uses the attribute [arg]"),
            ("[script('python3')]", "uses the attribute [script]"), ("[parallel]", "uses the attribute [parallel]"),
        ] as [(String, String?)]) func attribute(text: String, reason: String?) throws
    {
        let task = try Conversion("justfile", "\(text)\na x:\n  y\nb:\n  z\n").result()
        #expect(task.delegatedCount == (reason == nil ? 0 : 1))
        if let reason { #expect(task.text.contains("delegates to just: \(reason), justfile:1")) }
    }

    /// The values of variables: a shell prints what only a shell has.
    @Test(arguments: [
        ("`a | b`", "{shell: a | b}"), ("\"a\\tb\"", #""a\tb""#),
        ("env('X', 'a b')", #"{shell: 'printf %s "${X-a b}"'}"#), ("env('X')", #"{shell: 'printf %s "${X?}"'}"#),
    ]) func variable(value: String, expected: String) throws {
        let text = "v := \(value)\nt:\n  echo \"{{v}}\"\n"
        let document = try Conversion("justfile", text).document()
        #expect(document.contains("v: \(expected)}"), "\(document)")
    }

    /// just runs what comes after a recipe again, and a dependency once.
    @Test func repeatedRecipes() throws {
        let text = """
            down:
              d
            up: down
              u
            twice: down up down
              t
            after: down && down
              a
            apart: down && up
              p
            line: down
              just up
            d:
              d
            lint:
              just d

            """
        let conversion = try Conversion("justfile", text)
        #expect(try conversion.task("twice") == "{needs: [[down], [up]], run: t}")
        let document = try conversion.document()
        #expect(try conversion.task("after").contains("run: [a, {task: down}]"))
        for name in ["apart", "line", "lint"] { #expect(document.contains("run: just \(name) ${params.args}")) }
        #expect(document.contains("# delegates to just: runs 'down' more than once"))
    }

    /// A recipe that cannot be read is left to just, and a line that may hide one is told of.
    @Test func unreadableParts() throws {
        let text = "a x=:\n  one\n%%%\nb:\n  two\nv := )\nc:\n  {{v}}\n  {{(}}\nimport 'x'\nmod y\n"
        let result = try Conversion("justfile", text).result()
        let document = result.text
        #expect(result.taskCount == 3)
        #expect(result.delegatedCount == 2)
        #expect(result.unreadableCount == 3)
        #expect(document.contains("# TODO devtool: justfile:3: not read: %%%"))
        #expect(document.contains("has a first line that devtool cannot parse, justfile:1"))
        #expect(document.contains("# TODO devtool: justfile:10: not read: import 'x'"))
        #expect(document.contains("# TODO devtool: justfile:11: not read: mod y"))
    }

    /// A part of a module or an import has its name, or its line, in the first file.
    @Test func filesThatAreIncluded() throws {
        let conversion = try Conversion(
            "justfile", "import 'a/b.just'\nmod web\nx: web::y i\n  x\n",
            files: [
                "a/b.just": "import? 'c.just'\n\ni:\n  {{uppercase('i')}}\n", "a/c.just": "import 'b.just'\nj:\n  j\n",
                "web.just": "y:\n  {{uppercase('y')}}\nmod web 'web.just'\n",
            ])
        let result = try conversion.result()
        #expect(try conversion.document().contains("uses uppercase(), justfile:1"))
        #expect(try conversion.task("x") == "{aliases: [default], needs: [[web:y], [i]], run: x}")
        #expect(result.text.contains("delegates to just: belongs to a module, justfile:2"))
        #expect(try conversion.task("j") == "j")
        #expect(result.text.contains("run: just web::y ${params.args}"))
        #expect(result.unreadableCount == 1)
    }

    /// Only LF ends a line: what stands behind another character in a comment is no recipe (D1).
    @Test(arguments: ["\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"]) func lineEnds(character: String) throws
    {
        let text = "all:\r\n    echo hi\r\n# note\(character)hidden:\(character)    touch x\r\n"
        let result = try Conversion("justfile", text).result()
        #expect(result.taskCount == 1)
        #expect(try Conversion("justfile", text).task("all") == "{aliases: [default], run: echo hi}")
    }

    /// What is large, deep or open comes to an end.
    @Test(arguments: ["a := ", "t:\n  {{", "t: (", "t x=", "[", "set shell := ["]) func deepNestingEnds(start: String)
        throws
    {
        for part in ["(", "(\n", "f(", "((a)", "if a == ", "'", "{{", "a := (\n", "\"\\"] {
            let text = start + String(repeating: part, count: rounds(20_000, every: 4)) + "\nb:\n  b\n"
            _ = try? Conversion("justfile", text).result()
        }
    }

    @Test func truncatedFilesEnd() throws {
        for count in sampled(0..<Self.sample.count) {
            _ = try? Conversion("justfile", String(Self.sample.prefix(count))).result()
            _ = try? Conversion("justfile", String(Self.sample.dropFirst(count))).result()
        }
    }
}
