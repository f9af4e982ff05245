import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit
@testable import Reporting

@Suite struct StepSummaryTests {
    private let folder = TemporaryFolder()
    private var file: String { folder.path.appending("summary.md").string }

    private func context(_ environment: [String: String]) throws -> Context {
        let error = try FileDescriptor.open(
            folder.path.appending("err"), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
        let console = Console(error: error)
        return Context(
            console: console, processes: ProcessRunner(console: console), environment: environment,
            workingDirectory: folder.path, plugins: [])
    }

    @Test(
        arguments: [
            [:], ["GITHUB_STEP_SUMMARY": "x.md"], ["GITHUB_ACTIONS": "true"],
            ["GITHUB_ACTIONS": "false", "GITHUB_STEP_SUMMARY": "x.md"],
            ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": ""],
        ] as [[String: String]]) func thereIsNoneElsewhere(environment: [String: String]) throws
    { #expect(StepSummary(in: try context(environment)) == nil) }

    @Test func appendsWithoutSecrets() throws {
        let context = try context(["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": file])
        context.console.hide([Secret("hunter2")])
        try folder.write("before\n", to: "summary.md")
        let summary = try #require(StepSummary(in: context))
        summary.append("the password is hunter2")
        summary.append("### Next\n")
        #expect(folder.text("summary.md") == "before\nthe password is ***\n### Next\n")
        #expect(context.console.diagnostics == [])
    }

    @Test func aFullSummaryStaysAsItIs() throws {
        let context = try context(["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": file])
        let text = String(repeating: "x", count: Int(StepSummary.limit) - 2)
        try folder.write(text, to: "summary.md")
        let summary = try #require(StepSummary(in: context))
        summary.append("ab")
        #expect(context.console.diagnostics.map(\.message) == ["the step summary is full"])
        summary.append("a")
        let isExpected = folder.text("summary.md") == text + "a\n"
        #expect(isExpected)
    }

    @Test func whatCannotBeWrittenIsAWarning() throws {
        let context = try context(["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": folder.path.string])
        try #require(StepSummary(in: context)).append("x")
        #expect(context.console.diagnostics.map(\.severity) == [.warning])
    }

    @Test(arguments: [
        ("db/a_b.xml", "db/a&#95;b.xml"), ("a|b\n*c*", "a&#124;b<br>&#42;c&#42;"), ("<script>&", "&lt;script&gt;&amp;"),
        ("[x](https://a)", "&#91;x&#93;(https&#58;//a)"), ("\u{1B}[31m", "\u{FFFD}&#91;31m"),
    ]) func escapedTextShowsAsItIs(text: String, expected: String) { #expect(StepSummary.escaped(text) == expected) }
}
