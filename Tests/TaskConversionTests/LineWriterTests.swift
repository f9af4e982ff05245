import Testing

@testable import TaskConversion

/// Lines have the text that the other runners would give to a shell, or are not understood.
@Suite struct LineWriterTests {
    private static var variables: [ConvertedVariable] {
        [
            variable("word", ConvertedText("a/b")), variable("words", ConvertedText("-a -b")),
            variable("empty", ConvertedText("")), variable("assigned", ConvertedText("A=1 B=2")),
            variable("quoted", ConvertedText("-x '1 2'")),
            variable("nested", ConvertedText("\"") + .reference(.variable("word")) + ConvertedText("\"")),
            variable("path", .reference(.variable("word")) + ConvertedText(".o")),
            variable("unknown", .unknown("uses $(subst)")), variable("indirect", .reference(.variable("unknown"))),
            variable("self", .reference(.variable("self"))),
            variable("environment", .reference(.environment("CC", orElse: "cc"))),
            variable("expanded", .reference(.environment("CC", orElse: "$HOME/cc"))),
            ConvertedVariable(name: "output", value: ConvertedText("date"), isShell: true, line: 1),
            ConvertedVariable(name: "refused", value: ConvertedText("REFUSED"), isShell: true, line: 1),
        ]
    }

    private static func variable(_ name: String, _ text: ConvertedText) -> ConvertedVariable {
        ConvertedVariable(name: name, value: text, line: 1)
    }

    private static func writer(_ shell: [String]? = nil) -> LineWriter {
        var writer = LineWriter(shell: shell) { $0.contains("REFUSED") ? "no" : nil }
        writer.add(variables)
        writer.restParameters = ["rest"]
        return writer
    }

    /// `<name>` is a variable, `<:name>` a parameter, `<$name>` one of the environment, `<@>` the words after `--`.
    private static func text(_ source: String) -> ConvertedText {
        var text = ConvertedText()
        for (index, part) in source.split(separator: "<", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let end = part.firstIndex(of: ">") else {
                text.append(String(part))
                continue
            }
            let name = String(part[..<end])
            let reference: Reference =
                switch name.first {
                case ":": .parameter(String(name.dropFirst()))
                case "$": .environment(String(name.dropFirst()), orElse: "x")
                case "@": .arguments
                default: .variable(name)
                }
            text.append(.reference(reference))
            text.append(String(part[part.index(after: end)...]))
        }
        return text
    }

    @Test(arguments: [
        ("echo <word>", "words_word=${vars.word}; echo $words_word"),
        (
            "echo x<word>y '<word>' \"<word>\"",
            "words_word=${vars.word}; echo x${words_word}y '${vars.word}' \"${vars.word}\""
        ), ("echo <path>", "words_path=${vars.path}; echo $words_path"),
        ("cc <words> x", "words_words=${vars.words}; cc $words_words x"),
        ("cc x<words> <words>", "words_words=${vars.words}; cc x${words_words} $words_words"),
        ("cc \"<words>\"", "cc \"${vars.words}\""), ("cc <empty>", "words_empty=${vars.empty}; cc $words_empty"),
        ("cc <quoted>", "cc -x '1 2'"), ("cc <nested>", "cc \"${vars.word}\""),
        ("<environment> x", "words_environment=${vars.environment}; $words_environment x"),
        ("echo <output>", "words_output=${vars.output}; echo $words_output"),
        ("echo \"<output>\"", "echo \"${vars.output}\""),
        ("echo <:name>", "words_name=${params.name}; echo $words_name"), ("echo '<:name>'", "echo '${params.name}'"),
        ("echo <:rest>", "echo ${params.rest}"), ("echo <$HOME>", "echo ${HOME-x}"), ("echo <@>", "echo \"$@\""),
        ("echo '<$HOME>'", "echo '${env.HOME-x}'"), ("echo ${HOME} ${vars.x}", "echo ${HOME} $${vars.x}"),
        ("echo $'a'", "echo $'a'"), ("f $1 \"$@\"", "f $1 \"$@\""),
        // At other places than a word of a command, a known text is written out.
        ("<assigned> go", "A=1 B=2 go"), ("if true; then <assigned> go; fi", "if true; then A=1 B=2 go; fi"),
        ("A=1 <words> x", "words_words=${vars.words}; A=1 $words_words x"), ("<word>=1 x", "a/b=1 x"),
        ("A=<word> x <assigned>", "words_assigned=${vars.assigned}; A=a/b x $words_assigned"),
        ("A=<words> x", "A=-a -b x"), ("for <word>_i in 1; do :; done", "for a/b_i in 1; do :; done"),
        ("echo ~<word>/x ~/<word>", "words_word=${vars.word}; echo ~a/b/x ~/${words_word}"),
        ("awk '{print $<word>}'", "awk '{print $a/b}'"), ("echo \"$x<word>\" ${<word>}", "echo \"$xa/b\" ${a/b}"),
        ("x > <words> # <word>'", "x > -a -b # a/b'"),
        ("(x) | <assigned> y && <word> z", "words_word=${vars.word}; (x) | A=1 B=2 y && $words_word z"),
        (
            "$(<assigned> x \"<words>\") <words>",
            "words_words=${vars.words}; $(A=1 B=2 x \"${vars.words}\") $words_words"
        ),
    ]) func written(source: String, expected: String) throws {
        #expect(try Self.writer().line(Self.text(source)).text == expected)
    }

