import TestSupport
import Testing

/// Names, aliases, lists and help, as users of other task runners know them.
@Suite struct PeerNameScenarios {
    @Test(arguments: behaviours) func asThePeer(behaviour: PeerBehaviour) async throws { try await behaviour.check() }

    private static let project = """
        tasks:
          compile: {description: Compile the project, aliases: [c], run: echo compile}
          clean: {description: Remove what was built, group: upkeep, run: echo clean}
          test: {needs: compile, params: {filter: {default: all, description: Which tests}}, run: 'echo ${params.filter}'}
          _helper: echo helper
          hidden: {internal: true, run: echo hidden}
        """

    static let behaviours: [PeerBehaviour] = [
        PeerBehaviour(
            .just, "tests/misc.rs: alias_listing", "the list has descriptions, aliases and parameters",
            file: "tasks: {build: {description: Build it, aliases: [b], run: x}, t: {params: {x: 1}, run: y}}",
            run: "--list", output: "build      Build it (b)\nt [--x X]\n"),
        PeerBehaviour(
            .just, "tests/groups.rs: list_with_groups", "groups are headings, in the order of the file",
            file: Self.project, run: "--list",
            output: """
                compile                 Compile the project (c)
                test [--filter FILTER]

                upkeep:
                clean                   Remove what was built

                """),
        PeerBehaviour(
            .doit, "tests/test_cmd_list.py: TestCmdList.testSortByDefinition", "the list is in the order of the file",
            file: "tasks: {zip: x, b: x, a: x}", run: "-l", output: "zip\nb\na\n"),
        PeerBehaviour(
            .doit, "tests/test_cmd_list.py: TestCmdList.testNoPrivate", "a name with _ is not listed, but can be run",
            file: "tasks: {_a: echo a, b: echo b}", run: "--list", output: "b\n"
        ).then(run: "-q _a", output: "a\n"),
        PeerBehaviour(
            .task, "TestInternalTask", "an internal task can only be needed",
            file: "tasks: {a: {needs: b, run: echo a}, b: {internal: true, run: echo b}}", run: "-q a", output: "b\na\n"
        ).then(
            run: "b", error: "devtool: the task 'b' is internal\n  hint: run a task that needs it instead\n", status: 64
        ),
        PeerBehaviour(
            .just, "tests/misc.rs: run_suggestion", "a similar name is suggested", file: Self.project, run: "complie",
            error: "devtool: unknown task 'complie'\n  hint: did you mean 'compile'?\n", status: 64),
        PeerBehaviour(
            .just, "tests/misc.rs: private_recipes_are_not_suggested", "no internal one is",
            file: "tasks: {hello: {internal: true, run: echo}, visible: echo}", run: "helo",
            error: "devtool: unknown task 'helo'\n  hint: known: visible\n", status: 64),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_missing_suggestions", "or else the known ones are named", file: Self.project,
            run: "deploy", error: "devtool: unknown task 'deploy'\n  hint: known: compile, clean, test, c\n", status: 64
        ),
        PeerBehaviour(
            .just, "tests/show.rs: show_no_suggestion", "a name that has nothing in common is not suggested",
            file: "tasks: {a: touch started}", run: "b", error: "devtool: unknown task 'b'\n  hint: known: a\n",
            status: 64, leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/misc.rs: unknown_recipes", "nothing runs if one of the names is unknown",
            file: "tasks: {a: touch started}", run: "a nosuch",
            error: "devtool: unknown task 'nosuch'\n  hint: known: a\n", status: 64, leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/misc.rs: alias_with_dependencies", "an alias runs what its task needs",
            file: "tasks: {a: {needs: b, aliases: [x, y], run: echo a}, b: echo b}", run: "-q y", output: "b\na\n"),
        PeerBehaviour(
            .task, "TestAlias", "an alias and its name are one task, which runs once",
            file: "tasks: {all: {needs: [x, a]}, a: {aliases: x, run: echo a}}", run: "-q all", output: "a\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: duplicate_alias", "no two tasks have one alias",
            file: "tasks: {a: {aliases: x, run: y}, b: {aliases: x, run: y}}", run: "x",
            errorHas: ["devtool.yml:1:34: the alias 'x' is already a name of another task: see devtool.yml:1\n"],
            status: 78),
        PeerBehaviour(
            .invoke, "tests/parser_parser.py: raises_error_for_context_name_and_alias_clashes",
            "no alias is the name of its own task", file: "tasks: {build: {aliases: [b, build], run: x}}", run: "b",
            errorHas: ["devtool.yml:1:9: the alias 'build' is already a name of this task\n"], status: 78),
        PeerBehaviour(
            .just, "tests/misc.rs: alias_shadows_recipe", "no alias is the name of a task",
            file: "tasks: {a: {aliases: b, run: x}, b: {run: y}}", run: "b", errorHas: ["'b'"], status: 78),
        PeerBehaviour(
            .just, "tests/misc.rs: duplicate_recipe", "no two tasks have one name",
            file: "tasks:\n  a: echo one\n  b: echo two\n  a: echo three\n", run: "a", errorHas: ["devtool.yml:4:3: "],
            status: 78),
        PeerBehaviour(
            .just, "tests/default.rs: default_attribute_overrides_first_recipe",
            "without a name, the task with the alias 'default' runs",
            file: "tasks: {a: echo a, b: {aliases: default, run: echo b}}", run: "-q", output: "b\n"),
        PeerBehaviour(
            .invoke, "tests/program.py: empty_invocation_with_no_default_task_prints_help",
            "without a name and a default, the tasks are listed; nothing runs", file: "tasks: {a: touch started}",
            run: [], output: "a\n", errorHas: ["devtool.yml has no task 'default'"], status: 64,
            leaves: ["started": nil]),
        PeerBehaviour(
            .make, "tests/scripts/variables/DEFAULT_GOAL", "the first task is no default",
            file: "tasks: {a: touch started, default: echo default}", run: "-q", output: "default\n",
            leaves: ["started": nil]),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_help", "TASK --help describes it and runs nothing", file: Self.project,
            run: "test --help",
            output: """
                USAGE: devtool run test [--filter FILTER]

                PARAMETERS:
                  [--filter FILTER]  Which tests (default: all)

                NEEDS:
                  compile

                STEPS:
                  echo ${params.filter}

                DEFINED IN: devtool.yml:4

                """),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_multiline_description", "the list has a description of several lines in one",
            file: "tasks: {a: {description: \"Format the files\\nthat have changed\\n\", run: x}}", run: "--list",
            output: "a  Format the files that have changed\n"),
        PeerBehaviour(
            .task, "TestListAllShowsNoDesc", "a task without a description is listed, too",
            file: "tasks: {a: x, b: {description: B, run: x}}", run: "--list", output: "a\nb  B\n"),
        PeerBehaviour(
            .task, "TestFuzzyModel", "nothing similar is run in its place", file: "tasks: {build: touch started}",
            run: "biuld", errorHas: ["did you mean 'build'?"], status: 64, leaves: ["started": nil]),
        PeerBehaviour(
            .grunt, "test/util/task_test.js: Task#run (colon separated arguments)", "a word after a colon is a target",
            file: """
                tasks:
                  lint:
                    run: echo $MODE $OWN
                    env: {MODE: strict, OWN: none}
                    targets: {web: {env: {OWN: web}}, api: {env: {OWN: api, MODE: lax}}}
                """, run: "-q lint:api", output: "lax api\n"
        ).then(run: "-q -j1 lint", output: "strict web\nlax api\n").then(
            run: "lint:app", errorHas: ["devtool: ", "lint:app", "did you mean 'lint:api'?"], status: 64),
        PeerBehaviour(
            .doit, "tests/test_task.py: TestTaskInit.test_forbid_equal_sign_on_name", "a name has no equals sign",
            file: "tasks: {'a=b': echo}", run: "--list", errorHas: ["devtool.yml:1:9: ", "a=b"], status: 78),
        PeerBehaviour(
            .task, "TestWildcard", "a name has no star, and nothing runs by a pattern",
            file: "tasks: {'build-*': echo}", run: "--list", errorHas: ["devtool.yml:1:9: ", "build-*"], status: 78),
        PeerBehaviour(
            .cargoMake, "src/lib/cli_commands/list_steps_test.rs: run_all_private",
            "if all tasks are hidden, the list is empty", file: "tasks: {_a: echo, b: {internal: true, run: echo}}",
            run: "--list", error: "every task in devtool.yml is hidden\n"),
        PeerBehaviour(
            .doit, "tests/test_cmd_list.py: test_unicode_name", "a name has ASCII letters only",
            file: "tasks: {größe: echo größe}", run: "-q größe",
            errorHas: ["devtool.yml:1:9: 'größe' is not a valid name for a task\n", "use only ASCII letters"],
            status: 78),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_colon_matching", "a name with colons is one name, and needs no included file",
            file: "tasks: {'lint:fix': echo fix, 'lint:check': echo check, lint: {needs: ['lint:fix']}}",
            run: "-q lint", output: "fix\n"),
    ]
}
