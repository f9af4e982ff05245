import Testing

@testable import TaskRunner

/// Which shell lines need no shell.
struct SimpleCommandTests {
    @Test(arguments: [
        ("true", ["true"]), ("swift  build -c release ", ["swift", "build", "-c", "release"]),
        ("./tool --level=3 a/b.c,d", ["./tool", "--level=3", "a/b.c,d"]),
    ]) func plainWords(line: String, words: [String]) { #expect(SimpleCommand.words(of: line) == words) }

    @Test(arguments: [
        "", " ", "A=1 true", "cd src", "echo a", "a | b", "a; b", "a && b", "ls *.c", "ls ~", "ls #", "a $B", "a 'b'",
        "a \"b\"", "a\nb", "a > b", "if", "a `b`", "a {b,c}", "a \\b", "a\tb", "! a", "exit 3", "a (b)", "[ a ]",
        "a [bc]", "é",
    ]) func whatNeedsAShell(line: String) { #expect(SimpleCommand.words(of: line) == nil) }
}