    @Test(
        arguments: [
            ("echo <unknown>", "uses 'unknown', which uses $(subst)"),
            ("echo <indirect>", "uses 'indirect', which uses $(subst)"),
            ("echo <self>", "uses 'self', which refers to itself"),
            ("echo <expanded>", "uses 'expanded', which has a default that a shell would expand"),
            ("echo <refused>", "uses 'refused', which has a line that devtool rejects: no"),
            ("echo <word> REFUSED", "has a line that devtool rejects: no"),
            ("echo $1 <word>", "uses the shell's positional parameters, such as $1"),
            ("echo <word> \"`echo $1`\"", "uses the shell's positional parameters, such as $1"),
            ("echo \"<:rest>\"", "inserts command-line arguments into a single word"),
            ("echo \"<@>\"", "inserts command-line arguments into a single word"), ("cat <<X", nil),
            ("<:name> x", "has a value that might not be a single word"),
            ("<output> x", "has a value that might not be a single word"),
            ("<@>", "has a value that might not be a single word"),
            ("A=<:name> x", "has a value that might not be a single word"),
            ("awk '{print $<:name>}'", "has a value that might not be a single word"),
            ("x 2>/dev/null; 2>/dev/null <:name> y", "has a value that might not be a single word"),
            ("echo <words> $'a'", "inserts values into a line that contains '<<' or '$''"),
        ] as [(String, String?)]) func notUnderstood(source: String, reason: String?) throws
    {
        // What looks like a reference in this notation is a here-document.
        let text =
            source.contains("<<") ? ConvertedText("cat <<X\n") + .reference(.parameter("name")) : Self.text(source)
        var writer = Self.writer()
        writer.getsArguments = true
        let error = #expect(throws: NotUnderstood.self) { try writer.line(text) }
        #expect(error?.reason == reason ?? "inserts values into a line that contains '<<' or '$''")
    }

    /// No value is allowed there, so a known text is written out.
    @Test(arguments: ["cat <<X\n", "echo $((", "eval ", "echo `"]) func placesForTexts(before: String) throws {
        let text = ConvertedText(before) + .reference(.variable("word"))
        #expect(try Self.writer().line(text).text == before + "a/b")
    }

    @Test func anotherShellGetsNoValues() throws {
        #expect(try Self.writer(["python3", "-c"]).line(ConvertedText("print(1)")).text == "print(1)")
        let error = #expect(throws: NotUnderstood.self) {
            try Self.writer(["/usr/bin/python3", "-c"]).line(Self.text("print(<word>)"))
        }
        #expect(error?.reason == "inserts values into a line for '/usr/bin/python3'")
    }

    @Test func textsThatNoShellReads() throws {
        #expect(try Self.writer().plain(Self.text("$x/<word>/<path>")).text == "$$x/${vars.word}/${vars.path}")
        #expect(try Self.writer().plain(Self.text("<$HOME>")).text == "${env.HOME-x}")
        let braces = ConvertedText.reference(.environment("HOME", orElse: "a}"))
        #expect(throws: NotUnderstood.self) { try Self.writer().plain(braces) }
        #expect(throws: NotUnderstood.self) { try Self.writer().plain(Self.text("<@>")) }
        #expect(throws: NotUnderstood.self) { try Self.writer().plain(Self.text("<indirect>")) }
    }

    @Test func variablesThatGrow() {
        var writer = Self.writer()
        writer.add([Self.variable("v0", ConvertedText("x x"))])
        writer.add(
            (1...40).map { number in
                let part = ConvertedText.reference(.variable("v\(number - 1)"))
                return Self.variable("v\(number)", part + ConvertedText(" ") + part)
            })
        let error = #expect(throws: NotUnderstood.self) { try writer.line(.reference(.variable("v40"))) }
        #expect(error?.reason == "uses 'v40', which is too long")
    }
}
