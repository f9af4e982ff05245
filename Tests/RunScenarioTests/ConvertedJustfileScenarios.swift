import TestSupport
import Testing

/// What `devtool init --from` makes of a justfile prints what just prints.
@Suite struct ConvertedJustfileScenarios {
    private static let values = """
        dir := "my dir"
        opt := "-l " + dir
        joined := "a" + `echo "b  c"` + env("UNSET", "d e")
        a:
            @printf '<%s>' {{dir}} "{{dir}}" {{opt}}
        b p="c d" *rest:
            @printf '<%s>' {{p}} "{{p}}" {{rest}}
        c:
            @printf '<%s>' {{joined}} "{{joined}}"
        d:
            @printf '<%s>' 'x \\
              y'

        """

    /// What is exported is text: a list of words has blanks between them.
    private static let exports = """
        set export
        t *args:
            @echo "[$args]"
        u +$f="a b":
            @echo "[$f]"
        w g="-a -b":
            @printf '<%s>' {{g}} "{{g}}" "$g"

        """

    private static let positional = """
        set positional-arguments  # forward
        t a *rest:
            @printf '<%s>' "$@" $# "$1"; shift; printf '<%s>' "$@"

        """

    /// just runs what comes after a recipe again, in a run of its own.
    private static let order = """
        down:
            @echo down
        up: && down
            @echo up
        all: down up down && down up
            @echo all

        """

    @Test(arguments: [
        ConversionExample(file: "justfile", text: values, words: ["a"], output: "<my><dir><my dir><-l><my><dir>"),
        ConversionExample(file: "justfile", text: values, words: ["dir=it's", "a"], output: "<it's><it's><-l><it's>"),
        ConversionExample(file: "justfile", text: values, words: ["b"], output: "<c><d><c d>"),
        ConversionExample(
            file: "justfile", text: values, words: ["b", "e  f", "g", "h"], output: "<e><f><e  f><g><h>"),
        ConversionExample(file: "justfile", text: values, words: ["c"], output: "<ab><cd><e><ab  cd e>"),
        ConversionExample(file: "justfile", text: values, words: ["d"], output: "<x y>"),
        ConversionExample(file: "justfile", text: exports, words: ["t"], output: "[]\n"),
        ConversionExample(file: "justfile", text: exports, words: ["t", "x", "y z"], output: "[x y z]\n"),
        ConversionExample(file: "justfile", text: exports, words: ["u"], output: "[a b]\n"),
        ConversionExample(file: "justfile", text: exports, words: ["w"], output: "<-a><-b><-a -b><-a -b>"),
        ConversionExample(file: "justfile", text: positional, words: ["t", "x y", "z"], output: "<x y><z><2><x y><z>"),
        ConversionExample(
            file: "justfile", text: order, words: ["all"], output: "down\nup\ndown\nall\ndown\nup\ndown\n"),
    ]) func isRun(_ example: ConversionExample) async throws { try await example.check(Scenario()) }

    /// just reads `.env` only if a setting says so.
    @Test(arguments: [
        ("", "[]\n"), ("set dotenv-load\n", "[1]\n"), ("set dotenv-load := false\n", "[]\n"),
        ("set dotenv-required\n", "[1]\n"), ("set dotenv-filename := 'b.env'\n", "[2]\n"),
    ]) func dotenv(setting: String, output: String) async throws {
        let scenario = try Scenario().file(".env", "A=1").file("b.env", "A=2").variable("A", nil)
        try await ConversionExample(
            file: "justfile", text: setting + "t:\n    @echo \"[${A-}]\"\n", words: ["t"], output: output
        ).check(scenario)
    }

    /// A file that just reads in a way of its own is left to it, and no obstacle to it.
    @Test(arguments: [
        ("A=x\nB=${A}y\n", "[xy]\n"), ("B=a'b'c\n", "[abc]\n"), ("B = x\n", "[x]\n"), ("A.B=x\nB=y\n", "[y]\n"),
        ("# plain\n\nB=x=y\n", "[x=y]\n"),
    ]) func linesOfDotenv(variables: String, output: String) async throws {
        let scenario = try Scenario().file(".env", variables).variable("A", nil).variable("B", nil)
        try await ConversionExample(
            file: "justfile", text: "set dotenv-load\nt:\n    @echo \"[$B]\"\n", words: ["t"], output: output
        ).check(scenario)
    }

    /// just runs private recipes by their names, also one that is its default, or that has another name.
    @Test(
        arguments: [
            ("b:\n[private]\na:\n    @echo hi\n", ["a"], "hi\n"), ("[private]\ndefault:\n    @echo hi\n", [], "hi\n"),
            ("[private]\na:\n    @echo hi\nalias b := a\n", ["b"], "hi\n"),
        ] as [(String, [String], String)]) func privateRecipes(text: String, words: [String], output: String)
        async throws
    { try await ConversionExample(file: "justfile", text: text, words: words, output: output).check(Scenario()) }
}
