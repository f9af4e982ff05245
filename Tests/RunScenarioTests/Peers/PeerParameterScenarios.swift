import TestSupport
import Testing

/// Parameters and words on the command line, as users of other task runners know them.
@Suite struct PeerParameterScenarios {
    @Test(arguments: behaviours) func asThePeer(behaviour: PeerBehaviour) async throws { try await behaviour.check() }

    private static let greet = """
        tasks:
          greet:
            params: {who: {required: true}, how: hello, loud: {type: boolean}}
            run: echo ${params.how} ${params.who} ${params.loud}
        """

    static let behaviours: [PeerBehaviour] = [
        PeerBehaviour(
            .just, "tests/misc.rs: argument_multiple", "words are values, in their order", file: Self.greet,
            run: ["-q", "greet", "Ada Lovelace", "good  day"], output: "good  day Ada Lovelace false\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: supply_use_default", "what is not given has its default", file: Self.greet,
            run: "-q greet Ada", output: "hello Ada false\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: argument_mismatch_fewer", "a value that is missing is named", file: Self.greet,
            run: "greet",
            error: """
                devtool: the task 'greet' requires the parameter 'who'
                  hint: use --who VALUE

                """, status: 64),
        PeerBehaviour(
            .just, "tests/misc.rs: argument_mismatch_more", "a word too many is taken for a task", file: Self.greet,
            run: "greet a b c", error: "devtool: unknown task 'c'\n  hint: known: greet\n", status: 64),
        PeerBehaviour(
            .just, "tests/misc.rs: required_after_default", "a required parameter may follow one with a default",
            file: "tasks: {t: {params: {a: x, b: {required: true}}, run: 'echo ${params.a} ${params.b}'}}",
            run: "-q t --b 2", output: "x 2\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: plus_variadic_recipe", "the rest takes the words that are left",
            file: "tasks: {t: {params: {a: x, rest: {rest: true}}, run: 'printf \"<%s>\" ${params.a} ${params.rest}'}}",
            run: ["-q", "t", "0", "1 2", "", "*"], output: "<0><1 2><><*>"),
        PeerBehaviour(
            .just, "tests/misc.rs: plus_variadic_too_few", "a rest may be required",
            file: "tasks: {t: {params: {files: {rest: true, required: true}}, run: 'echo ${params.files}'}}", run: "t",
            errorHas: ["devtool: the task 't' requires the parameter 'files'\n"], status: 64),
        PeerBehaviour(
            .just, "tests/misc.rs: star_variadic_none", "a rest without words is no word at all",
            file: "tasks: {t: {params: {files: {rest: true}}, run: 'set -- ${params.files}; echo $#'}}", run: "-q t",
            output: "0\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: star_variadic_ignore_default", "given words take the place of a list's default",
            file: "tasks: {t: {params: {files: {rest: true, default: [a, b]}}, run: 'echo ${params.files}'}}",
            run: "-q t", output: "a b\n"
        ).then(run: "-q t c", output: "c\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: argument_grouping", "each task takes its own words",
            file: """
                tasks:
                  a: {params: {x: {required: true}}, run: 'echo a ${params.x}'}
                  b: {params: {x: {required: true}, y: none}, run: 'echo b ${params.x} ${params.y}'}
                """, run: "-q a 1 b 2 3 a 4", output: "a 1\nb 2 3\na 4\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: alias_with_parameters", "an alias takes words, too",
            file: "tasks: {install: {aliases: [i], params: {what: x}, run: 'echo ${params.what}'}}", run: "-q i all",
            output: "all\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: default_variable", "a default may be a variable",
            file: "vars: {v: {shell: echo 3}}\ntasks: {t: {params: {p: 'v${vars.v}'}, run: 'echo ${params.p}'}}",
            run: "-q t", output: "v3\n"),
        PeerBehaviour(
            .just, "tests/misc.rs: duplicate_parameter", "no parameter is declared twice",
            file: "tasks: {t: {params: {a: 1, a: 2}, run: echo}}", run: "t", errorHas: ["devtool.yml:1:28: "],
            status: 78),
        PeerBehaviour(
            .just, "tests/misc.rs: unknown_variable_in_default", "a default that names nothing is shown in its place",
            file: "tasks: {t: {params: {a: '${params.b}'}, run: echo}}", run: "t",
            errorHas: ["devtool.yml:1:26: ", "'b'"], status: 78),
        PeerBehaviour(
            .just, "tests/parameters.rs: parameter_default_values_may_use_earlier_parameters",
            "a default may name an earlier parameter",
            file: "tasks: {t: {params: {a: x, b: '${params.a}-b'}, run: 'echo ${params.a} ${params.b}'}}", run: "-q t",
            output: "x x-b\n"
        ).then(run: "-q t y", output: "y y-b\n"),
        PeerBehaviour(
            .just, "tests/parameters.rs: parameter_default_values_may_not_use_later_parameters",
            "a default may name a later parameter, too",
            file: "tasks: {t: {params: {a: '${params.b}!', b: x}, run: 'echo ${params.a}'}}", run: "-q t --b y",
            output: "y!\n"),
        PeerBehaviour(
            .just, "tests/options.rs: parameters_may_be_passed_with_long_options",
            "a parameter is a long option, with a space or an equals sign", file: Self.greet,
            run: "-q greet --how hi --who=Ada", output: "hi Ada false\n"),
        PeerBehaviour(
            .just, "tests/options.rs: positional_and_long_option_arguments_can_be_intermixed",
            "options and words may be mixed", file: Self.greet, run: "-q greet --loud Ada --how hi",
            output: "hi Ada true\n"),
        PeerBehaviour(
            .just, "tests/options.rs: unknown_options_are_an_error", "an unknown option is an error", file: Self.greet,
            run: "greet Ada --haw hi", error: "devtool: unknown option '--haw'\n  hint: did you mean '--how'?\n",
            status: 64),
        PeerBehaviour(
            .just, "tests/options.rs: options_require_value", "an option without its value is an error",
            file: Self.greet, run: "greet Ada --how", errorHas: ["devtool: missing value for '--how'\n"], status: 64),
        PeerBehaviour(
            .just, "tests/options.rs: flags_passed_with_a_value_are_an_error", "a boolean takes true or false only",
            file: Self.greet, run: "greet Ada --loud=very",
            errorHas: ["the parameter 'loud' of 'greet' must be true or false, not 'very'"], status: 64),
        PeerBehaviour(
            .just, "tests/options.rs: argument_values_starting_with_dashes_are_accepted_after_double_dash",
            "words after '--' are no options", file: "tasks: {t: 'printf \"<%s>\" \"$@\"'}", run: "-q t -- --how -v",
            output: "<--how><-v>"),
        PeerBehaviour(
            .just, "tests/arg_attribute.rs: pattern_mismatches_are_caught_before_running_dependencies",
            "a value that is not a choice is an error before anything starts",
            file: """
                tasks:
                  deploy: {needs: build, params: {to: {choices: [test, live]}}, run: 'echo ${params.to}'}
                  build: touch started
                """, run: "deploy lvie",
            error: """
                devtool: the parameter 'to' of 'deploy' must be one of test, live, not 'lvie'
                  hint: did you mean 'live'?

                """, status: 64, leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/positional_arguments.rs: variadic_arguments_are_separate", "words after '--' stay separate",
            file: "tasks: {t: 'for x in \"$@\"; do echo \"$x\"; done'}", run: ["-q", "t", "--", "a b", "c"],
            output: "a b\nc\n"),
        PeerBehaviour(
            .npm, "test/argument-placeholders.js: '{1}' should be replaced by the 1st argument preceded by '--'",
            "a line picks the words after '--' by number", file: "tasks: {t: 'echo \"$2 $1 $#\"'}", run: "-q t -- a b",
            output: "b a 2\n"),
        PeerBehaviour(
            .cargoMake, "src/lib/runner_test.rs: run_task_script_with_args_valid",
            "a program gets the words after '--' as arguments", file: "tasks: {t: {run: [[echo, first]]}}",
            run: ["-q", "t", "--", "a  b"], output: "first a  b\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_args_position", "options behind a task are the task's",
            file: "tasks: {t: {params: {jobs: 1}, run: 'echo ${params.jobs}'}}", run: "-q t --jobs 4", output: "4\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_raw_args", "behind '--', even --help is the task's",
            file: "tasks: {t: 'echo \"$@\"'}", run: "-q t -- --help", output: "--help\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_flag_choices", "choices are checked, and a default is one",
            file: "tasks: {t: {params: {env: {choices: [dev, prod], default: dev}}, run: 'echo ${params.env}'}}",
            run: "-q t", output: "dev\n"
        ).then(run: "-q t --env prod", output: "prod\n").then(
            run: "t --env qa", error: "devtool: the parameter 'env' of 't' must be one of dev, prod, not 'qa'\n",
            status: 64),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_dep_args", "a boolean is handed on",
            file: """
                tasks:
                  lint: {params: {fix: false}, needs: {task: check, params: {fix: "${params.fix}"}}}
                  check: {params: {fix: false}, run: 'echo fix=${params.fix}'}
                """, run: "-q lint", output: "fix=false\n"
        ).then(run: "-q lint --fix", output: "fix=true\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_usage_preflight",
            "a value that a later task lacks is an error before anything starts",
            file: "tasks: {good: touch started, bad: {params: {name: {required: true}}, run: 'echo ${params.name}'}}",
            run: "good bad", errorHas: ["devtool: the task 'bad' requires the parameter 'name'\n"], status: 64,
            leaves: ["started": nil]),
        PeerBehaviour(
            .invoke, "tests/parser_parser.py: inverse_bools_get_set_correctly", "--no-NAME is false",
            file: "tasks: {t: {params: {color: true}, run: 'echo ${params.color}'}}", run: "-q t --no-color",
            output: "false\n"),
        PeerBehaviour(
            .invoke, "tests/parser_parser.py: does_not_require_escaping_equals_signs_in_value",
            "only the first equals sign separates", file: "tasks: {t: {params: {x: none}, run: 'echo ${params.x}'}}",
            run: "-q t --x=a=b=c", output: "a=b=c\n"
        ).then(run: "-q t x=a=b", output: "a=b\n"),
        PeerBehaviour(
            .invoke, "tests/parser_parser.py: given_N_times_becomes_list_of_len_N",
            "an option of a list may be repeated",
            file: "tasks: {t: {params: {l: {type: list}}, run: 'printf \"<%s>\" ${params.l}'}}",
            run: ["-q", "t", "--l", "a b", "--l", "c"], output: "<a b><c>"),
        PeerBehaviour(
            .invoke, "tests/parser_parser.py: positional_args_eat_otherwise_valid_context_names",
            "the name of a task is the value that the task before it requires",
            file: Self.greet + "\n  build: {params: {x: 1}, run: 'echo build'}", run: "-q greet --who build",
            output: "hello build false\n"
        ).then(run: "-q greet build build", output: "hello build false\nbuild\n"),
        PeerBehaviour(
            .invoke, "tests/parser_parser.py: task_args_work_correctly", "a task runs for each of its sets of values",
            file: "tasks: {t: {params: {x: 0}, run: 'echo ${params.x}'}}", run: "-q t --x 1 t --x 2 t",
            output: "1\n2\n0\n"),
        PeerBehaviour(
            .doit, "tests/test_cmdparse.py: TestCommand.test_parseWrongType", "an integer is checked",
            file: "tasks: {t: {params: {n: {type: integer, default: 1}}, run: 'echo ${params.n}'}}", run: "t --n many",
            error: "devtool: the parameter 'n' of 't' must be an integer, not 'many'\n", status: 64),
        PeerBehaviour(
            .task, "TestRequires", "a need that lacks a value is an error in its place",
            file: "tasks: {all: {needs: say}, say: {params: {word: {required: true}}, run: 'echo ${params.word}'}}",
            run: "all", errorHas: ["devtool.yml:1:22: ", "requires the parameter 'word'"], status: 78),
        PeerBehaviour(
            .make, "tests/scripts/features/override", "NAME=VALUE on the command line wins",
            file: "vars: {cc: gcc}\ntasks: {t: {vars: {cc: clang}, run: 'echo ${vars.cc}'}}", run: "-q cc=tcc t",
            output: "tcc\n"),
    ]
}
