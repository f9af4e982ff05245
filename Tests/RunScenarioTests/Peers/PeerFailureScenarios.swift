import TestSupport
import Testing

/// What a failure stops, and what it does not, as users of other task runners know it.
@Suite struct PeerFailureScenarios {
    @Test(arguments: behaviours) func asThePeer(behaviour: PeerBehaviour) async throws { try await behaviour.check() }

    static let behaviours: [PeerBehaviour] = [
        PeerBehaviour(
            .just, "tests/misc.rs: status_passthrough", "the exit status is that of the command",
            file: "tasks: {a: [echo one, exit 100, echo two]}", run: "a", output: "one\n",
            error: """
                a: echo one
                a: exit 100
                devtool.yml:1:9: the task 'a' failed: exit status 100

                """, status: 100),
        PeerBehaviour(
            .task, "TestErrorCode", "the exit status of a need is that of the run",
            file: "tasks: {all: {needs: inner, run: echo all}, inner: {needs: deep}, deep: exit 42}", run: "-q all",
            error: "devtool.yml:1:67: the task 'deep' failed: exit status 42\n", status: 42),
        PeerBehaviour(
            .just, "tests/no_exit_message.rs: signal_exit_message_not_suppressed",
            "a signal counts as 128 and its number", file: "tasks: {a: 'kill -TERM $$'}", run: "-q a",
            error: "devtool.yml:1:9: the task 'a' failed: exit status 143\n", status: 143),
        PeerBehaviour(
            .npm, "test/sequential.js: should not run subsequent tasks if a task exited with a non-zero code",
            "the first named task that fails is the last", file: "tasks: {a: echo a, bad: exit 1, b: echo b}",
            run: "-q a bad b", output: "a\n", error: "devtool.yml:1:20: the task 'bad' failed: exit status 1\n",
            status: 1),
        PeerBehaviour(
            .npm, "test/sequential.js: should continue on error when --continue-on-error option was specified",
            "--keep-going runs the other named tasks, and fails nevertheless",
            file: "tasks: {a: echo a, bad: exit 3, b: echo b}", run: "-q --keep-going a bad b", output: "a\nb\n",
            error: "devtool.yml:1:20: the task 'bad' failed: exit status 3\n", status: 3),
        PeerBehaviour(
            .npm,
            "test/parallel.js: should kill all tasks when was given --parallel option if a task exited with a non-zero code",
            "--fail-fast kill stops the others",
            file: """
                tasks:
                  slow: {run: 'touch s; sleep 60; echo unreached'}
                  bad: {run: 'while [ ! -e s ]; do sleep 0.01; done; exit 1'}
                """, run: "-q -j2 --fail-fast kill --parallel slow bad",
            errorHas: ["the task 'bad' failed: exit status 1\n"], status: 1),
        PeerBehaviour(
            .task, "TestFailfast", "by default, what runs may finish, and nothing else starts",
            file: """
                tasks:
                  all: {needs: [slow, bad, late]}
                  slow: {run: 'touch s; \(Scenario.untilReaped("b")); echo slow'}
                  bad: {run: 'while [ ! -e s ]; do sleep 0.01; done; echo $$ >b; exit 1'}
                  late: {needs: bad, run: echo late}
                """, run: "-q -j2 all", output: "slow\n",
            error: "devtool.yml:4:3: the task 'bad' failed: exit status 1\n", status: 1),
        PeerBehaviour(
            .make, "tests/scripts/options/dash-k", "--keep-going builds all that does not need what failed",
            file: """
                tasks:
                  all: {needs: [one, two, three], run: echo all}
                  one: {needs: bad, run: echo one}
                  two: echo two
                  three: echo three
                  bad: exit 2
                """, run: "-q -k -j1 all", output: "two\nthree\n",
            error: "devtool.yml:6:3: the task 'bad' failed: exit status 2\n", status: 2),
        PeerBehaviour(
            .make, "tests/scripts/targets/IGNORE", "the failure of such a task is a warning",
            file: """
                tasks:
                  all: {needs: [[bad], [good]]}
                  bad: {run: exit 1, ignore-error: true}
                  good: echo good
                """, run: "-q all", output: "good\n",
            error: "devtool.yml:3:3: warning: the task 'bad' failed: exit status 1 (ignored)\n"),
        PeerBehaviour(
            .make, "tests/scripts/targets/DELETE_ON_ERROR",
            "what a failed task wrote stays, but the task is not up to date",
            file: "tasks: {a: {outputs: out, run: 'echo half >out; test -e ok'}}", run: "-q a",
            errorHas: ["the task 'a' failed: exit status 1\n"], status: 1, leaves: ["out": "half\n"]
        ).then(writing: ["ok": ""], run: "a", error: "a: echo half >out; test -e ok\n"),
        PeerBehaviour(
            .doit, "tests/test_runner.py: TestTask_RunAll.test_continue_dont_execute_parent_of_failed_task",
            "what needs a failed task is skipped and said to be",
            file: "tasks: {top: {needs: [bad, good], run: echo top}, bad: exit 1, good: echo good}", run: "-k -j1 top",
            output: "good\n",
            error: """
                bad: exit 1
                devtool.yml:1:51: the task 'bad' failed: exit status 1
                good: echo good
                TASK  RESULT                 TIME
                bad   failed: exit status 1  TIME
                good  ok                     TIME
                top   not run
                1 ok, 1 failed, 1 not run in TIME

                """, status: 1),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_sequence_cli_groups",
            "one after another, nothing starts behind a failure, and --keep-going starts all",
            file: "tasks: {a: {run: echo a; exit 1}, b: echo b, c: echo c}", run: "-q -j1 a b c", output: "a\n",
            error: "devtool.yml:1:9: the task 'a' failed: exit status 1\n", status: 1
        ).then(
            run: "-q -j1 -k a b c", output: "a\nb\nc\n", error: "devtool.yml:1:9: the task 'a' failed: exit status 1\n",
            status: 1),
        PeerBehaviour(
            .task, "TestDeferredCmds", "'finally' runs behind a failure, which stays the exit status",
            file: """
                tasks:
                  a: {run: [echo work, exit 1, echo unreached], finally: [bad, {task: tell, params: {how: well}}]}
                  bad: 'echo failing; exit 2'
                  tell: {params: {how: x}, run: 'echo ${params.how}'}
                """, run: "-q -j1 a", output: "work\nfailing\nwell\n",
            error: """
                devtool.yml:2:3: the task 'a' failed: exit status 1
                devtool.yml:3:3: the task 'bad' failed: exit status 2

                """, status: 1),
        PeerBehaviour(
            .task, "TestExitCodeOne", "'finally' knows the exit status",
            file: "tasks: {a: {run: exit 7, finally: tell}, tell: 'echo \"$DEVTOOL_STATUS $DEVTOOL_FAILED_TASK\"'}",
            run: "-q a", output: "7 a\n", error: "devtool.yml:1:9: the task 'a' failed: exit status 7\n", status: 7),
        PeerBehaviour(
            .task, "TestExitCodeZero", "'finally' knows the success",
            file: "tasks: {a: {run: 'true', finally: tell}, tell: 'echo \"$DEVTOOL_STATUS<$DEVTOOL_FAILED_TASK>\"'}",
            run: "-q a", output: "0<>\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_depends_post_on_failure",
            "'finally' is for what must run, 'after' for what may",
            file: """
                tasks:
                  deploy: {run: echo deploy; exit 1, after: announce, finally: [clean, notify]}
                  announce: echo announced
                  clean: echo cleaned
                  notify: echo notified
                """, run: "-q -j1 deploy", output: "deploy\ncleaned\nnotified\n",
            error: "devtool.yml:2:3: the task 'deploy' failed: exit status 1\n", status: 1),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_depends_post_skipped_on_dep_failure",
            "'after' is skipped when a need fails; 'finally' runs whatever happens",
            file: """
                tasks:
                  deploy: {needs: check, run: echo deploy, after: announce, finally: clean}
                  check: exit 1
                  announce: echo announced
                  clean: echo cleaned
                """, run: "-q deploy", output: "cleaned\n",
            error: "devtool.yml:3:3: the task 'check' failed: exit status 1\n", status: 1),
        PeerBehaviour(
            .doit, "tests/test_runner.py: TestTask_Teardown.test_reverse_order",
            "the 'finally' of a need comes first, not last",
            file: """
                tasks:
                  outer: {needs: inner, run: echo outer, finally: close-outer}
                  inner: {run: echo inner, finally: close-inner}
                  close-outer: echo close outer
                  close-inner: echo close inner
                """, run: "-q -j4 outer", output: "inner\nouter\nclose inner\nclose outer\n"),
        PeerBehaviour(
            .doit, "tests/test_runner.py: TestTask_Teardown.test_errors",
            "a 'finally' that fails is a failure, and the others still run",
            file: "tasks: {a: {run: echo a, finally: [bad, good]}, bad: exit 5, good: echo good}", run: "-q -j1 a",
            output: "a\ngood\n", error: "devtool.yml:1:49: the task 'bad' failed: exit status 5\n", status: 5),
        PeerBehaviour(
            .task, "TestRunOnceSharedFailurePropagates", "a need that fails is reported once, however many need it",
            file:
                "tasks: {all: {needs: [a, b]}, a: {needs: bad, run: echo a}, b: {needs: bad, run: echo b}, bad: exit 1}",
            run: "-q -k all", error: "devtool.yml:1:91: the task 'bad' failed: exit status 1\n", status: 1),
        PeerBehaviour(
            .task, "TestCommandTimeout", "a task that takes too long is stopped",
            file: "tasks: {a: {run: sleep 60, timeout: 100ms}}", run: "-q a",
            error: "devtool.yml:1:9: the task 'a' failed: timed out after 100ms\n", status: 75),
        PeerBehaviour(
            .cargoMake, "src/lib/runner_test.rs: run_task_bad_command_valid_script",
            "a program that is missing is an error before anything starts",
            file: """
                tasks:
                  all: {needs: [[first], [bad]]}
                  first: touch started
                  bad: {run: [[nosuch-program, x]]}
                """, run: "all",
            error: """
                devtool.yml:4:15: the task 'bad' needs the program 'nosuch-program', which was not found
                  bad: {run: [[nosuch-program, x]]}
                              ^

                """, status: 69, leaves: ["started": nil]),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_non_executable_error", "a file that is not executable is said to be so",
            file: "tasks: {t: {run: [[./tool, x]]}, u: {requires: {programs: ./tool}, run: echo}}",
            files: ["tool": "echo tool\n"], run: "t u",
            error: """
                devtool.yml:1:19: the task 't' needs the program './tool', which is not executable
                tasks: {t: {run: [[./tool, x]]}, u: {requires: {programs: ./tool}, run: echo}}
                                  ^
                  hint: run: chmod +x [DIR]/tool
                devtool.yml:1:59: the task 'u' needs the program './tool', which is not executable
                tasks: {t: {run: [[./tool, x]]}, u: {requires: {programs: ./tool}, run: echo}}
                                                                          ^
                  hint: run: chmod +x [DIR]/tool

                """, status: 69),
        PeerBehaviour(
            .invoke, "tests/runners.py: non_1_return_codes_still_act_as_failure", "any status but 0 is a failure",
            file: "tasks: {a: exit 17, b: {needs: a, run: echo b}}", run: "-q b",
            error: "devtool.yml:1:9: the task 'a' failed: exit status 17\n", status: 17),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_interrupt_cleanup", "after an interrupt 'finally' runs, and knows",
            file: "tasks: {a: {run: 'kill -INT $PPID; sleep 60', finally: tell}, tell: echo $DEVTOOL_STATUS}",
            run: "-q a", output: "130\n", status: 130),
    ]
}
