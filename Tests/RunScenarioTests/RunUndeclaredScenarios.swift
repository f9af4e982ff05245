import Foundation
import TestSupport
import Testing

/// Warnings about variables that stored results do not depend on.
@Suite struct RunUndeclaredScenarios {
    /// See: issue 47, "Warn, by name, about a cached task that reads a variable no key declares";
    /// vercel/turborepo#14059.
    @Test(arguments: [
        ("echo $MODE >out", "MODE"), ("echo \"a ${MODE:-x} $B\" >out", "MODE B"), ("echo '$MODE' >out", ""),
        ("MODE=x; echo $MODE >out", ""), ("for f in *; do echo $f; done >out", ""), ("read -r x <in; echo $x >out", ""),
        ("echo $HOME $PATH $PWD $TMPDIR $CI $1 $? $$ $# >out", ""), ("echo \"$(echo $MODE)\" >out", "MODE"),
        ("echo $OWN $FILE $WANTED >out", ""), ("echo \\$MODE >out", ""), ("x $(case a in a) $MODE;; esac)", ""),
        ("cat <<E >out\nMODE=\"$MODE\" '$B' \\$C\nE\necho $D", "MODE B D"), ("cat <<'E' >out\n$MODE\nE\necho $B", "B"),
        ("echo $A\ncat <<E >out\n${MODE:-x} $(echo $B)\nE\necho $C", "A MODE B"),
        ("echo `echo $MODE '$B'` >out", "MODE"), ("echo ${#MODE} $_ >out", "MODE"),
    ]) func aVariableThatNoKeyDeclares(line: String, names: String) async throws {
        let line = String(decoding: try JSONEncoder().encode(line), as: UTF8.self).replacing("\\/", with: "/")
        let warnings = names.split(separator: " ").map { name in
            "warning: the cached task 'site' reads \(name), which none of its keys declares\n"
        }
        for words in [["config", "check"], ["run", "-n", "site"], ["run", "-n", "other"]] {
            let outcome = try await Scenario().file("in", "x\n").variable("WANTED", "x").config(
                """
                env: {FILE: x}
                tasks:
                  site: {sources: in, outputs: out, cache: true, env: {OWN: x}, requires: {variables: WANTED}, run: \(line)}
                  other: echo $MODE
                """
            ).run(words).exits(0)
            let text = outcome.errorText
            let found = words.last == "other" ? [] : warnings
            #expect(text.components(separatedBy: "warning: ").count == found.count + 1, "\(text)")
            for warning in found { #expect(text.contains(warning), "\(text)") }
        }
    }

    @Test func allLinesOfATaskAreRead() async throws {
        let outcome = try await Scenario().file("in", "x\n").config(
            "tasks: {a: {sources: in, outputs: out, cache: true, if: 'test $ONE', status: 'test $TWO', run: 'echo $THREE >out'}}"
        ).run("config", "check").exits(0)
        for (name, place) in [("ONE", 57), ("TWO", 78), ("THREE", 96)] {
            #expect(
                outcome.errorText.contains("devtool.yml:1:\(place): warning: the cached task 'a' reads \(name), "),
                "\(outcome.errorText)")
        }
    }

    /// As make, just and Task have it.
    @Test(arguments: [
        ("echo $name", true), ("echo \"${name}\"", true), ("echo {{name}}", true), ("echo '{{ name }}'", true),
        ("echo {{.name}}", true), ("name=x; echo $name", false), ("echo '$name'", false), ("echo $own", false),
        ("echo ${params.name} name", false),
    ]) func aParameterAsAVariable(line: String, isWrong: Bool) async throws {
        let scenario = try Scenario().config(
            "tasks:\n  a:\n    params: {name: x, own: x}\n    env: {own: y}\n    run: |\n      \(line)\n")
        for words in [["config", "check"], ["run", "-n", "a"]] {
            let text = try await scenario.run(words).exits(0).errorText
            let warning = "devtool.yml:5:10: warning: the parameter 'name' is not a variable of the shell\n"
            #expect(text.contains(warning) == isWrong && (isWrong || text.isEmpty), "\(text)")
            #expect(text.contains("\n  hint: write ${params.name}\n") == isWrong, "\(text)")
        }
    }

    @Test func theWarningSaysWhatToAdd() async throws {
        try await Scenario().file("in", "x\n").config(
            "tasks:\n  site: {sources: in, outputs: out, cache: true, run: 'echo $MODE >out'}\n"
        ).run("config", "check").stdout("").stderr(
            """
            devtool.yml:2:55: warning: the cached task 'site' reads MODE, which none of its keys declares
              site: {sources: in, outputs: out, cache: true, run: 'echo $MODE >out'}
                                                                  ^
              hint: add MODE: "${MODE:-}" to its 'env', so that its results depend on it

            """
        ).exits(0)
    }
}
