import TestSupport
import Testing

/// Conditions, questions, platforms and folders, as users of other task runners know them.
@Suite struct PeerConditionScenarios {
    @Test(arguments: behaviours) func asThePeer(behaviour: PeerBehaviour) async throws { try await behaviour.check() }

    static let behaviours: [PeerBehaviour] = [
        PeerBehaviour(
            .task, "TestIf", "a task whose condition fails is skipped, and is no failure",
            file: "tasks: {all: {needs: t, run: echo all}, t: {if: test -e flag, run: echo t}}", run: "-q all",
            output: "all\n"
        ).then(writing: ["flag": ""], run: "-q all", output: "t\nall\n"),
        PeerBehaviour(
            .task, "TestIf", "a condition has the values of the task",
            file: "tasks: {t: {params: {env: dev}, if: '[ \"${params.env}\" = prod ]', run: echo ship}}", run: "-q t"
        ).then(run: "-q t prod", output: "ship\n"),
        PeerBehaviour(
            .cargoMake, "src/lib/condition_test.rs: validate_env_set_valid",
            "a condition sees the variables of the task",
            file: "tasks: {t: {env: {MODE: full}, if: '[ \"$MODE\" = full ]', run: echo ran}}", run: "-q t",
            output: "ran\n"),
        PeerBehaviour(
            .cargoMake, "src/lib/execution_plan_test.rs: create_disabled_task_with_dependencies",
            "what a task needs has run before its condition is asked",
            file: "tasks: {t: {needs: b, if: 'false', run: echo t}, b: echo b}", run: "-q t", output: "b\n"),
        PeerBehaviour(
            .task, "TestPrecondition", "a file that a task requires is missing: nothing starts",
            file: "tasks: {all: {needs: [[a], [b]]}, a: touch started, b: {requires: {files: foo.txt}, run: echo b}}",
            run: "all", errorHas: ["devtool.yml:1:", "'foo.txt'"], status: 66, leaves: ["started": nil]),
        PeerBehaviour(
            .cargoMake, "src/lib/condition_test.rs: validate_env_set_invalid",
            "a variable that a task requires is missing: nothing starts",
            file: "tasks: {t: {requires: {variables: NO_SUCH_VARIABLE}, run: touch started}}", run: "t",
            errorHas: ["devtool.yml:1:", "the variable NO_SUCH_VARIABLE, which is not set"], status: 78,
            leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/which_function.rs: require_error",
            "a program that a task requires is missing: nothing starts",
            file: "tasks: {t: {requires: {programs: nosuch-program}, run: touch started}}", run: "t",
            errorHas: ["devtool.yml:1:", "'nosuch-program'"], status: 69, leaves: ["started": nil]),
        PeerBehaviour(
            .task, "TestPlatforms", "a task for other systems is skipped",
            file:
                "tasks: {all: {needs: [[mac], [linux]]}, mac: {platforms: macos, run: echo mac}, linux: {platforms: [linux, macos], run: echo linux}}",
            run: "-q all", output: "linux\n"),
        PeerBehaviour(
            .task, "TestPlatforms", "a word that is no platform is an error",
            file: "tasks: {t: {platforms: [linux, beos], run: echo}}", run: "t",
            errorHas: ["devtool.yml:1:32: 'beos' is not a known system\n"], status: 78),
        PeerBehaviour(
            .just, "tests/confirm.rs: confirm_recipe_arg", "--yes answers all questions",
            file: "tasks: {t: {confirm: Sure?, needs: b, run: echo t}, b: {confirm: Really?, run: echo b}}",
            run: "-q --yes t", output: "b\nt\n"),
        PeerBehaviour(
            .just, "tests/confirm.rs: do_not_confirm_recipe", "without a terminal, an open question is an error",
            file: "tasks: {t: {confirm: Sure?, run: touch started}}", input: "n\n", run: "t", errorHas: ["--yes"],
            status: 64, leaves: ["started": nil]),
        PeerBehaviour(
            .task, "TestPromptWithIndirectTask", "a question of a need comes before anything starts",
            file: "tasks: {all: {needs: [[a], [b]]}, a: touch started, b: {confirm: Sure?, run: echo b}}", run: "all",
            errorHas: ["--yes"], status: 64, leaves: ["started": nil]),
        PeerBehaviour(
            .task, "TestWhenNoDirAttributeItRunsInSameDirAsTaskfile",
            "a task runs beside devtool.yml, wherever devtool is started", file: "tasks: {t: pwd}",
            files: ["a/b/x": ""], in: "a/b", run: "-q t", output: "[DIR]\n"),
        PeerBehaviour(
            .task, "TestWhenDirAttributeAndDirExistsItRunsInThatDir", "'dir' is beside devtool.yml, too",
            file: "tasks: {t: {dir: sub, run: pwd}}", files: ["sub/x": "", "a/x": ""], in: "a", run: "-q t",
            output: "[DIR]/sub\n"),
        PeerBehaviour(
            .task, "TestWhenDirAttributeItCreatesMissingAndRunsInThatDir",
            "a folder that is missing is an error, and is not made", file: "tasks: {t: {dir: sub, run: pwd}}",
            run: "-q t", errorHas: ["the task 't' needs the folder 'sub', which does not exist\n"], status: 66),
        PeerBehaviour(
            .just, "tests/working_directory.rs: attribute_with_recipe_parameter", "'dir' may have a value",
            file: "tasks: {t: {params: {which: a}, dir: 'sub/${params.which}', run: pwd}}", files: ["sub/b/x": ""],
            run: "-q t b", output: "[DIR]/sub/b\n"),
        PeerBehaviour(
            .task, "TestDynamicVariablesShouldRunOnTheTaskDir",
            "the command of a variable runs in the folder of its file, not of the task",
            file: "vars: {where: {command: [pwd]}}\ntasks: {t: {dir: sub, run: 'echo ${vars.where}'}}",
            files: ["sub/x": ""], in: "sub", run: "-q t", output: "[DIR]\n"),
        PeerBehaviour(
            .just, "tests/invocation_directory.rs: test_invocation_directory",
            "a task knows the folder in which devtool was started",
            file: "tasks: {t: 'cd \"${project.invocation-dir}\" && pwd'}", files: ["a b/x": ""], in: "a b", run: "-q t",
            output: "[DIR]/a b\n"),
        PeerBehaviour(
            .just, "tests/search.rs: search_stops_at_closest_justfile", "the nearest devtool.yml above is the project",
            file: "tasks: {t: echo outer}", files: ["sub/devtool.yml": "tasks: {t: echo inner}", "sub/a/x": ""],
            in: "sub/a", run: "-q t", output: "inner\n"),
        PeerBehaviour(
            .make, "tests/scripts/options/dash-C", "-C works in another folder", file: "tasks: {t: pwd}",
            files: ["sub/devtool.yml": "tasks: {t: 'echo sub; pwd'}"], run: "-q -C sub t", output: "sub\n[DIR]/sub\n"),
        PeerBehaviour(
            .make, "tests/scripts/options/dash-f", "--config takes another file, and its folder",
            file: "tasks: {t: echo outer}", files: ["sub/other.yml": "tasks: {t: 'echo other; pwd'}"],
            run: "-q --config sub/other.yml t", output: "other\n[DIR]/sub\n"),
        PeerBehaviour(
            .just, "tests/search.rs: not_found", "without a file, devtool says what is missing", file: nil, run: "t",
            errorHas: ["devtool: no devtool.yml in '[DIR]' or any folder above it\n"], status: 78),
        PeerBehaviour(
            .make, "tests/scripts/options/dash-n", "--dry-run shows each command, and runs nothing",
            file: "tasks: {a: {needs: b, run: [touch started, [echo, 'a b']]}, b: 'echo \"$X\"'}", run: "-n a",
            output: "b\n  echo \"$X\"\na  # needs b\n  touch started\n  echo 'a b'\n", leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/dotenv.rs: command_is_not_executed_in_dry_run",
            "--dry-run does not run the command of a value",
            file: "vars: {v: {shell: touch started}}\ntasks: {t: 'echo ${vars.v}'}", run: "--dry-run t",
            output: "touch started  # for vars.v, before anything else\nt\n  echo '$(touch started)'\n",
            leaves: ["started": nil]),
    ]
}
