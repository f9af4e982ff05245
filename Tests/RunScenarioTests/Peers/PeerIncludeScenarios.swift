import TestSupport
import Testing

/// Included files and their namespaces, as users of other task runners know them.
@Suite struct PeerIncludeScenarios {
    @Test(arguments: behaviours) func asThePeer(behaviour: PeerBehaviour) async throws { try await behaviour.check() }

    static let behaviours: [PeerBehaviour] = [
        PeerBehaviour(
            .just, "tests/modules.rs: module_recipes_can_be_run_with_path_syntax",
            "a task of an included file has its namespace in front, after one colon",
            file: "includes: {web: web.yml}\ntasks: {a: echo outer}", files: ["web.yml": "tasks: {a: echo inner}"],
            run: "-q web:a a", output: "inner\nouter\n"),
        PeerBehaviour(
            .just, "tests/modules.rs: modules_can_contain_other_modules", "an included file may include others",
            file: "includes: {web: web/tasks.yml}",
            files: [
                "web/tasks.yml": "includes: {api: api/tasks.yml}\ntasks: {a: echo web}",
                "web/api/tasks.yml": "tasks: {a: 'echo api; pwd'}",
            ], run: "-q web:api:a", output: "api\n[DIR]/web/api\n"),
        PeerBehaviour(
            .just, "tests/modules.rs: missing_module_file_error", "a missing file is an error in its place",
            file: "includes: {web: web.yml}\ntasks: {a: echo}", run: "a",
            error: """
                devtool.yml:1:17: file 'web.yml' not found
                includes: {web: web.yml}
                                ^
                  hint: write {file: …, optional: true} if it may be missing

                """, status: 78),
        PeerBehaviour(
            .just, "tests/modules.rs: missing_optional_modules_do_not_trigger_error", "an optional file may be missing",
            file: "includes: {web: {file: web.yml, optional: true}}\ntasks: {a: echo a}", run: "-q a", output: "a\n"),
        PeerBehaviour(
            .task, "TestIncludesOptionalExplicitFalse", "a file that is not optional may not",
            file: "includes: {web: {file: web.yml, optional: false}}\ntasks: {a: echo a}", run: "a",
            errorHas: ["devtool.yml:1:24: file 'web.yml' not found\n"], status: 78),
        PeerBehaviour(
            .just, "tests/modules.rs: recipe_depending_on_absent_optional_module_is_disabled",
            "what needs a task of a missing optional file is an error, not a success",
            file: "includes: {web: {file: web.yml, optional: true}}\ntasks: {a: {needs: 'web:a', run: touch started}}",
            run: "a", errorHas: ["devtool.yml:2:20: unknown task 'web:a'\n"], status: 78, leaves: ["started": nil]),
        PeerBehaviour(
            .just, "tests/modules.rs: submodule_shell_recipes_run_in_submodule_directory",
            "a task runs in the folder of its file", file: "includes: {web: web/tasks.yml}\ntasks: {a: pwd}",
            files: ["web/tasks.yml": "tasks: {a: pwd, b: {dir: src, run: pwd}}", "web/src/x": ""],
            run: "-q a web:a web:b", output: "[DIR]\n[DIR]/web\n[DIR]/web/src\n"),
        PeerBehaviour(
            .just, "tests/modules.rs: recipes_with_same_name_are_both_run",
            "tasks of one name in two files are two tasks",
            file: "includes: {web: web.yml}\ntasks: {all: {needs: [[build], ['web:build']]}, build: echo outer}",
            files: ["web.yml": "tasks: {build: echo inner}"], run: "-q all", output: "outer\ninner\n"),
        PeerBehaviour(
            .just, "tests/modules.rs: modules_use_module_settings", "a file's shell is for its tasks only",
            file: "includes: {web: web.yml}\ntasks: {a: 'echo outer ${BASH_VERSION:+bash}'}",
            files: ["web.yml": "run: {shell: bash}\ntasks: {a: 'echo inner ${BASH_VERSION:+bash}'}"], run: "-q a web:a",
            output: "outer\ninner bash\n"),
        PeerBehaviour(
            .just, "tests/modules.rs: circular_module_imports_are_detected",
            "files that include each other are an error", file: "includes: {web: web.yml}\ntasks: {a: echo}",
            files: ["web.yml": "includes: {back: devtool.yml}"], run: "a",
            errorHas: ["include cycle: devtool.yml → web.yml → devtool.yml\n"], status: 78),
        PeerBehaviour(
            .just, "tests/modules.rs: exported_variables_are_available_in_submodules",
            "'env' applies to included files, which may set it anew",
            file: "includes: {web: web.yml}\nenv: {A: outer, B: outer}\ntasks: {a: echo $A $B}",
            files: ["web.yml": "env: {B: inner}\ntasks: {a: echo $A $B}"], run: "-q web:a a",
            output: "outer inner\nouter outer\n"),
        PeerBehaviour(
            .just, "tests/modules.rs: submodule_assignments_are_not_shadowed_by_parent_variables",
            "an included file's variables win there, and the outer ones are seen",
            file: "includes: {web: web.yml}\nvars: {a: outer, b: outer}\ntasks: {t: 'echo ${vars.a}'}",
            files: ["web.yml": "vars: {a: inner}\ntasks: {t: 'echo ${vars.a} ${vars.b}'}"], run: "-q web:t t",
            output: "inner outer\nouter\n"),
        PeerBehaviour(
            .just, "tests/modules.rs: submodule_recipe_not_found_error_message",
            "an unknown task of a namespace is an error", file: "includes: {web: web.yml}\ntasks: {a: echo}",
            files: ["web.yml": "tasks: {build: echo}"], run: "web:biuld",
            error: "devtool: unknown task 'web:biuld'\n  hint: did you mean 'web:build'?\n", status: 64),
        PeerBehaviour(
            .just, "tests/dependencies.rs: recipe_module_dependency_only_runs_once",
            "a task of a namespace is needed by two, and runs once",
            file:
                "includes: {web: web.yml}\ntasks: {all: {needs: [a, 'web:build']}, a: {needs: 'web:build', run: echo a}}",
            files: ["web.yml": "tasks: {build: echo build}"], run: "-q all", output: "build\na\n"),
        PeerBehaviour(
            .task, "TestIncludesCallingRoot", "an included file names a task of the outer one",
            file: "includes: {web: web.yml}\ntasks: {shared: echo shared}",
            files: ["web.yml": "tasks: {a: {needs: shared, run: echo a}}"], run: "-q web:a", output: "shared\na\n"),
        PeerBehaviour(
            .task, "TestIncludesDependencies", "names are looked up in the own namespace first",
            file: "includes: {web: web.yml}\ntasks: {dep: echo outer}",
            files: ["web.yml": "tasks: {a: {needs: dep, run: echo a}, dep: echo inner}"], run: "-q web:a",
            output: "inner\na\n"),
        PeerBehaviour(
            .task, "TestIncludesUnshadowedDefault", "a namespace is no task: its default is named in full",
            file: "includes: {web: web.yml}\ntasks: {a: echo}", files: ["web.yml": "tasks: {default: echo inner}"],
            run: "-q web:default", output: "inner\n"),
        PeerBehaviour(
            .task, "TestIncludesEmptyMain", "a file may consist of includes only", file: "includes: {web: web.yml}",
            files: ["web.yml": "tasks: {a: echo a}"], run: "-q web:a", output: "a\n"),
        PeerBehaviour(
            .task, "TestUserWorkingDirectoryWithIncluded",
            "an included file knows the folder in which devtool was started", file: "includes: {web: web/tasks.yml}",
            files: ["web/tasks.yml": "tasks: {a: 'echo ${project.invocation-dir}; pwd'}", "sub/x": ""], in: "sub",
            run: "-q web:a", output: "[DIR]/sub\n[DIR]/web\n"),
        PeerBehaviour(
            .cargoMake, "src/lib/descriptor/mod_test.rs: load_external_descriptor_broken_makefile_panic",
            "a broken included file is an error with its own place", file: "includes: {web: web.yml}\ntasks: {a: echo}",
            files: ["web.yml": "tasks: {b: {rnu: x}}"], run: "web:b",
            errorHas: ["web.yml:1:13: unknown key or command 'rnu' in 'tasks.b'\n", "did you mean 'run'?"], status: 78),
        PeerBehaviour(
            .invoke, "tests/collection.py: honors_subcollection_task_aliases",
            "an alias of an included task has the namespace, too", file: "includes: {web: web.yml}",
            files: ["web.yml": "tasks: {build: {aliases: b, run: echo b}}"], run: "-q web:b", output: "b\n"),
    ]
}
