import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit

/// What the word at the cursor may become.
@Suite struct CompletionEngineTests {
    /// The candidates, and what else the shell is to do, as one text.
    private func text(_ answer: CompletionAnswer) -> String {
        let words = answer.candidates.map(\.word)
        return (words + [answer.otherwise.line]).joined(separator: " ")
    }

    private static let global = "-C --config --color --quiet -q --verbose -v --report --help -h --version nothing"

    @Test(arguments: [
        ([""], "save tasks nested help nothing"), (["-"], global), (["--color", ""], "auto always never nothing"),
        (["--color=a"], "--color=auto --color=always --color=never nothing"),
        (["--quiet", ""], "save tasks nested help nothing"), (["--config", ""], "files yml yaml"),
        (["--config="], "files yml yaml"), (["--config", "--odd", ""], "save tasks nested help nothing"),
        (["--report=json", "s"], "save tasks nested help nothing"), (["--odd", ""], "save tasks nested help nothing"),
        (["unknown", ""], "nothing"), (["help", ""], "save tasks nested exit-codes nothing"),
        (["help", "nested", ""], "save tasks nothing"), (["help", "nested", "odd", ""], "nothing"),
        (["help", "-"], "nothing"),
    ]) func beforeTheCommand(words: [String], expected: String) { #expect(text(answer(words)) == expected) }

    @Test(arguments: [
        (["save", ""], "round square nothing"), (["s", ""], "round square nothing"), (["save", "round", ""], "files"),
        (["save", "round", "a", "b", ""], "files"), (["save", "--shape", ""], "round square nothing"),
        (["save", "-s", ""], "round square nothing"), (["save", "--shape=sq"], "--shape=round --shape=square nothing"),
        (["save", "--shape", "round", ""], "round square nothing"),
        (["save", "--shape", "-", ""], "round square nothing"), (["save", "--backup", ""], "round square nothing"),
        (["save", "--backup="], "nothing"), (["save", "--log", ""], "files"), (["save", "--log="], "files"),
        (["save", "--rules", ""], "files yml"), (["save", "--into=x"], "folders"),
        (["save", "--count", ""], "nothing"), (["save", "--odd=r"], saveOptions), (["save", "-"], saveOptions),
        (["save", "--", "-"], "round square nothing"), (["save", "--", "-", ""], "files"),
        (
            ["save", "-s", "round", "--tag", "a", "--all", "-"],
            "--backup --log --rules --into --count --tag --help -h nothing"
        ), (["hidden", ""], "nothing"),
    ]) func whatAnArgumentDeclares(words: [String], expected: String) { #expect(text(answer(words)) == expected) }

    private static let saveOptions = "--shape -s --backup --log --rules --into --count --tag --all --help -h nothing"

    @Test(arguments: [
        (["nested", ""], "save tasks round square nothing"), (["nested", "-"], saveOptions),
        (["nested", "round", ""], "files"), (["nested", "--shape", ""], "round square nothing"),
        (["nested", "save", ""], "round square nothing"), (["nested", "tasks", ""], "db db:staging two words nothing"),
    ]) func subcommands(words: [String], expected: String) { #expect(text(answer(words)) == expected) }

    @Test(arguments: [
        (["tasks", ""], "db db:staging two words nothing"),
        (["tasks", "-"], "--jobs --region --help -h --stage= nothing"), (["tasks", "--jobs", ""], "nothing"),
        (["tasks", "--region", ""], "eu nothing"), (["tasks", "--region=e"], "--region=eu nothing"),
        (["tasks", "db", ""], "db db:staging two words nothing"),
        // What follows the first word is the command's own, options that look like devtool's included.
        (["tasks", "db", "-"], "--stage= nothing"), (["tasks", "db", "--jobs", ""], "db db:staging two words nothing"),
        (["tasks", "db", "--stage", ""], "dev live nothing"), (["tasks", "nothing", ""], "files"),
    ]) func whatACommandKnowsItself(words: [String], expected: String) { #expect(text(answer(words)) == expected) }

    @Test func candidatesHaveTheHelpsWords() {
        #expect(answer(["save", "--shape=", "-"]).candidates.first { $0.word == "--all" }?.description == "All.")
        #expect(answer([""]).candidates.first?.description == "Save it.")
    }

    @Test func pluginsHaveNamesAndFilesOnly() throws {
        let folder = TemporaryFolder()
        for name in ["devtool-deploy", "devtool-save", "devtool-Loud"] {
            try folder.write("#!/bin/sh\ntouch '\(folder.path)/executed'\n", to: name)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: folder.path.appending(name).string)
        }
        let context = CompletionSuite.context(plugins: folder.path)
        let first = CompletionSuite.answer("", in: context)
        #expect(text(first) == "save tasks nested help deploy nothing")
        #expect(text(CompletionSuite.answer("deploy", "-", in: context)) == "files")
        #expect(text(CompletionSuite.answer("help", "", in: context)) == "save tasks nested exit-codes deploy nothing")
        #expect(folder.names == ["devtool-Loud", "devtool-deploy", "devtool-save"])
    }

    private func answer(_ words: [String]) -> CompletionAnswer {
        CompletionEngine(suite: CompletionSuite.self, context: CompletionSuite.context()).answer(
            after: words.dropLast(), current: words.last ?? "")
    }
}
