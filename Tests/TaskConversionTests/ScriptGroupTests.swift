import Testing

@testable import TaskConversion

/// The groups of npm-run-all, as its parser of arguments makes them.
@Suite struct ScriptGroupTests {
    private static let scripts = ["clean", "w:a", "w:b", "w:b:c", "last"]

    @Test(
        arguments: [
            ("npm-run-all", "clean -p w:*", [(false, "clean"), (true, "w:a w:b")]),
            ("npm-run-all", "-s clean -p w:*", [(false, "clean"), (true, "w:a w:b")]),
            (
                "npm-run-all2", "--parallel w:a w:b --sequential last clean",
                [(true, "w:a w:b"), (false, "last clean")]
            ),
            ("npm-run-all", "-lp w:** --serial last", [(true, "w:a w:b w:b:c"), (false, "last")]),
            ("npm-run-all", "-p clean", [(false, "clean")]),
            ("npm-run-all", "w:a w:* w:a", [(false, "w:a w:b w:a")]),
            ("run-p", "-s clean w:*", [(true, "clean w:a w:b")]),
            ("run-s", "--silent clean last", [(false, "clean last")]),
            ("run-s", "-p clean last", nil),
            ("npm-run-all", "-c clean last", nil),
            ("npm-run-all", "-rp clean last", nil),
            ("npm-run-all", "clean none:*", nil),
            ("npm-run-all", "clean -- x", nil),
        ] as [(String, String, [(Bool, String)]?)])
    func areThoseOfItsParser(program: String, words: String, groups: [(Bool, String)]?) {
        let found = ScriptGroup.groups(
            after: program, words.split(separator: " ").map(String.init), among: Self.scripts)
        let expected = groups?.map {
            ScriptGroup(areConcurrent: $0.0, names: $0.1.split(separator: " ").map(String.init))
        }
        #expect(found == expected)
    }
}
