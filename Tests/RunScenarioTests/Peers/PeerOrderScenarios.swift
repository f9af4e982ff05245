import TestSupport
import Testing

/// Which tasks run, in which order, and how often, as users of other task runners know it.
@Suite struct PeerOrderScenarios {
    @Test(arguments: behaviours) func asThePeer(behaviour: PeerBehaviour) async throws { try await behaviour.check() }

    static let behaviours: [PeerBehaviour] = [
        PeerBehaviour(
            .just, "tests/misc.rs: complex_dependencies", "what two tasks need runs once, and first",
            file: """
                tasks:
                  ship: {needs: [pack, sign], run: echo ship}
                  pack: {needs: compile, run: echo pack}
                  sign: {needs: [compile, pack], run: echo sign}
                  compile: echo compile
                """, run: "-q -j4 ship", output: "compile\npack\nsign\nship\n"),
        PeerBehaviour(
            .just, "tests/run.rs: dont_run_duplicate_recipes", "a task that is named twice runs once",
            file: "tasks: {hello: echo hello}", run: "-q hello hello", output: "hello\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: duplicate_dependency_no_args", "a task that is needed twice runs once",
            file: "tasks: {all: {needs: [one, one, one], run: echo all}, one: echo one}", run: "-q all",
            output: "one\nall\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: duplicate_dependency_argument", "needed twice with the same value, it runs once",
            file: """
                tasks:
                  all: {needs: [{task: say, params: {word: hi}}, {task: say, params: {word: hi}}]}
                  say: {params: {word: {required: true}}, run: 'echo ${params.word}'}
                """, run: "-q all", output: "hi\n"),
        PeerBehaviour(
            .invoke, "tests/executor.py: deduping_treats_different_calls_to_same_task_differently",
            "needed with two values, it runs twice",
            file: """
                tasks:
                  all: {needs: [{task: say, params: {word: hi}}, {task: say, params: {word: ho}}]}
                  say: {params: {word: {required: true}}, run: 'echo ${params.word}'}
                """, run: "-q -j1 all", output: "hi\nho\n"),
        PeerBehaviour(
            .invoke, "tests/executor.py: chaining_is_depth_first", "the needs of a need come before the next need",
            file: """
                tasks:
                  jump: {needs: [[stand], [crouch]], run: echo jump}
                  stand: {needs: wake, run: echo stand}
                  crouch: {needs: breathe, run: echo crouch}
                  wake: echo wake
                  breathe: echo breathe
                """, run: "-q -j4 jump", output: "wake\nstand\nbreathe\ncrouch\njump\n"),
        PeerBehaviour(
            .task, "TestCyclicDep", "a cycle is an error before anything starts",
            file: """
                tasks:
                  build: {needs: [ready, test]}
                  test: {needs: build, run: touch started}
                  ready: {run: touch started}
                """, run: "build",
            error: """
                devtool.yml:2:26: task cycle: build → test → build
                  build: {needs: [ready, test]}
                                         ^

                """, status: 78, leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/misc.rs: circular_recipe_dependency_entered_from_outside",
            "a cycle is named without the way to it",
            file: "tasks: {go: {needs: left}, left: {needs: right}, right: {needs: left}}", run: "go",
            errorHas: ["task cycle: left → right → left\n"], status: 78),
        PeerBehaviour(
            .just, "tests/misc.rs: self_dependency", "a task cannot need itself",
            file: "tasks: {loop: {needs: loop, run: touch started}}", run: "loop",
            errorHas: ["devtool.yml:1:23: the task 'loop' refers to itself\n"], status: 78, leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/misc.rs: unknown_dependency", "a need that no task has is shown in its place",
            file: "tasks: {build: {needs: compiel, run: touch started}, compile: echo}", run: "build",
            error: """
                devtool.yml:1:24: unknown task 'compiel'
                tasks: {build: {needs: compiel, run: touch started}, compile: echo}
                                       ^
                  hint: did you mean 'compile'?

                """, status: 78, leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/misc.rs: dependency_argument_parameter", "a need gets a value of its caller",
            file: """
                tasks:
                  outer: {params: {who: x}, needs: {task: inner, params: {name: "${params.who}!"}}}
                  inner: {params: {name: y}, run: 'echo ${params.name}'}
                """, run: "-q outer Ada", output: "Ada!\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: dependency_argument_backtick", "a need gets what a command prints",
            file: """
                vars: {rev: {shell: "echo 7 | tr 7 8"}}
                tasks:
                  outer: {needs: {task: inner, params: {rev: "r${vars.rev}"}}}
                  inner: {params: {rev: none}, run: 'echo ${params.rev}'}
                """, run: "-q outer", output: "r8\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: dependency_argument_plus_variadic", "a need gets a list, word for word",
            file: """
                tasks:
                  outer: {needs: {task: inner, params: {files: [a b, c]}}}
                  inner: {params: {files: {rest: true}}, run: 'printf "<%s>" ${params.files}'}
                """, run: "-q outer", output: "<a b><c>"),
        PeerBehaviour(
            .npm, "test/sequential.js: should run tasks sequentially", "tasks that are named one after another run so",
            file: "tasks: {first: 'echo first; touch f', second: 'test -e f && echo second'}",
            run: "-q -j4 first second", output: "first\nsecond\n"),
        PeerBehaviour(
            .npm, "test/parallel.js: should run tasks on parallel", "with --parallel each waits for the other",
            file: """
                tasks:
                  left: 'touch l; while [ ! -e r ]; do sleep 0.01; done'
                  right: 'touch r; while [ ! -e l ]; do sleep 0.01; done'
                """, run: "-q -j2 --parallel left right"),
        PeerBehaviour(
            .npm, "test/mixed.js: should run a mix of sequential and parallel tasks", "a list of lists mixes both",
            file: """
                tasks:
                  all: {needs: [[clean], [left, right], [pack]]}
                  clean: echo clean
                  left: 'touch l; while [ ! -e r ]; do sleep 0.01; done'
                  right: 'touch r; while [ ! -e l ]; do sleep 0.01; done'
                  pack: echo pack
                """, run: "-q -j2 all", output: "clean\npack\n"),
        PeerBehaviour(
            .make, "tests/scripts/targets/WAIT", "what comes after a group waits, with what only it needs",
            file: """
                tasks:
                  all: {needs: [[first], [second]]}
                  first: 'echo first; touch f'
                  second: {needs: before, run: echo second}
                  before: 'test -e f && echo before'
                """, run: "-q -j4 all", output: "first\nbefore\nsecond\n"),
        PeerBehaviour(
            .just, "tests/parallel.rs: zero_jobs_is_an_error", "there is at least one job", file: "tasks: {a: echo}",
            run: "--jobs 0 a", errorHas: ["devtool: '--jobs' must be an integer from 1 to 1000, not '0'\n"], status: 64),
        PeerBehaviour(
            .task, "TestConcurrency", "one job at a time starts the needs in their order",
            file: "tasks: {all: {needs: [c, a, b], run: echo all}, a: echo a, b: echo b, c: echo c}",
            run: "-q --jobs 1 all", output: "c\na\nb\nall\n"),
        PeerBehaviour(
            .grunt, "test/util/task_test.js: Task#run (nested tasks, queue order)", "lists of tasks may be nested",
            file: """
                tasks:
                  all: {needs: [[a], [inner], [d]]}
                  inner: {needs: [[b], [c]]}
                  a: echo a
                  b: echo b
                  c: echo c
                  d: echo d
                """, run: "-q -j4 all", output: "a\nb\nc\nd\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_skip_deps", "--no-needs runs the named tasks only, with their steps",
            file: """
                tasks:
                  test: {needs: build, run: [echo test, {task: report}], after: note}
                  build: echo build
                  report: echo report
                  note: echo note
                """, run: "-q --no-needs test", output: "test\nreport\nnote\n"),
        PeerBehaviour(
            .just, "tests/subsequents.rs: success", "'after' comes behind the task",
            file: "tasks: {build: {run: echo build, after: notify}, notify: echo notify}", run: "-q build",
            output: "build\nnotify\n"),
        PeerBehaviour(
            .just, "tests/subsequents.rs: failure", "'after' does not run when its task fails",
            file: "tasks: {build: {run: exit 2, after: notify}, notify: echo notify}", run: "-q build",
            error: "devtool.yml:1:9: the task 'build' failed: exit status 2\n", status: 2),
        PeerBehaviour(
            .just, "tests/subsequents.rs: argument", "'after' gets a value",
            file: """
                tasks:
                  build: {params: {tag: x}, run: echo build, after: {task: push, params: {tag: "${params.tag}"}}}
                  push: {params: {tag: y}, run: 'echo push ${params.tag}'}
                """, run: "-q build v2", output: "build\npush v2\n"),
        PeerBehaviour(
            .just, "tests/subsequents.rs: duplicate_subsequents_dont_run",
            "'after' names a task twice, and it runs once",
            file: "tasks: {build: {run: echo build, after: [notify, notify]}, notify: echo notify}", run: "-q build",
            output: "build\nnotify\n"),
        PeerBehaviour(
            .just, "tests/subsequents.rs: subsequents_run_even_if_already_ran_as_prior",
            "a task runs once, so one that comes before and after is a cycle",
            file: "tasks: {build: {needs: mark, run: echo build, after: mark}, mark: echo mark}", run: "-q build",
            errorHas: ["task cycle: build → mark → build\n"], status: 78),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_depends_post",
            "what comes after a task, and its needs, run before what needs the task",
            file: """
                tasks:
                  all: {needs: build, run: test -e m && echo all}
                  build: {run: "echo build; touch b", after: mark}
                  mark: {needs: before, run: "echo mark; touch m"}
                  before: test -e b && echo before
                """, run: "-q -j4 all", output: "build\nbefore\nmark\nall\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_delegation_dedup",
            "what the tasks of steps need runs once, the steps each time",
            file: """
                tasks:
                  all: {needs: lint, run: [{task: check}, {task: check}]}
                  lint: {needs: setup, run: echo lint}
                  check: {needs: setup, run: echo check}
                  setup: echo setup
                """, run: "-q all", output: "setup\nlint\ncheck\ncheck\n"),
        PeerBehaviour(
            .cargoMake, "src/lib/execution_plan_test.rs: create_with_dependencies",
            "the plan has the needs before the task",
            file: "tasks: {flow: {needs: [[first], [second]], run: echo flow}, first: echo 1, second: echo 2}",
            run: "--dry-run flow",
            output: """
                first
                  echo 1
                second  # after first
                  echo 2
                flow  # needs first, second
                  echo flow

                """),
        PeerBehaviour(
            .task, "TestSingleCmdDep", "a task may have needs and one command",
            file: "tasks: {a: {needs: b, run: echo a >>log}, b: echo b >>log}", run: "-q a", leaves: ["log": "b\na\n"]),
    ]
}
