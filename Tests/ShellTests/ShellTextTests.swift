import Testing

@testable import Shell

/// Which shell lines need no shell, and how words are quoted.
struct ShellTextTests {
    @Test(arguments: [
        ("true", ["true"]), ("swift  build -c release ", ["swift", "build", "-c", "release"]),
        ("./tool --level=3 a/b.c,d", ["./tool", "--level=3", "a/b.c,d"]),
    ]) func plainWords(line: String, words: [String]) { #expect(ShellText.programCall(line) == words) }

    @Test(arguments: [
        "", " ", "A=1 true", "cd src", "echo a", "a | b", "a; b", "a && b", "ls *.c", "ls ~", "ls #", "a $B", "a 'b'",
        "a \"b\"", "a\nb", "a > b", "if", "a `b`", "a {b,c}", "a \\b", "a\tb", "! a", "exit 3", "a (b)", "[ a ]",
        "a [bc]", "é",
    ]) func whatNeedsAShell(line: String) { #expect(ShellText.programCall(line) == nil) }

    @Test(arguments: [
        ("a/b", "a/b"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("'\u{301}", "''\\''\u{301}'"),
        ("größe", "'größe'"),
    ]) func quotedWords(word: String, quoted: String) { #expect(ShellText.quoted(word) == quoted) }
}
