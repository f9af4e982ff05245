import Testing

@testable import TaskConversion

/// Files that include others, and texts that lead nowhere, come to an end.
@Suite struct ConversionLimitTests {
    @Test func filesThatIncludeOthersEndlessly() throws {
        let surroundings = ConversionSurroundings(
            shellProblem: { _ in nil },
            read: { path in
                let number = path.filter(\.isNumber).count
                guard path.hasSuffix(".yml") || path.hasSuffix(".just") else { return nil }
                return path.hasSuffix(".yml")
                    ? Array("includes: {a: ./1\(String(repeating: "1", count: number)).yml}".utf8)
                    : Array("mod a '1\(String(repeating: "1", count: number)).just'\n".utf8)
            })
        for (kind, name, text) in [
            (SourceKind.taskfile, "Taskfile.yml", "includes: {a: ./1.yml}\ntasks: {t: echo}"),
            (.justfile, "justfile", "mod a '1.just'\nt:\n  echo\n"),
        ] {
            let result = try ProjectConversion(of: kind, named: name, Array(text.utf8), in: surroundings)
            #expect(result.unreadableCount == 1)
        }
    }

    @Test func filesThatIncludeEachOther() throws {
        let task = try Conversion(
            "Taskfile.yml", "includes: {a: a.yml}\n", files: ["a.yml": "includes: {b: Taskfile.yml}\n"])
        _ = try? task.result()
        let make = try Conversion("Makefile", "include a.mk\na:\n\techo a\n", files: ["a.mk": "include a.mk\n"])
        #expect(try make.result().taskCount == 1)
    }

    @Test(arguments: [
        ("Taskfile.yml", "vars: {A: '{{.B}}x y', B: '{{.A}} z'}\ntasks: {t: 'echo {{.A}}'}\n"),
        ("Makefile", "A = $(B) x\nB = $(A) y\nt:\n\techo $(A)\n"),
        ("Makefile", "f = $(call f,$(1))\nt:\n\t$(call f,a)\n"),
        ("justfile", "a := b + ' x'\nb := a + ' y'\nt:\n  echo {{a}}\n"),
    ]) func namesThatNameEachOther(name: String, text: String) throws {
        let result = try Conversion(name, text).result()
        #expect(result.taskCount == 1)
    }

    @Test(arguments: [
        ("Taskfile.yml", "tasks: {t: 'echo {{", "(", "x'}\n"),
        ("Taskfile.yml", "tasks: {t: 'echo ", "{{if .A}}", "'}\n"), ("justfile", "a := ", "(", "'b'\n"),
        ("justfile", "a := ", "if b == ", "'b'\n"), ("Makefile", "t:\n\techo ", "$(or ", "\n"),
        ("Makefile", "t:\n\techo ", "$(", "\n"), ("Gruntfile.js", "grunt.initConfig(", "[", ");\n"),
        ("Gruntfile.js", "grunt.initConfig(", "{a: ", ");\n"),
        ("package.json", "{\"scripts\": {\"a\": \"", "(", "\"}}"),
    ]) func deepNestingEnds(name: String, start: String, part: String, end: String) throws {
        for count in [10, 5000] {
            let text = start + String(repeating: part, count: count) + end
            _ = try? Conversion(name, text).result()
        }
    }

    @Test func whatGrowsWithoutEndEnds() throws {
        var make = "A0 = x x\n"
        var just = "a0 := 'x x'\n"
        for number in 1...40 {
            make += "A\(number) = $(A\(number - 1)) $(A\(number - 1))\n"
            just += "a\(number) := a\(number - 1) + ' ' + a\(number - 1)\n"
        }
        make += "t: $(A40)\n\techo $(A40) $(foreach a,$(A40),$(a))\n"
        just += "t:\n  echo {{a40}}\n"
        #expect(try Conversion("Makefile", make).result().delegatedCount == 1)
        #expect(try Conversion("justfile", just).result().delegatedCount == 1)
        let open = "a := (\n" + String(repeating: "(\n", count: 2000)
        _ = try? Conversion("justfile", open).result()
    }

    /// Any part of a sample is read, or refused.
    @Test(arguments: [
        ("Taskfile.yml", "tasks:\n  a:\n    cmds: ['echo {{if .A}}x{{else}}y{{end}}', {for: [a], cmd: b}]\n"),
        (
            "justfile",
            "a := if b == 'c' { `d` } else { \"e\" }\n[group('x')]\n@r p='1' *q: (s 'x') && t\n  echo {{a}}\n"
        ), ("Makefile", "ifeq ($(A),b)\nC := $(shell d)\nendif\nt: $(wildcard *.c) | e\n\t@echo $@ $(C)\n"),
        ("package.json", "{\"scripts\": {\"a\": \"run-p b:* && echo 'x'\"}}"),
        ("Gruntfile.js", "grunt.initConfig({shell: {a: {command: ['b', `c`]}}}); grunt.registerTask('d', ['e:f']);"),
    ]) func truncatedFilesEnd(name: String, text: String) throws {
        for count in 0..<text.count {
            _ = try? Conversion(name, String(text.prefix(count))).result()
            _ = try? Conversion(name, String(text.dropFirst(count))).result()
        }
    }
}
