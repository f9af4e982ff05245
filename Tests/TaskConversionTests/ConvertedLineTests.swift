import Testing

@testable import TaskConversion

/// What single lines become.
@Suite struct ConvertedLineTests {
    @Test(
        arguments: [
            ("echo {{.TASK}}", "echo ${task.name}"),
            ("echo '{{.CLI_ARGS}} {{.ROOT_DIR}}'", nil),
            ("echo {{.CLI_ARGS}}", "echo \"$@\""),
            ("echo \"{{.CLI_ARGS}}\"", "echo \"$*\""),
            ("echo {{\"a-b\" | replace \"-\" \"+\" | upper}}", "echo A+B"),
            ("echo {{if eq OS \"windows\"}}w{{else}}u{{end}}", "echo u"),
            ("echo {{joinPath .ROOT_DIR \"bin\"}}", "echo ${project.root}/bin"),
            ("echo {{/* nothing */}}x", "echo x"),
            ("echo {{range .A}}x{{end}}", nil),
            ("echo {{now}}", nil),
        ] as [(String, String?)])
    func ofTaskfiles(line: String, expected: String?) throws {
        let quoted = "'" + line.replacing("'", with: "''") + "'"
        let conversion = try Conversion("Taskfile.yml", "tasks:\n  t:\n    cmd: \(quoted)\n")
        try expect(conversion, expected)
    }

    @Test(
        arguments: [
            ("@echo $@ $$HOME", "echo t $HOME"),
            ("@echo $(words a b) $(filter %.c,a.c b.h)", "echo 2 a.c"),
            ("@echo $(wordlist 2,3,a b c d) $(findstring a,abc)", "echo b c a"),
            ("@echo $(join a b,c d) $(suffix x.c y)", "echo ac bd .c"),
            ("@echo $(wordlist a,3,b)", nil),
            ("@echo $(subst a,b,banana)", "echo bbnbnb"),
            ("@echo $(addprefix x/,a b)", "echo x/a x/b"),
            ("@echo $(notdir a/b.c) $(dir a/b.c)", "echo b.c a/"),
            ("@echo $(patsubst %.c,%.o,a.c b.h)", "echo a.o b.h"),
            ("@echo $(CURDIR)", "echo ${project.root}"),
            ("@echo $(shell date)", "echo $(date)"),
            ("@echo $(eval A=1)", nil),
            ("@echo \"$(strip  a  b )\"", "echo \"a b\""),
            ("@echo $(addsuffix .x,$(wildcard *.c))", nil),
            ("@echo x $(info a)", nil),
            ("@$(info a)", "echo \"a\""),
            ("@$(warning a)", "echo \"Makefile:2: a\" >&2"),
            ("@rm $(wildcard *.o)", "rm $(echo $(ls -d *.o 2>/dev/null))"),
        ] as [(String, String?)])
    func ofMakefiles(line: String, expected: String?) throws {
        try expect(Conversion("Makefile", "t:\n\t\(line)\n"), expected)
    }

    @Test(
        arguments: [
            ("@echo {{`a`}}", "output1=$(a) || exit; echo ${output1}"),
            ("@echo \"{{`a`}}\" output1", "output1_=$(a) || exit; echo \"${output1_}\" output1"),
            ("@echo '{{`a`}}'", nil),
            ("-echo {{`a`}}", nil),
            ("@echo {{env('X', `a`)}}", nil),
            ("@echo '{{{{name}}'", "echo '{{name}}'"),
        ] as [(String, String?)])
    func ofJustfiles(line: String, expected: String?) throws {
        try expect(Conversion("justfile", "t:\n    \(line)\n"), expected)
    }

    private func expect(_ conversion: Conversion, _ expected: String?) throws {
        let task = try conversion.task("t")
        if let expected {
            #expect(task.contains(expected), "\(task)")
            #expect(try conversion.result().leftoverCount == 0)
        } else {
            #expect(task.contains("# TODO devtool: "), "\(task)")
            #expect(try conversion.result().leftoverCount == 1)
        }
    }
}
