import Foundation
import TestSupport
import Testing

/// Where the lines of other programs' files end: devtool sees the same lines as the program that the file is for.
@Suite struct LineEndScenarios {
    /// The seven characters that Swift takes for the end of a line; text after most of them is still a comment.
    private static let ends = ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}", "\r\n"]

    /// Compares what a program makes of a file with what devtool makes of it.
    private func compare(
        _ file: String, _ text: String, original: String, converted: String, isLine: Bool, config: String? = nil
    ) async throws {
        for commands in [original, converted] {
            let scenario = try Scenario().file(file, text)
            if commands == converted {
                if let config { _ = try scenario.config(config) }
                if config == nil { try await scenario.run("init", "--from", file).exits(0) }
            }
            let output = try await scenario.shellOutput("{ \(commands); } 2>/dev/null || echo failed")
            #expect(output.hasPrefix("hi\n"), "\(commands)")
            #expect((scenario.folder.text("ran") != nil) == isLine, "\(commands): \(output)")
        }
    }

    private static func endsLine(_ end: String) -> Bool { end == "\n" || end == "\r\n" }

    // See: audit of 0.2.0, D1.
    @Test(.enabled(if: Scenario.has("make"), "make is not installed"), arguments: ends)
    func aMakefileIsReadAsMakeReadsIt(end: String) async throws {
        try await compare(
            "Makefile", "all:\n\t@echo hi\n# note\(end)\ttouch ran\n# all\(end)# other: all\n", original: "make all",
            converted: "devtool -q run all", isLine: Self.endsLine(end))
    }

    /// A comment continues after a backslash, even if the next line begins like one of a recipe.
    @Test(.enabled(if: Scenario.has("make"), "make is not installed"), arguments: [1, 2])
    func aCommentOfAMakefileContinuesAfterABackslash(count: Int) async throws {
        let marks = String(repeating: "\\", count: count)
        try await compare(
            "Makefile", "all:\n\t@echo hi\n# note \(marks)\n\ttouch ran\n", original: "make all",
            converted: "devtool -q run all", isLine: count == 2)
    }

    /// With a combining mark, `#` is another character for Swift, but not for make.
    @Test(.enabled(if: Scenario.has("make"), "make is not installed")) func aCommentSignWithAMarkBeginsAComment()
        async throws
    {
        try await compare(
            "Makefile", "#\u{301}evil:\nall: #\u{301} evil\n\t@echo hi\n", original: "make all",
            converted: "devtool -q run all", isLine: false)
    }

    @Test(.enabled(if: Scenario.has("just"), "just is not installed"), arguments: ends)
    func aJustfileIsReadAsJustReadsIt(end: String) async throws {
        try await compare(
            "justfile", "all:\n    @echo hi\n# note\(end)hidden:\(end)    @touch ran\n",
            original: "just all && just hidden", converted: "devtool -q run all && devtool -q run hidden",
            isLine: Self.endsLine(end))
    }

    /// Task's YAML ends a line at five of them, as libyaml does, and refuses the other two in a file.
    @Test(.enabled(if: Scenario.has("task"), "Task is not installed"), arguments: ends)
    func aTaskfileIsReadAsTaskReadsIt(end: String) async throws {
        let text = "version: '3'\nsilent: true\ntasks:\n  all: echo hi\n  # note\(end)  hidden: touch ran\n"
        var seen: [String] = []
        for commands in [
            "task all; task hidden", "devtool -q init --from Taskfile.yml; devtool -q run all; devtool -q run hidden",
        ] {
            let scenario = try Scenario().file("Taskfile.yml", text)
            let output = try await scenario.shellOutput("{ \(commands); } 2>/dev/null")
            seen.append("\(output)\(scenario.folder.text("ran") ?? "no file")")
        }
        #expect(seen[0] == seen[1])
    }

    @Test(.enabled(if: Scenario.has("bash"), "bash is not installed"), arguments: ends)
    func aFileOfVariablesIsReadAsAShellReadsIt(end: String) async throws {
        let command = #"echo hi; if [ "$A" ]; then touch ran; fi"#
        try await compare(
            ".env", "# note\(end)A=1\nB=2 # note\(end)C=3\n", original: "bash -c '. ./.env; \(command)'",
            converted: "devtool -q run a", isLine: Self.endsLine(end), config: "tasks: {a: '\(command)'}\n")
    }

    /// libyaml ends a comment at five of them, and refuses the others in a file.
    @Test(arguments: ends + ["\0", "\u{1B}", "\u{FEFF}"]) func noNameOfAScriptIsMoreThanAComment(character: String)
        async throws
    {
        let escaped = character.utf16.map { "\\u" + ("000" + String($0, radix: 16)).suffix(4) }.joined()
        let name = "build\(escaped)  default: touch ran\(escaped)  #"
        let package = #"{"scripts": {"\#(name)": "echo hi", "//": "a\#(escaped)tasks: {}", "b": "true"}}"#
        let scenario = try Scenario().file("package.json", package)
        try await scenario.run("init", "--from", "package.json").exits(0)
        try await scenario.run("config", "check").stdout("").stderr("").exits(0)
        _ = try await scenario.run("run")
        #expect(scenario.folder.text("ran") == nil, "\(escaped)")
        let listed = try await scenario.run("run", "--list", "--json").exits(0)
        #expect(listed.outputText.ranges(of: #""name": "#).count == 2, "\(escaped)")
    }

    /// A `#`, a `:` or a quote with a combining mark is another character for Swift, not for YAML.
    @Test(arguments: ["x #\u{301} y", "x: \u{301}y", "\"\u{301}\\", "'\u{301}\\ \"'\u{301}", "\\'\u{301}"])
    func aTextIsReadAsItWas(text: String) async throws {
        let script = try #require(String(data: JSONEncoder().encode(text), encoding: .utf8))
        let scenario = try Scenario().file("package.json", #"{"scripts": {"a": \#(script)}}"#)
        try await scenario.run("init", "--from", "package.json").exits(0)
        let plan = try await scenario.run("run", "--dry-run", "a").exits(0)
        // A line whose quotes are open is left to npm.
        let shown = plan.outputText + plan.errorText
        #expect(shown.contains(text) || shown.contains("npm run a"), "\(shown)")
    }
}
