import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Reporting

@Suite struct ReportingGitHubTests {
    private static func runner(workspace: String? = nil) throws -> GitHubActions {
        var environment = ["GITHUB_ACTIONS": "true"]
        environment["GITHUB_WORKSPACE"] = workspace
        return try #require(
            GitHubActions(
                environment: environment, paths: ReportPaths(workingDirectory: "/src/sub", environment: environment)))
    }

    @Test(arguments: [[:], ["GITHUB_ACTIONS": ""], ["GITHUB_ACTIONS": "false"]]) func isThereOnlyUnderTheRunner(
        environment: [String: String]
    ) {
        let paths = ReportPaths(workingDirectory: "/", environment: environment)
        #expect(GitHubActions(environment: environment, paths: paths) == nil)
    }

    private static let place = SourceLocation(file: "a,b:c%.yml", line: 4, column: 7)
    private static let stdin = SourceLocation(file: "<stdin>", line: 1, column: 1)

    @Test(arguments: [
        (Diagnostic("wrong"), "::error::wrong"), (Diagnostic("odd", severity: .warning), "::warning::odd"),
        (Diagnostic("so", severity: .note), "::notice::so"),
        (
            Diagnostic("100%\r\n, a: b", at: place, hint: "mend\nit", rule: ReportingExamples.unknownKey),
            "::error file=a%2Cb%3Ac%25.yml,line=4,col=7,title=unknown-key::100%25%0D%0A, a: b%0Ahint: mend%0Ait"
        ), (Diagnostic("wrong", at: stdin), "::error::wrong"),
        (Diagnostic("wrong", at: SourceLocation(file: "https://ex.test/a", line: 1, column: 2)), "::error::wrong"),
        // A mark on the colon makes it one character with it, and leaves it a colon to the runner.
        (Diagnostic("x", rule: Rule(foreign: "a:\u{301}b")), "::error title=a%3A\u{301}b::x"),
    ]) func annotates(diagnostic: Diagnostic, expected: String) throws {
        #expect(try Self.runner().annotation(of: diagnostic) == expected)
    }

    @Test(arguments: [
        ("devtool.yml", "sub/devtool.yml"), ("../devtool.yml", "devtool.yml"), ("/src/a.yml", "a.yml"),
        ("/etc/a.yml", "/etc/a.yml"),
    ]) func namesFilesFromTheRepositorysRoot(file: String, expected: String) throws {
        let place = SourceLocation(file: file, line: 1, column: 1)
        #expect(
            try Self.runner(workspace: "/src").annotation(of: Diagnostic("x", at: place))
                == "::error file=\(expected),line=1,col=1::x")
    }

    @Test(arguments: [
        ("a ::error::b", "a ::error::b"), ("::error::b", "\u{200B}::error::b"),
        ("a\n  ::stop-commands::x", "a\n  \u{200B}::stop-commands::x"), ("a\r\n::x::", "a\r\n\u{200B}::x::"),
        ("a\r::x::", "a\r\u{200B}::x::"), ("a ##[group]b", "a ##\u{200B}[group]b"),
        ("##[\u{301}x]", "##\u{200B}[\u{301}x]"),
    ]) func quotesCommandsInInputs(text: String, expected: String) { #expect(GitHubActions.quoted(text) == expected) }

    private let folder = TemporaryFolder()

    /// What a console under the runner writes to standard error.
    private func written(_ verbosity: Verbosity = .normal, _ write: (Console) async throws -> Void) async throws
        -> String
    {
        let file = try FileDescriptor.open(
            folder.path.appending("err"), .readWrite, options: [.create, .truncate], permissions: .ownerReadWrite)
        defer { try? file.close() }
        try await write(
            Console(error: file, program: "devtool", verbosity: verbosity, style: .plain, gitHub: try Self.runner()))
        return folder.text("err") ?? ""
    }

    @Test func showsAndAnnotates() async throws {
        let text = try await written { console in
            console.report(Diagnostic("wrong", at: SourceLocation(file: "a", line: 1, column: 2)))
        }
        #expect(text == "a:1:2: wrong\n::error file=a,line=1,col=2::wrong\n")
    }

    @Test func quietAnnotatesNotes() async throws {
        let text = try await written(.quiet) { $0.report(Diagnostic("so", severity: .note)) }
        #expect(text == "::notice::so\n")
    }

    @Test func masksEverySecretOnce() async throws {
        let text = try await written { console in
            console.hide([Secret("hunter2"), Secret("100%\nx"), Secret("x"), Secret("")])
            console.hide([Secret("hunter2")])
            console.say("the password is hunter2")
        }
        #expect(text == "::add-mask::hunter2\n::add-mask::100%25%0Ax\nthe password is ***\n")
    }

    @Test func aGroupHasItsTitleOnOneLine() {
        let group = CISystem.gitHub.fold("build\n100%", from: Timestamp(secondsSince1970: 7))
        #expect(group.begin == "::group::build%0A100%25")
        #expect(group.end == "::endgroup::")
        let section = CISystem.gitLab.fold("build\n\u{1B}[1m", from: Timestamp(secondsSince1970: 7))
        let begin =
            "\u{1B}\\[0Ksection_start:7:([a-z]+_[0-9]+)\\[collapsed=true\\]\r\u{1B}\\[0Kbuild\u{FFFD}\u{FFFD}\\[1m"
        let end = "\u{1B}\\[0Ksection_end:[0-9]+:([a-z]+_[0-9]+)\r\u{1B}\\[0K"
        let names = [(section.begin, begin), (section.end, end)].map { text, pattern in
            (try? Regex(pattern).wholeMatch(in: text))?.output[1].substring
        }
        #expect(names[0] != nil && names[0] == names[1], "\(section)")
    }
}
