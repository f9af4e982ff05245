import TestSupport
import Testing

/// What is wrong in a file, and how it may be written, as users of other task runners know it.
@Suite struct PeerFileScenarios {
    @Test(arguments: behaviours) func asThePeer(behaviour: PeerBehaviour) async throws { try await behaviour.check() }

    static let behaviours: [PeerBehaviour] = [
        PeerBehaviour(
            .doit, "tests/test_task.py: TestDictToTask.testDictFieldTypo",
            "an unknown key is an error, and a similar one is suggested",
            file: "tasks: {t: {sorces: in, run: touch started}}", run: "t",
            error: """
                devtool.yml:1:13: unknown key or command 'sorces' in 'tasks.t'
                tasks: {t: {sorces: in, run: touch started}}
                            ^
                  hint: did you mean 'sources'?

                """, status: 78, leaves: ["started": nil]),
        PeerBehaviour(
            .task, "TestDisplaysErrorOnVersion1Schema", "the keys of a Taskfile are errors that name devtool's",
            file: "tasks: {t: {cmds: [echo], deps: [u], generates: out, desc: x, dir: .}, u: echo}", run: "t",
            errorHas: [
                "devtool.yml:1:13: unknown key or command 'cmds'", "hint: use devtool's key 'run'\n",
                "hint: use devtool's key 'needs'\n", "hint: use devtool's key 'outputs'\n",
                "hint: use devtool's key 'description'\n",
            ], status: 78),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_unknown_header_field", "an unknown key is an error before anything runs",
            file: "tasks: {good: touch started, bad: {run_windows: echo, run: echo}}", run: "good bad",
            errorHas: ["devtool.yml:1:36: unknown key or command 'run_windows' in 'tasks.bad'\n"], status: 78,
            leaves: ["started": nil]),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_validate", "all that is wrong is said at once",
            file: "tasks: {a: {needs: nosuch, run: echo}, b: {timeout: soon, run: echo}, c: {run: 'echo ${vars.x}'}}",
            run: "a b c", errorHas: ["'tasks.b.timeout' must be a duration"], status: 78
        ).then(
            writing: ["devtool.yml": "tasks: {a: {needs: nosuch, run: echo}, c: {run: 'echo ${vars.x}'}}"], run: "a c",
            errorHas: ["unknown task 'nosuch'", "'x'"], status: 78),
        PeerBehaviour(
            .just, "tests/misc.rs: bad_setting", "an unknown setting is an error",
            file: "run: {jbos: 3}\ntasks: {t: touch started}", run: "t",
            errorHas: ["devtool.yml:1:7: ", "'jbos'", "did you mean 'jobs'?"], status: 78, leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/misc.rs: unterminated_interpolation_eol", "a reference without its end is an error",
            file: "tasks: {t: 'echo ${params.x'}", run: "t", errorHas: ["devtool.yml:1:18: ", "'${' without '}'\n"],
            status: 78),
        PeerBehaviour(
            .just, "tests/undefined_variables.rs: parameter_default_unknown_variable_in_expression",
            "an unknown reference is shown in its place, in a text of several lines, too",
            file:
                "tasks:\n  t: |\n    echo one\n    echo ${params.nme}\n  u: {params: {name: x}, run: 'echo ${params.nmae}'}\n",
            run: "t u", errorHas: ["devtool.yml:4:10: ", "devtool.yml:5:37: ", "did you mean 'name'?"], status: 78),
        PeerBehaviour(
            .just, "tests/misc.rs: mixed_whitespace", "an indent with tabs is an error in its place",
            file: "tasks:\n  a: echo\n\tb: echo\n", run: "a", errorHas: ["devtool.yml:3:1: "], status: 78),
        PeerBehaviour(
            .just, "tests/error_messages.rs: file_paths_are_relative",
            "in a folder below, the place has the whole path", file: "tasks: {t: {rnu: x}}", files: ["sub/x": ""],
            in: "sub", run: "t", errorHas: ["[DIR]/devtool.yml:1:13: unknown key or command 'rnu'"], status: 78),
        PeerBehaviour(
            .just, "tests/byte_order_mark.rs: ignore_leading_byte_order_mark",
            "a byte order mark at the beginning is ignored", file: "\u{FEFF}tasks: {t: echo t}\n", run: "-q t",
            output: "t\n"),
        PeerBehaviour(
            .just, "tests/string.rs: indented_string_crlf_blank_lines_keep_crlf",
            "line breaks of Windows do not reach the shell",
            file: "tasks:\r\n  t: |\r\n    echo one\r\n\r\n    echo two\r\n  u: [echo three]\r\n", run: "-q t u",
            output: "one\ntwo\nthree\n"),
        PeerBehaviour(
            .cargoMake, "src/lib/environment/mod_test.rs: load_env_file_exists",
            "a .env with line breaks of Windows is read as any other",
            file: "tasks: {t: 'printf \"<%s>\" \"$A\" \"$B\"'}", files: [".env": "A=1\r\nB='2 3'\r\n"], run: "-q t",
            output: "<1><2 3>"),
        PeerBehaviour(
            .make, "tests/scripts/features/utf8", "values, files and variables may be in any language",
            file:
                "vars: {gruß: hallo}\ntasks: {t: {params: {wer: Wält}, outputs: 'ä €.txt', run: 'echo ${params.wer} >\"ä €.txt\"'}}",
            run: "-q t", errorHas: ["'gruß'"], status: 78
        ).then(
            writing: [
                "devtool.yml":
                    "tasks: {t: {params: {wer: Wält}, outputs: 'ä €.txt', run: 'echo ${params.wer} >\"ä €.txt\"'}}"
            ], run: "-q t 日本", leaves: ["ä €.txt": "日本\n"]),
        PeerBehaviour(
            .make, "tests/scripts/features/quoting", "names of files may have blanks, quotes and dollar signs",
            file: "tasks: {t: {sources: [\"it's $1 \\\"x\\\".txt\"], run: [[cat, \"it's $1 \\\"x\\\".txt\"]]}}",
            files: ["it's $1 \"x\".txt": "found\n"], run: "-q t", output: "found\n"),
        PeerBehaviour(
            .task, "TestIgnoreNilElements", "a list with nothing in it is an error in its place",
            file: "tasks:\n  t:\n    run:\n      - echo one\n      -\n", run: "t", errorHas: ["devtool.yml:5:"],
            status: 78),
        PeerBehaviour(
            .task, "TestEmptyTaskfile", "an empty file has no tasks", file: "", run: [],
            error: "devtool: there are no tasks in devtool.yml\n  hint: add one under 'tasks'\n", status: 64),
        PeerBehaviour(
            .just, "tests/misc.rs: unexpected_token_in_dependency_position", "a list of needs has names only",
            file: "tasks: {t: {needs: [{x: y}], run: echo}}", run: "t", errorHas: ["devtool.yml:1:"], status: 78),
        PeerBehaviour(
            .just, "tests/misc.rs: dependency_takes_arguments_at_most",
            "a value that the need does not take is an error",
            file: "tasks: {t: {needs: {task: u, params: {x: 1}}}, u: {params: {y: 1}, run: 'echo ${params.y}'}}",
            run: "t", errorHas: ["devtool.yml:1:", "the task 'u' has no parameter 'x'\n"], status: 78),
        PeerBehaviour(
            .npm, "test/fail.js: if an invalid option exists", "an unknown option is an error",
            file: "tasks: {t: touch started}", run: "--paralell t",
            errorHas: ["devtool: unknown option '--paralell'\n", "did you mean '--parallel'?"], status: 64,
            leaves: ["started": nil]),
    ]
}
