import TestSupport
import Testing

/// Which tasks are up to date, as users of other task runners know it.
@Suite struct PeerFreshnessScenarios {
    @Test(arguments: behaviours) func asThePeer(behaviour: PeerBehaviour) async throws { try await behaviour.check() }

    private static let copy = "tasks: {copy: {sources: in, outputs: out, run: cp in out}}"

    static let behaviours: [PeerBehaviour] = [
        PeerBehaviour(
            .doit, "tests/test_dependency.py: TestDependencyStatus.test_fileDependencies",
            "a task whose sources have not changed is up to date", file: copy, files: ["in": "1\n"], run: "copy",
            error: "copy: cp in out\n", leaves: ["out": "1\n"]
        ).then(run: "copy", error: "copy: up to date\n"),
        PeerBehaviour(
            .doit, "tests/test_dependency.py: TestDependencyStatus.test_fileDependencies_changed",
            "a changed source is a reason", file: copy, files: ["in": "1\n"], run: "-q copy"
        ).then(
            writing: ["in": "2\n"], run: "--why copy", error: "copy runs: 'in' changed\ncopy: cp in out\n",
            leaves: ["out": "2\n"]),
        PeerBehaviour(
            .doit, "tests/test_dependency.py: TestMD5Checker.test_timestamp",
            "a source that is rewritten, with the same content, is no reason", file: copy, files: ["in": "1\n"],
            run: "-q copy"
        ).then(writing: ["in": "1\n"], run: "copy", error: "copy: up to date\n"),
        PeerBehaviour(
            .task, "TestStatusChecksumMissingGenerated", "a missing output is a reason",
            file: copy.replacing("cp in out}", with: "cp in out}, clean: rm out"), files: ["in": "1\n"],
            run: "-q copy clean", leaves: ["out": nil]
        ).then(
            run: "--why copy", error: "copy runs: the output 'out' is missing\ncopy: cp in out\n",
            leaves: ["out": "1\n"]),
        PeerBehaviour(
            .doit, "tests/test_dependency.py: TestDependencyStatus.test_targets",
            "an output that something else wrote is a reason", file: copy, files: ["in": "1\n"], run: "-q copy"
        ).then(writing: ["out": "other\n"], run: "-q copy", leaves: ["out": "1\n"]),
        PeerBehaviour(
            .doit, "tests/test_runner.py: TestRunner_SelectTask.test_alwaysExecute", "--force-run runs it all the same",
            file: copy, files: ["in": "1\n"], run: "-q copy"
        ).then(run: "--force-run copy", error: "copy: cp in out\n"),
        PeerBehaviour(
            .make, "tests/scripts/options/dash-B", "--force-run runs what is needed, too",
            file: "tasks: {b: {needs: a, sources: in, run: echo b}, a: {sources: in, run: echo a}}", files: ["in": ""],
            run: "-q b", output: "a\nb\n"
        ).then(run: "-q b").then(run: "-q --force-run b", output: "a\nb\n"),
        PeerBehaviour(
            .make, "tests/scripts/targets/PHONY", "a task without sources and outputs always runs",
            file: "tasks: {clean: echo clean}", files: ["clean": "a file of its name"], run: "-q clean",
            output: "clean\n"
        ).then(run: "-q clean", output: "clean\n"),
        PeerBehaviour(
            .make, "tests/scripts/options/symlinks", "a source that is a link counts as what it leads to",
            file: "tasks: {link: ln -s deep/real in, copy: {sources: in, run: cat in}}", files: ["deep/real": "1\n"],
            run: "-q link copy", output: "1\n"
        ).then(run: "-q copy").then(writing: ["deep/real": "2\n"], run: "-q copy", output: "2\n"),
        PeerBehaviour(
            .doit, "tests/test_tools.py: TestConfigChanged.test_string", "a changed value is a reason",
            file: "vars: {mode: fast}\ntasks: {t: {sources: in, run: 'echo ${vars.mode}'}}", files: ["in": ""],
            run: "-q t", output: "fast\n"
        ).then(run: "-q t").then(run: "-q mode=safe t", output: "safe\n"),
        PeerBehaviour(
            .doit, "tests/test_tools.py: TestConfigChanged.test_dict",
            "a changed command is a reason, unlike with make", file: copy, files: ["in": "1\n"], run: "-q copy"
        ).then(
            writing: ["devtool.yml": copy.replacing("cp in out", with: "sed s/1/2/ in >out")], run: "-q copy",
            leaves: ["out": "2\n"]),
        PeerBehaviour(
            .doit, "tests/test_dependency.py: TestDependencyStatus.test_UptodateCommand_True",
            "'status' tells whether a task is up to date", file: "tasks: {t: {status: test -e done, run: touch done}}",
            run: "t", error: "t: touch done\n"
        ).then(run: "t", error: "t: up to date\n"),
        PeerBehaviour(
            .task, "TestStatus", "all lines of 'status' must succeed, and the sources be unchanged",
            file: "tasks: {t: {sources: in, status: [test -e one, test -e two], run: echo ran}}",
            files: ["in": "", "one": ""], run: "-q t", output: "ran\n"
        ).then(run: "-q t", output: "ran\n").then(writing: ["two": ""], run: "-q t").then(
            writing: ["in": "2"], run: "-q t", output: "ran\n"),
        PeerBehaviour(
            .task, "TestStatusVariables", "'status' has the values of the task",
            file: "vars: {file: made}\ntasks: {t: {status: 'test -e ${vars.file}', run: 'touch ${vars.file}'}}",
            run: "-q t", leaves: ["made": ""]
        ).then(run: "t", error: "t: up to date\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_source_hash_not_written_on_failure", "a task that has failed is not up to date",
            file: "tasks: {t: {sources: in, run: 'echo ran; test -e ok'}}", files: ["in": ""], run: "-q t",
            output: "ran\n", errorHas: ["exit status 1\n"], status: 1
        ).then(writing: ["ok": ""], run: "-q t", output: "ran\n").then(run: "-q t"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_failed_freshness", "a failure also counts after an earlier success",
            file: "tasks: {t: {sources: in, run: 'echo ran; test ! -e bad'}}", files: ["in": ""], run: "-q t",
            output: "ran\n"
        ).then(writing: ["bad": ""], run: "-q --force-run t", output: "ran\n", errorHas: ["exit status 1\n"], status: 1)
            .then(run: "-q t", output: "ran\n", errorHas: ["exit status 1\n"], status: 1),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_run_sources_negation", "an excluded source is no reason",
            file: "tasks: {t: {sources: [src, '!src/gen'], run: echo ran}}", files: ["src/a": "", "src/gen/b": ""],
            run: "-q t", output: "ran\n"
        ).then(writing: ["src/gen/b": "2"], run: "-q t").then(writing: ["src/a": "2"], run: "-q t", output: "ran\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_dep_invalidates_sources", "a need that has made something new is a reason",
            file: "tasks: {b: {needs: a, sources: own, run: echo b}, a: {sources: in, outputs: mid, run: cp in mid}}",
            files: ["in": "1", "own": ""], run: "-q b", output: "b\n"
        ).then(run: "-q b").then(writing: ["in": "2"], run: "-q b", output: "b\n"),
        PeerBehaviour(
            .mise, "e2e/tasks/test_task_globstar_enumeration", "** is any number of folders",
            file: "tasks: {t: {sources: 'src/**/*.c', run: echo ran}}",
            files: ["src/a.c": "", "src/x/y/b.c": "", "src/x/c.h": ""], run: "-q t", output: "ran\n"
        ).then(writing: ["src/x/c.h": "2"], run: "-q t").then(
            writing: ["src/x/y/b.c": "2"], run: "-q t", output: "ran\n"
        ).then(writing: ["src/new.c": ""], run: "-q t", output: "ran\n"),
        PeerBehaviour(
            .task, "TestGenerates", "names with blanks, folders above and whole paths are outputs",
            file: """
                tasks:
                  t:
                    dir: sub
                    sources: in.txt
                    outputs: [../my file.txt, "${project.root}/whole.txt"]
                    run: [cp in.txt "../my file.txt", 'cp in.txt "${project.root}/whole.txt"', echo ran]
                """, files: ["sub/in.txt": "x"], run: "-q t", output: "ran\n",
            leaves: ["my file.txt": "x", "whole.txt": "x"]
        ).then(run: "-q t"),
        PeerBehaviour(
            .task, "TestDryChecksum", "a dry run leaves no record", file: copy, files: ["in": "1\n"],
            run: "--dry-run copy", output: "copy  # unless it is up to date\n  cp in out\n"
        ).then(run: "copy", error: "copy: cp in out\n"),
        PeerBehaviour(
            .task, "TestGitignoreNegation", "a pattern takes back what another excludes",
            file: "tasks: {t: {sources: ['*', '!*.log', keep.log, '!out'], run: echo ran >>out}}",
            files: ["a": "", "b.log": "", "keep.log": ""], run: "-q t"
        ).then(writing: ["b.log": "2"], run: "t", error: "t: up to date\n").then(
            writing: ["keep.log": "2"], run: "-q t", leaves: ["out": "ran\nran\n"]),
        PeerBehaviour(
            .doit, "tests/test_runner.py: TestTask_RunAll.testActionModifiesFiledep",
            "a task that changes its own source runs again", file: "tasks: {t: {sources: in, run: 'echo x >>in'}}",
            files: ["in": ""], run: "-q t", leaves: ["in": "x\n"]
        ).then(run: "-q t", leaves: ["in": "x\nx\n"]),
        PeerBehaviour(
            .doit, "tests/test_dependency.py: TestDependencyStatus.test_targetFolder",
            "a folder is an output, with all its files",
            file: "tasks: {t: {sources: in, outputs: dist/, run: 'mkdir -p dist; cp in dist/a; echo ran'}}",
            files: ["in": "1"], run: "-q t", output: "ran\n"
        ).then(run: "-q t").then(writing: ["dist/a": "other"], run: "-q t", output: "ran\n"),
    ]
}
