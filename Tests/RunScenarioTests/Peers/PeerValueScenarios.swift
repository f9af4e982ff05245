import TestSupport
import Testing

/// Variables, the environment and `.env` files, as users of other task runners know them.
@Suite struct PeerValueScenarios {
    @Test(arguments: behaviours) func asThePeer(behaviour: PeerBehaviour) async throws { try await behaviour.check() }

    static let behaviours: [PeerBehaviour] = [
        PeerBehaviour(
            .just, "tests/dotenv.rs: set_implicit", "a file .env is read, without being named",
            file: "tasks: {t: echo $KEY}", files: [".env": "KEY=dot\n"], run: "-q t", output: "dot\n"),
        PeerBehaviour(
            .just, "tests/dotenv.rs: set_false", "an empty list turns that off",
            file: "dotenv: []\ntasks: {t: 'echo ${KEY:-unset}'}", files: [".env": "KEY=dot\n"], run: "-q t",
            output: "unset\n"),
        PeerBehaviour(
            .just, "tests/dotenv.rs: dotenv_required", "a file that is named must be there",
            file: "dotenv: settings.env\ntasks: {t: touch started}", run: "t",
            errorHas: ["devtool.yml:1:9: cannot read 'settings.env'"], status: 78, leaves: ["started": nil]),
        PeerBehaviour(
            .task, "TestDotenvShouldAllowMissingEnv", "an optional file may be missing",
            file: "dotenv: {file: settings.env, optional: true}\ntasks: {t: echo ok}", run: "-q t", output: "ok\n"),
        PeerBehaviour(
            .just, "tests/dotenv.rs: path_list_last_wins", "of several files the last one wins",
            file: "dotenv: [one.env, two.env]\ntasks: {t: echo $A $B}",
            files: ["one.env": "A=1\nB=1\n", "two.env": "B=2\n"], run: "-q t", output: "1 2\n"),
        PeerBehaviour(
            .just, "tests/dotenv.rs: dotenv_env_var_default_no_override", "the environment beats the files",
            file: "tasks: {t: echo $KEY}", files: [".env": "KEY=dot\n"], environment: ["KEY": "outside"], run: "-q t",
            output: "outside\n"),
        PeerBehaviour(
            .just, "tests/dotenv.rs: dotenv_variable_in_backtick", "the command of a variable sees the files",
            file: "vars: {v: {shell: 'echo [$KEY]'}}\ntasks: {t: 'echo ${vars.v}'}", files: [".env": "KEY=dot\n"],
            run: "-q t", output: "[dot]\n"),
        PeerBehaviour(
            .just, "tests/dotenv.rs: dotenv_path_usable_from_subdir", "the file lies beside devtool.yml",
            file: "tasks: {t: echo $KEY}", files: [".env": "KEY=dot\n", "sub/.env": "KEY=sub\n"], in: "sub",
            run: "-q t", output: "dot\n"),
        PeerBehaviour(
            .just, "tests/modules.rs: submodule_dotenv_overrides_root",
            "the file of an included file wins there, and the outer one is seen",
            file: "includes: {web: web/tasks.yml}\ntasks: {t: 'echo $A ${B:-unset}'}",
            files: [
                ".env": "A=outer\nC=outer\n", "web/.env": "A=inner\nB=inner\n",
                "web/tasks.yml": "tasks: {t: echo $A $B $C}",
            ], run: "-q web:t t", output: "inner inner outer\nouter unset\n"),
        PeerBehaviour(
            .task, "TestTaskDotenvOverriddenByEnv", "'env' of the task beats its files",
            file: "tasks: {t: {dotenv: a.env, env: {A: own}, run: echo $A $B}}", files: ["a.env": "A=file\nB=file\n"],
            run: "-q t", output: "own file\n"),
        PeerBehaviour(
            .task, "TestTaskDotenvWithVarName", "a variable may name the file",
            file: "vars: {stage: dev}\ntasks: {t: {dotenv: '${vars.stage}.env', run: echo $A}}",
            files: ["dev.env": "A=file\n"], run: "-q t", output: "file\n"),
        PeerBehaviour(
            .task, "TestTaskDotenvParseErrorMessage", "a broken line is shown with its place", file: "tasks: {t: echo}",
            files: [".env": "GOOD=1\nBAD LINE\n"], run: "t", errorHas: [".env:2"], status: 78),
        PeerBehaviour(
            .task, "TestEnv", "'env' of a task beats that of the file, and both the environment",
            file:
                "env: {FOO: foo, BAR: bar}\ntasks: {t: {env: {BAR: own, N: 1, T: true, F: 1.1}, run: echo $FOO $BAR $N $T $F}}",
            environment: ["FOO": "outside", "BAR": "outside"], run: "-q t", output: "foo own 1 true 1.1\n"),
        PeerBehaviour(
            .task, "TestVars", "variables may name others, in any order",
            file: "vars: {a: '${vars.b}!', b: '${vars.c}?', c: x}\ntasks: {t: 'echo ${vars.a}'}", run: "-q t",
            output: "x?!\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_vars", "a task's own variables win, and may name those of the file",
            file: """
                vars: {greeting: hello, name: world}
                tasks: {t: {vars: {greeting: hi, both: "${vars.name}s"}, run: 'echo ${vars.greeting} ${vars.both}'}}
                """, run: "-q t", output: "hi worlds\n"),
        PeerBehaviour(
            .just, "tests/backticks.rs: trailing_newlines_are_stripped",
            "a command's output has no line breaks at its end",
            file: "vars: {v: {shell: 'printf \"a\\nb\\n\\n\"'}}\ntasks: {t: 'printf \"<%s>\" ${vars.v}'}", run: "-q t",
            output: "<a\nb>"),
        PeerBehaviour(
            .just, "tests/misc.rs: backtick_code_assignment",
            "a command that fails ends the run with its status, before anything starts",
            file:
                "vars: {v: {shell: exit 100}}\ntasks: {all: {needs: [[a], [b]]}, a: touch started, b: 'echo ${vars.v}'}",
            run: "all", errorHas: ["devtool.yml:1:", "exit status 100"], status: 100, leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/lazy.rs: unused_assignment_not_evaluated", "a command runs only if something uses its value",
            file: "vars: {bad: {shell: exit 1}, good: {shell: echo 1}}\ntasks: {t: 'echo ${vars.good}'}", run: "-q t",
            output: "1\n"),
        PeerBehaviour(
            .just, "tests/lazy.rs: multiple_invocations_evaluate_union",
            "a command runs once in a run, whoever uses its value",
            file: "vars: {v: {shell: 'echo x >>log; echo v'}}\ntasks: {a: 'echo ${vars.v}', b: 'echo ${vars.v}'}",
            run: "-q a b", output: "v\nv\n", leaves: ["log": "x\n"]),
        PeerBehaviour(
            .just, "tests/evaluate.rs: evaluate_overridden_assignment_dependencies_not_evaluated",
            "the command of a value that is given does not run",
            file: "vars: {v: {shell: touch started}}\ntasks: {t: 'echo ${vars.v}'}", run: "-q v=given t",
            output: "given\n", leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/misc.rs: variable_circular_dependency", "variables in a circle are an error",
            file: "vars: {a: '${vars.b}', b: '${vars.a}'}\ntasks: {t: 'echo ${vars.a}'}", run: "t",
            errorHas: ["devtool.yml:1:", "refers to itself"], status: 78),
        PeerBehaviour(
            .just, "tests/overrides.rs: unknown_override_arg", "an unknown variable is an error",
            file: "vars: {colour: red}\ntasks: {t: 'echo ${vars.colour}'}", run: "color=blue t",
            error: """
                devtool: no task in this run uses 'color'
                  hint: did you mean 'colour'?

                """, status: 64),
        PeerBehaviour(
            .just, "tests/export.rs: parameter", "a parameter reaches the programs by 'env'",
            file: "tasks: {t: {params: {who: x}, env: {WHO: '${params.who}'}, run: [[printenv, WHO]]}}",
            run: "-q t Ada", output: "Ada\n"),
        PeerBehaviour(
            .just, "tests/export.rs: setting_false", "a variable is no environment variable",
            file: "vars: {FOO: x}\ntasks: {t: 'echo ${vars.FOO} ${FOO-unset}'}", run: "-q t", output: "x unset\n"),
        PeerBehaviour(
            .just, "tests/shadowing_parameters.rs: parameter_may_shadow_variable",
            "a parameter and a variable may share a name",
            file: "vars: {x: v}\ntasks: {t: {params: {x: p}, run: 'echo ${params.x} ${vars.x}'}}", run: "-q t",
            output: "p v\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: env_function_as_env_var_or_default", "a reference may have a default",
            file: "tasks: {t: 'echo ${env.ZONE:-eu} ${env.HOUSE:-none} [${env.EMPTY-d}] ${env.ZONE-a.b} ${ZONE-c.d}'}",
            environment: ["HOUSE": "7", "EMPTY": ""], run: "-q t", output: "eu 7 [] a.b c.d\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: env_function_as_env_var",
            "an environment variable that is missing is an error without a default",
            file: "tasks: {t: 'touch started ${env.NO_SUCH}'}", run: "t", errorHas: ["NO_SUCH"], status: 78,
            leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/evaluate.rs: evaluate", "--env prints the values, and where they come from",
            file: "vars: {a: 1, b: '${vars.a}2'}\ntasks: {t: 'echo ${vars.b}'}", run: "--env a=3 t",
            output: """
                NAME    VALUE  FROM
                vars.a  3      command line
                vars.b  32     devtool.yml:1

                """),
        PeerBehaviour(
            .make, "tests/scripts/features/targetvars", "what a task needs has its own values, not those of its caller",
            file: "vars: {x: file}\ntasks: {a: {vars: {x: a}, needs: b, run: 'echo ${vars.x}'}, b: 'echo ${vars.x}'}",
            run: "-q a", output: "file\na\n"),
        PeerBehaviour(
            .make, "tests/scripts/features/export", "'env' reaches what a program starts, too",
            file: "env: {FOO: foo}\ntasks: {t: sh -c 'sh -c \"echo \\$FOO\"'}", run: "-q t", output: "foo\n"),
        PeerBehaviour(
            .make, "tests/scripts/functions/value", "a value with signs of a shell stays as it is",
            file: "vars: {v: '$(echo hi) `id` $HOME'}\ntasks: {t: 'echo ${vars.v}'}", run: "-q t",
            output: "$(echo hi) `id` $HOME\n"),
        PeerBehaviour(
            .make, "tests/scripts/options/dash-e", "the environment can set a variable that says so",
            file: "vars: {cc: '${env.CC:-gcc}'}\ntasks: {t: 'echo ${vars.cc}'}", environment: ["CC": "tcc"],
            run: "-q t", output: "tcc\n"
        ).then(run: "-q cc=clang t", output: "clang\n"),
        PeerBehaviour(
            .task, "TestReference", "a list stays a list in a command",
            file: "vars: {l: [a b, c]}\ntasks: {t: 'printf \"<%s>\" ${vars.l}; echo x${vars.l}'}", run: "-q t",
            output: "<a b><c>xa b,c\n"),
        PeerBehaviour(
            .just, "tests/string.rs: multiline_raw_string", "a value may have several lines",
            file: "vars: {v: \"a\\n  b\"}\ntasks: {t: 'printf \"<%s>\" ${vars.v}'}", run: "-q t", output: "<a\n  b>"),
        PeerBehaviour(
            .task, "TestSpecialVars", "a task knows its name and the project's folder",
            file:
                "includes: {web: web/tasks.yml}\ntasks: {t: {aliases: [u], run: 'echo ${task.name} ${project.root}'}}",
            files: ["web/tasks.yml": "tasks: {t: 'echo ${task.name} ${project.root}'}"], run: "-q u web:t",
            output: "t [DIR]\nweb:t [DIR]\n"),
    ]
}
