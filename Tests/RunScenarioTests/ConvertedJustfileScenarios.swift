import TestSupport
import Testing

/// What `devtool init --from` makes of a justfile prints what just prints.
@Suite struct ConvertedJustfileScenarios {
    private static let quotes = """
        dir := "my dir"
        opt := "-l " + quote(dir)
        a:
            @printf '<%s>' {{quote(dir)}} {{dir}} {{opt}}
        b p="c d":
            @printf '<%s>' {{quote(p)}} {{p}} {{quote("it's")}} {{quote(`echo 1 2`)}}
        c:
            @printf '<%s>' "{{quote(dir)}}"
        d *args:
            @printf '<%s>' {{quote(args)}}
        e:
            @printf '<%s>' {{ if dir == "x" { quote("a b") } else { "c" } }}

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

    @Test(arguments: [
        ConversionExample(
            file: "justfile", text: quotes, words: ["a"], output: "<my dir><my><dir><-l><my dir>",
            left: 1),
        ConversionExample(
            file: "justfile", text: quotes, words: ["dir=it's", "a"],
            output: "<it's><it's><-l><it's>", left: 1),
        ConversionExample(
            file: "justfile", text: quotes, words: ["b"], output: "<c d><c><d><it's><1 2>", left: 1),
        ConversionExample(
            file: "justfile", text: quotes, words: ["b", "e  f"],
            output: "<e  f><e><f><it's><1 2>", left: 1),
        ConversionExample(
            file: "justfile", text: quotes, words: ["c"], output: "", status: 1, left: 1),
        ConversionExample(
            file: "justfile", text: quotes, words: ["d", "1  2"], output: "<1  2>", left: 1),
        ConversionExample(
            file: "justfile", text: quotes, words: ["e"], output: "", status: 1, left: 1),
        ConversionExample(file: "justfile", text: exports, words: ["t"], output: "[]\n"),
        ConversionExample(
            file: "justfile", text: exports, words: ["t", "x", "y z"], output: "[x y z]\n"),
        ConversionExample(file: "justfile", text: exports, words: ["u"], output: "[a b]\n"),
        ConversionExample(
            file: "justfile", text: exports, words: ["u", "c", "d"], output: "[c d]\n"),
        ConversionExample(
            file: "justfile", text: exports, words: ["w"], output: "<-a><-b><-a -b><-a -b>"),
        ConversionExample(
            file: "justfile", text: exports, words: ["w", "1 2"], output: "<1><2><1 2><1 2>"),
    ])
    func isRun(_ example: ConversionExample) async throws {
        try await example.check(Scenario())
    }

    /// just reads `.env` only if a setting says so.
    @Test(arguments: [
        ("", "[]\n", 0), ("set dotenv-load\n", "[1]\n", 0),
        ("set dotenv-load := false\n", "[]\n", 0), ("set dotenv-required\n", "[1]\n", 0),
        ("set dotenv-filename := 'b.env'\n", "[2]\n", 0),
    ])
    func dotenv(setting: String, output: String, left: Int32) async throws {
        let scenario = try Scenario().file(".env", "A=1").file("b.env", "A=2").variable("A", nil)
        try await ConversionExample(
            file: "justfile", text: setting + "t:\n    @echo \"[${A-}]\"\n", words: ["t"],
            output: output, left: left
        ).check(scenario)
    }

    /// just runs a private recipe that is its default, or that has another name.
    @Test(
        arguments: [
            ("[private]\ndefault:\n    @echo hi\n", [], "hi\n"),
            ("[private]\na:\n    @echo hi\nalias b := a\n", ["b"], "hi\n"),
        ] as [(String, [String], String)])
    func privateRecipes(text: String, words: [String], output: String) async throws {
        try await ConversionExample(file: "justfile", text: text, words: words, output: output)
            .check(Scenario())
    }
}
