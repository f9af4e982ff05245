import TestSupport
import Testing

/// What a task does, step by step, as users of other task runners know it.
@Suite struct PeerStepScenarios {
    @Test(arguments: behaviours) func asThePeer(behaviour: PeerBehaviour) async throws { try await behaviour.check() }

    static let behaviours: [PeerBehaviour] = [
        PeerBehaviour(
            .task, "TestShortTaskNotation", "a task is a line, or a list of lines",
            file: "tasks: {all: [{task: list}, {task: line}], list: [echo 1, echo 2], line: echo 3}", run: "-q all",
            output: "1\n2\n3\n"),
        PeerBehaviour(
            .task, "TestParams", "steps run a task with one value after another",
            file: """
                tasks:
                  all:
                    run:
                      - {task: say, params: {text: "$HOME `id`"}}
                      - {task: say, params: {text: Olá!}}
                      - {task: say, params: {text: Olá!}}
                  say: {params: {text: {required: true}}, run: 'echo ${params.text}'}
                """, run: "-q all", output: "$HOME `id`\nOlá!\nOlá!\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_sequence_failure", "a step that fails is the last",
            file: "tasks: {all: [{task: bad}, {task: good}], bad: exit 1, good: echo good}", run: "-q all",
            errorHas: ["the task 'bad' failed: exit status 1\n"], status: 1),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_run_groups", "a step may run several tasks at once",
            file: """
                tasks:
                  all: [echo start, {tasks: [left, right]}, echo end]
                  left: 'touch l; while [ ! -e r ]; do sleep 0.01; done'
                  right: 'touch r; while [ ! -e l ]; do sleep 0.01; done'
                """, run: "-q -j2 all", output: "start\nend\n"),
        PeerBehaviour(
            .cargoMake, "src/lib/runner_test.rs: run_sub_task_and_report_for_details_multiple",
            "steps may run different tasks in turn",
            file: "tasks: {flow: [{task: b}, {task: a}], a: echo a, b: echo b}", run: "-q -j4 flow", output: "b\na\n"),
        PeerBehaviour(
            .cargoMake, "src/lib/runner_test.rs: run_sub_task_and_report_routing_not_found",
            "a step that no task has is an error before anything starts",
            file: "tasks: {flow: [touch started, {task: nosuch}]}", run: "flow",
            errorHas: ["devtool.yml:1:38: unknown task 'nosuch'\n"], status: 78, leaves: ["started": nil]),
        PeerBehaviour(
            .make, "tests/scripts/targets/ONESHELL", "each line has a shell of its own, a text has one",
            file: """
                tasks:
                  lines: [cd sub, pwd]
                  text: |
                    cd sub
                    pwd
                """, files: ["sub/file": ""], run: "-q lines text", output: "[DIR]\n[DIR]/sub\n"),
        PeerBehaviour(
            .task, "TestExitImmediately", "a text ends with its first line that fails",
            file: "tasks: {a: \"nosuch-program\\necho unreached\\n\"}", run: "-q a",
            errorHas: ["nosuch-program", "the task 'a' failed: exit status 127\n"], status: 127),
        PeerBehaviour(
            .just, "tests/misc.rs: infallible_command", "a step whose failure is ignored is a warning",
            file: "tasks: {a: {run: [{run: exit 9, ignore-error: true}, echo done]}}", run: "-q a", output: "done\n",
            errorHas: ["warning: ", "exit status 9 (ignored)\n"]),
        PeerBehaviour(
            .just, "tests/misc.rs: infallible_with_failing", "only the failure of that step is ignored",
            file: "tasks: {a: {run: [{run: exit 9, ignore-error: true}, exit 4, echo done]}}", run: "-q a",
            errorHas: ["exit status 9 (ignored)\n", "the task 'a' failed: exit status 4\n"], status: 4),
        PeerBehaviour(
            .just, "tests/line_prefixes.rs: infallible_after_quiet", "a step may be silent and ignored at once",
            file: "tasks: {a: {run: [{run: exit 1, ignore-error: true, silent: true}, echo b]}}", run: "a",
            output: "b\n",
            error: """
                devtool: warning: a step of the task 'a' failed: exit status 1 (ignored)
                a: echo b

                """),
        PeerBehaviour(
            .doit, "tests/test_task.py: TestTaskActions.test_fail_first",
            "the steps after the first that fails do not run", file: "tasks: {a: [echo one, 'false', echo three]}",
            run: "-q a", output: "one\n", error: "devtool.yml:1:9: the task 'a' failed: exit status 1\n", status: 1),
        PeerBehaviour(
            .doit, "tests/test_action.py: TestCmdAction.test_success_noshell",
            "a list of words is a program without a shell",
            file: "tasks: {a: {run: [[printf, '%s|', '*', $HOME, 'a  b', '']]}}", run: "-q a", output: "*|$HOME|a  b||"),
        PeerBehaviour(
            .task, "TestSilence", "the command of a silent step is not shown",
            file: "tasks: {a: {run: [{run: echo one, silent: true}, echo two]}}", run: "a", output: "one\ntwo\n",
            error: "a: echo two\n"),
        PeerBehaviour(
            .task, "TestEmptyTask", "a task that does nothing is an error, not a success",
            file: "tasks: {a: {description: Later}}", run: "a",
            error: """
                devtool.yml:1:9: 'tasks.a' does nothing
                tasks: {a: {description: Later}}
                        ^
                  hint: add 'run', 'needs', 'finally' or a command such as 'migrate'

                """, status: 78),
        PeerBehaviour(
            .task, "TestVarInheritance", "a task of a step has its own variables, not its caller's",
            file: """
                vars: {level: file}
                tasks:
                  outer: {vars: {level: outer}, run: ["echo ${vars.level}", {task: inner}]}
                  inner: echo ${vars.level}
                """, run: "-q outer", output: "outer\nfile\n"),
    ]
}
