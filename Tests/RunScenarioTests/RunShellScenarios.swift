import Foundation
import Subprocess
import TestSupport
import Testing

/// Values in shell lines: they come out as they are, and nothing of them is run.
///
/// See: issue 24, the first item.
@Suite struct RunShellScenarios {
    private static let shells = ["sh", "bash", "zsh", "ksh"]
    private static let canary = "$(touch pwned)"

    private func scenario(_ line: String, in shell: String = "sh") throws -> Scenario {
        let line = String(decoding: try JSONEncoder().encode(line), as: UTF8.self)
        return try Scenario().config("tasks: {a: {shell: \(shell), params: {x: {required: true}}, run: \(line)}}\n")
    }

    @Test(arguments: [
        ("echo hi >&${params.x}", canary, "after '>&'"),
        ("[[ $HOME == [[:print:]]* && ${params.x} -ge 1 ]]", "a[\(canary)]", "in arithmetic or a subscript"),
        ("a[i[1]+${params.x}]=z", canary, "in arithmetic or a subscript"),
        ("a=([${params.x}]=x)", canary, "in arithmetic or a subscript"),
        ("cat <\\\n<EOF\n'\nEOF\necho ${params.x}", "; touch pwned", "after an operator split across two lines"),
        ("(\\\n(${params.x}))", "a[\(canary)]", "after an operator split across two lines"),
        ("eval \"echo ${params.x}\"", canary, "into code for 'eval'"),
        ("sh -c 'echo ${params.x}'", canary, "into a command for another shell"),
        (
            "n=${params.x}; ((n == 0))", "a[\(canary)]",
            "into a line that does arithmetic, because the value contains a command such as '$(…)'"
        ),
        (
            "n=${params.x}; a[n]=1; echo ${a[$n]}", canary,
            "into a line that does arithmetic, because the value contains a command such as '$(…)'"
        ),
        (
            "f=${params.x}; echo hi >&$f", canary,
            "into a line that does arithmetic, because the value contains a command such as '$(…)'"
        ),
        (
            "declare -a a=${params.x}", "(\(canary))",
            "into a line that does arithmetic, because the value contains a command such as '$(…)'"
        ),
    ]) func whereAValueWouldBeCodeItIsRefused(line: String, value: String, place: String) async throws {
        let outcome = try await scenario(line, in: "bash").run("run", "a", "--x=\(value)")
        outcome.stdout("").exits(78).file("pwned", nil)
        #expect(
            outcome.errorText.hasPrefix("devtool.yml:1:")
                && outcome.errorText.contains(": a value cannot be inserted safely \(place)\n"))
    }

    @Test(arguments: [
        ("sh", "((n==0)) 2>/dev/null # it's\necho ${params.x}"),
        ("sh", "[ -n \"${params.x}\" ] && echo \"${params.x}\""), ("bash", "((1))# it's\necho ${params.x}"),
        ("bash", "if [[ ${params.x} != y ]]; then echo \"${params.x}\"; fi"),
        ("zsh", "printf '%s\\n' \"$#${params.x}\" | cut -c2-"),
    ]) func whateverAValueIsItIsPrinted(shell: String, line: String) async throws {
        for value in [Self.canary, "'; touch pwned; '", "\"`touch pwned`", "日\"; touch pwned; \""] {
            try await scenario(line, in: shell).run("run", "-q", "a", "--x=\(value)").stdout("\(value)\n").exits(0)
                .file("pwned", nil)
        }
    }

    /// `-v` is an operator of a test only, and a written number is no arithmetic.
    ///
    /// See: issue 47, "No false refusals".
    @Test(arguments: [
        "mkdir -p d; echo ${params.x}", "[ -d d ] || mkdir -p d; echo ${params.x}",
        "test -n x && command -v sh >/dev/null; echo ${params.x}", "echo ${params.x}; exit 0",
        "(echo ${params.x}; exit 1) || true", "echo ${params.x} & wait",
        "f() { echo ${params.x} -p -t; return 0; }; f | sed 's/ -p -t//'",
    ]) func aLineThatDoesNoArithmeticTakesAnyValue(line: String) async throws {
        let value = "a[\(Self.canary)]"
        try await scenario(line).run("run", "-q", "a", "--x=\(value)").stdout("\(value)\n").stderr("").exits(0).file(
            "pwned", nil)
    }

    /// What defines a variable is not its value.
    ///
    /// See: issue 47, "No false refusals"; evcc's `build` is `go build -v -ldflags=…`.
    @Test(arguments: [
        ("mkdir -p d/${vars.f} && ls d", "c\n"), ("echo -v -ldflags=-X=${vars.f}", "-v -ldflags=-X=c\n"),
        ("echo ${vars.f}; exit 0", "c\n"), ("[ ${vars.n} -eq 1 ] && echo one", "one\n"),
    ]) func aValueIsJudgedWhenItIsKnown(line: String, printed: String) async throws {
        let scenario = try Scenario().config(
            """
            vars:
              f: {shell: "[ a != b ] && echo c"}
              n: {shell: "[ a != b ] && echo $(echo 1)"}
              list: {shell: "[ -n x ] && echo '[s]rc'"}
            tasks:
              t: '\(line)'
              migration: {migrate: status, options: {timeout: "${vars.f}", contexts: ["${vars.n}"]}, sources: "${vars.list}"}
            """)
        try await scenario.run("run", "-q", "t").stdout(printed).stderr("").exits(0)
        try await scenario.run("config", "check").exits(0)
        // Its value is judged, too, as soon as there is one.
        try await scenario.run("run", "-n", "migration").stderr("").exits(0)
        let outcome = try await scenario.run("run", "migration").exits(78)
        #expect(outcome.errorText.contains("must be a duration like 500ms, 10s or 1h30m, not 'c'"))
    }

    /// The page says that devtool cannot protect against this.
    ///
    /// See: audit of 0.2.0, L14.
    @Test func aCommandInAVariableIsADocumentedException() async throws {
        let line = "e=eval; $e ${params.name}"
        #expect(
            try DocumentationPage("docs/run.md").text.contains(
                "- commands that are held in a variable, such as `\(line)`\n"))
        try await scenario(line.replacing("name", with: "x")).run("run", "-q", "a", "--x=touch pwned").exits(0).file(
            "pwned", "")
    }

    @Test(arguments: shells.filter(Scenario.has)) func argumentsAndTheEnvironmentAreTheAuthorsOwn(shell: String)
        async throws
    {
        let line = """
            echo "$0 $#" "$@"; shift; echo "$1 ${params.x}"
            f() { echo "$# ${params.x}"; }; f a b
            set -a; set -u; y=${params.x}; echo "$devtool_1"; printenv y devtool_1
            printenv | grep _devtool_ || echo none; (echo "(${params.x})")
            exec echo "$(echo ${params.x})"
            """
        try await scenario(line, in: shell).variable("devtool_1", "mine").run(
            "run", "-q", "a", "--x", "it's", "--", "u v", "w"
        ).stdout(
            """
            a 2 u v w
            w it's
            2 it's
            mine
            it's
            mine
            none
            (it's)
            it's

            """
        ).stderr("").exits(0)
    }

    @Test(.enabled(if: Scenario.has("bash"))) func theNumbersOfLinesAreTheAuthors() async throws {
        try await scenario("echo ${params.x}\necho $LINENO\nnosuch", in: "bash").run("run", "-q", "a", "--x", "1")
            .stdout("1\n2\n").stderr(
                """
                a: line 3: nosuch: command not found
                devtool.yml:1:9: the task 'a(x=1)' failed: exit status 127

                """
            ).exits(127)
    }

    @Test(arguments: [
        (
            "{run: 'echo ${params.x}', params: {x: {default: LONG}}}", "3:18",
            "a value cannot be inserted safely into a line because its 131072 bytes exceed the limit of 131071"
        ), ("{run: LONG}", "3:12", "the line is 131072 bytes long, but a shell accepts at most 131071"),
    ]) func whatIsTooLongIsRefused(task: String, place: String, message: String) async throws {
        let task = task.replacing("LONG", with: String(repeating: "x", count: 131_072))
        let outcome = try await Scenario().config(
            "tasks:\n  b: {run: touch started}\n  a: \(task)\n  c: {needs: [b, a]}\n"
        ).run("run", "c").stdout("").exits(78).file("started", nil)
        #expect(
            outcome.errorText.split(separator: "\n").contains {
                $0.hasPrefix("devtool.yml:\(place)") && $0.hasSuffix(": \(message)")
            })
    }

    @Test func anotherValueIsAnotherCommand() async throws {
        let scenario = try Scenario().file("in", "").config("tasks: {a: {sources: [in], run: 'echo ${env.V}'}}\n")
        let (first, second) = (scenario.variable("V", "it's"), scenario.variable("V", "other"))
        try await first.run("run", "-q", "a").stdout("it's\n").exits(0)
        try await first.run("run", "-q", "a").stdout("").exits(0)
        try await second.run("run", "--why", "a").stdout("other\n").stderr(
            "a runs: the command changed\na: echo 'other'\n"
        ).exits(0)
    }

    @Test(.enabled(if: canHunt("sh"), none)) func sh() async throws { try await hunt("sh") }
    @Test(.enabled(if: canHunt("bash"), none)) func bash() async throws { try await hunt("bash") }
    @Test(.enabled(if: canHunt("zsh"), none)) func zsh() async throws { try await hunt("zsh") }
    @Test(.enabled(if: canHunt("ksh"), none)) func ksh() async throws { try await hunt("ksh") }
    @Test(.enabled(if: canHunt("mksh"), none)) func mksh() async throws { try await hunt("mksh") }
    @Test(.enabled(if: canHunt("busybox"), none)) func busybox() async throws { try await hunt("busybox") }

    @Test(.enabled(if: canHunt("bash") && hasCharacterMaps, "no localedef, or no character maps"))
    func bashInALocaleOfTwoBytes() async throws { try await hunt("bash", locale: "zh_CN.GBK") }

    private static let none: Comment = "the shell or python3 is not there"

    private static func canHunt(_ shell: String) -> Bool { Scenario.has(shell) && Scenario.has("python3") }

    private static var hasCharacterMaps: Bool {
        Scenario.has("localedef") && FileManager.default.fileExists(atPath: "/usr/share/i18n/charmaps/GBK.gz")
    }

    /// A small part of `Scripts/fuzz shell`.
    private func hunt(_ shell: String, locale: String = "C.UTF-8") async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Scripts/fuzz-sources/shell.py"
        ).standardizedFileURL.path
        let scenario = Scenario()
        var configuration = scenario.configuration([
            script, "--shell", shell, "--locale", locale, "--lines", "\(rounds(120, every: 2))", "--values", "6",
            Scenario.devtool,
        ])
        configuration.executable = .name("python3")
        let outcome = try await scenario.outcome(of: configuration).stderr("").exits(0)
        #expect(outcome.outputText.hasSuffix(" 0 failed\n"), "\(outcome.outputText)")
    }
}
