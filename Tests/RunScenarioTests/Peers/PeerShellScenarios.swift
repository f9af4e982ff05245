import TestSupport
import Testing

/// Shells, quotes, scripts and what is shown of them, as users of other task runners know it.
@Suite struct PeerShellScenarios {
    @Test(arguments: behaviours) func asThePeer(behaviour: PeerBehaviour) async throws { try await behaviour.check() }

    static let behaviours: [PeerBehaviour] = [
        PeerBehaviour(
            .just, "tests/quote.rs: quotes_are_escaped", "a value with quotes needs no care",
            file: "tasks: {t: {params: {x: \"it's \\\"so\\\"\"}, run: 'echo ${params.x}'}}", run: "t",
            output: "it's \"so\"\n", error: "t: echo 'it'\\''s \"so\"'\n"),
        PeerBehaviour(
            .just, "tests/quote.rs: quoted_strings_can_be_used_as_arguments",
            "a value that looks like a command stays a value",
            file: "tasks: {t: {params: {x: '$(touch started); exit 3'}, run: 'echo \"${params.x}\" | cat'}}",
            run: "-q t", output: "$(touch started); exit 3\n", leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/misc.rs: brace_escape", "$${ writes ${",
            file: "tasks: {t: 'V=1; echo ''$${params.x}'' $${V}'}", run: "-q t", output: "${params.x} 1\n"),
        PeerBehaviour(
            .make, "tests/scripts/features/escape", "the dollar signs of a line are the shell's, single ones",
            file: "tasks: {t: 'V=3; echo \"$V ${V}x $((V + 1)) \\$V\"'}", run: "-q t", output: "3 3x 4 $V\n"),
        PeerBehaviour(
            .just, "tests/shebang.rs: simple", "a text with #! is a script",
            file: """
                tasks:
                  t: |
                    #!/bin/sh
                    for x in a b; do
                      echo "$x"
                    done
                """, run: "t", output: "a\nb\n", error: "t: #!/bin/sh …\n"),
        PeerBehaviour(
            .just, "tests/script.rs: with_arguments", "the interpreter of a script gets its options",
            file: "tasks: {t: \"#!/bin/sh -e\\necho one\\nfalse\\necho unreached\\n\"}", run: "-q t", output: "one\n",
            errorHas: ["the task 't' failed: exit status 1\n"], status: 1),
        PeerBehaviour(
            .just, "tests/positional_arguments.rs: shebang", "a script gets the words after '--'",
            file: "tasks: {t: \"#!/bin/sh\\necho \\\"$2 $1\\\"\\n\"}", run: "-q t -- a b", output: "b a\n"),
        PeerBehaviour(
            .just, "tests/export.rs: shebang", "a script reads values from its environment",
            file: "tasks: {t: {params: {x: 1}, env: {X: '${params.x}'}, run: \"#!/bin/sh\\necho $X\\n\"}}",
            run: "-q t 5", output: "5\n"),
        PeerBehaviour(
            .cargoMake, "src/lib/scriptengine/shebang_script_test.rs: execute_sh_error",
            "a script's exit status is that of its task", file: "tasks: {t: \"#!/bin/sh\\nexit 11\\n\"}", run: "-q t",
            error: "devtool.yml:1:9: the task 't' failed: exit status 11\n", status: 11),
        PeerBehaviour(
            .just, "tests/shell.rs: set_shell", "a file chooses the shell and its options",
            file: "run: {shell: [bash, -euo, pipefail, -c]}\ntasks: {t: 'a=(1 2); echo ${#a[@]}; false | true'}",
            run: "-q t", output: "2\n", errorHas: ["failed: exit status 1\n"], status: 1),
        PeerBehaviour(
            .just, "tests/shell.rs: recipe_shell_not_found_error_message", "an unknown shell is an error in its place",
            file: "tasks: {t: {shell: fish, run: echo}}", run: "t",
            errorHas: ["devtool.yml:1:20: 'tasks.t.shell' must be one of sh, bash, dash, zsh, ksh"], status: 78),
        PeerBehaviour(
            .task, "TestBashShellOptsTaskLevel", "a task chooses the shell and its options",
            file: "tasks: {t: {shell: [bash, -O, globstar, -c], run: 'echo **/x'}}", files: ["a/b/x": ""], run: "-q t",
            output: "a/b/x\n"),
        PeerBehaviour(
            .task, "TestPOSIXShellOptsTaskLevel", "without pipefail, the last command of a pipe counts",
            file: "tasks: {lax: 'false | true', strict: {shell: [bash, -eo, pipefail, -c], run: 'false | true'}}",
            run: "-q lax"
        ).then(run: "-q strict", errorHas: ["the task 'strict' failed: exit status 1\n"], status: 1),
        PeerBehaviour(
            .make, "tests/scripts/variables/SHELL", "SHELL of the environment chooses no shell",
            file: "tasks: {t: echo here}", environment: ["SHELL": "/nonexistent"], run: "-q t", output: "here\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_shell", "bash has its own language",
            file: "tasks: {t: {shell: bash, run: '[[ abc == a* ]] && echo yes'}}", run: "-q t", output: "yes\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: line_continuation_with_space", "a backslash continues a line",
            file: "tasks:\n  t: |\n    echo a \\\n      b\n", run: "-q t", output: "a b\n"),
        PeerBehaviour(
            .just, "tests/quiet.rs: command_echoing", "--quiet shows no commands, but all output",
            file: "tasks: {t: 'echo out; echo err >&2'}", run: "--quiet t", output: "out\n", error: "err\n"),
        PeerBehaviour(
            .just, "tests/quiet.rs: quiet_setting", "a file may be silent",
            file: "run: {silent: true}\ntasks: {t: echo out}", run: "t", output: "out\n"),
        PeerBehaviour(
            .just, "tests/quiet.rs: quiet_setting_with_no_quiet_attribute", "a task of a silent file may not be",
            file: "run: {silent: true}\ntasks: {t: {silent: false, run: echo out}}", run: "t", output: "out\n",
            error: "t: echo out\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: quiet_recipe", "a silent task shows its output only",
            file: "tasks: {t: {silent: true, run: echo out}}", run: "t", output: "out\n"),
        PeerBehaviour(
            .make, "tests/scripts/features/echoing", "a command is shown as it stands, on standard error",
            file: "tasks: {t: 'X=\"a b\"; echo \"$X\"   # no value'}", run: "t", output: "a b\n",
            error: "t: X=\"a b\"; echo \"$X\"   # no value\n"),
        PeerBehaviour(
            .npm, "test/common.js: stdin can be used in tasks", "the only task has the input", file: "tasks: {t: cat}",
            input: "from outside\n", run: "-q t", output: "from outside\n"),
        PeerBehaviour(
            .npm, "test/print-label.js: should print all labels with the same width",
            "--output prefix names the task in front of each line",
            file: "tasks: {all: {needs: [[one], [three]]}, one: echo a, three: 'echo b; echo c >&2'}",
            run: "-q --output prefix all", output: "one   | a\nthree | b\n", error: "three | c\n"),
        PeerBehaviour(
            .npm, "test/aggregate-output.js: should not intermingle output of various commands",
            "the output of each task is in one piece",
            file: """
                tasks:
                  left: 'echo 1; touch l; while [ ! -e r ]; do sleep 0.01; done; echo 2'
                  right: 'echo 1; touch r; while [ ! -e l ]; do sleep 0.01; done; echo 2'
                """, run: "-q -j2 --parallel left right", output: "1\n2\n1\n2\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_shell", "a command for another shell may have dollar signs",
            file:
                "tasks: {t: {run: [[sh, -c, 'X=$(echo 1); echo $X $# $$HOME'], [sh, -c, 'echo \"$1\"', sh, '${task.name}']]}}",
            environment: ["HOME": "/home/ada"], run: "-q t", output: "1 0 /home/ada\nt\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: plus_variadic_recipe", "a list is as many words of a program",
            file:
                "tasks: {t: {params: {files: {rest: true}}, run: [[printf, '<%s>', '${params.files}', 'all: ${params.files}']]}}",
            run: ["-q", "t", "a", "b c"], output: "<a><b c><all: a,b c>"
        ).then(run: "-q t", output: "<all: >"),
        PeerBehaviour(
            .doit, "tests/test_action.py: TestCmdAction.test_unicode", "commands and output may be of any letters",
            file: "tasks: {t: 'echo ééé 日本 🙂'}", run: "t", output: "ééé 日本 🙂\n", error: "t: echo ééé 日本 🙂\n"),
        PeerBehaviour(
            .grunt, "test/grunt/config_test.js: config.process",
            "values are inserted where they are named, in lists too",
            file:
                "vars: {name: app, out: ['${vars.name}.js', '${vars.name}.css']}\ntasks: {t: {run: [[printf, '<%s>', '${vars.out}', 'x-${vars.name}']]}}",
            run: "-q t", output: "<app.js><app.css><x-app>"),
    ]
}
