import ArgumentParser
import Testing

@testable import DevtoolKit

/// What ArgumentParser says about wrong arguments, in devtool's words.
@Suite struct ArgumentProblemTests {
    private enum Fruit: String, CaseIterable, ExpressibleByArgument { case apple, pear }

    private enum Mode: String, EnumerableFlag { case fast, slow }

    private struct Sample: ParsableCommand {
        @Option var fruit: Fruit?
        @Option(name: .shortAndLong, help: ArgumentHelp("", valueName: "count")) var jobs: Int?
        @Option(help: ArgumentHelp("", valueName: "duration")) var wait: TimeSpan?
        @Option var odd: Double?
        @Flag var mode: Mode?
        @Flag var loud = false
        @Argument var first: Fruit
    }

    /// If ArgumentParser's sentences change, they are shown as they are, and this fails.
    @Test(
        arguments: [
            (["--fruits", "apple"], "unknown option '--fruits'", "did you mean '--fruit'?"),
            (["--verbos", "apple"], "unknown option '--verbos'", "did you mean '--verbose'?"),
            (["--nothing", "apple"], "unknown option '--nothing'", nil), (["-z", "apple"], "unknown option '-z'", nil),
            (["--fruit", "aple", "pear"], "'--fruit' must be one of apple, pear, not 'aple'", "did you mean 'apple'?"),
            (["--fruit", "it's", "pear"], "'--fruit' must be one of apple, pear, not 'it's'", nil),
            (["--fruit", "", "pear"], "'--fruit' must be one of apple, pear, not ''", nil),
            (["-j", "many", "pear"], "'-j' must be an integer from 1 to 1000, not 'many'", nil),
            (["--wait", "5x", "pear"], "'--wait' must be a duration like 500ms, 10s or 1h30m, not '5x'", nil),
            (["--odd", "a\nb", "pear"], "'--odd' cannot be 'a\nb'", nil),
            (["plum"], "'<first>' must be one of apple, pear, not 'plum'", nil),
            (["pear", "--jobs"], "missing value for '--jobs'", "write '--jobs COUNT'"),
            (["pear", "--loud=1"], "'--loud' takes no value, but '1' was given", "write '--loud' alone"),
            (["pear", "apple"], "unexpected argument 'apple'", nil),
            (["pear", "apple", "b"], "unexpected arguments: 'apple', 'b'", nil), ([], "missing argument: <first>", nil),
            (["pear", "--fast", "--slow"], "'--fast' and '--slow' cannot be combined", nil),
        ] as [([String], String, String?)]) func everySentenceIsTranslated(
            arguments: [String], message: String, hint: String?
        ) throws
    {
        let error = try #require(throws: (any Error).self) { _ = try Sample.parseAsRoot(arguments) }
        let problem = Diagnostic.ofArguments(Sample.message(for: error), about: Sample.self)
        #expect(problem.message == message)
        #expect(problem.hint == hint)
    }
}
