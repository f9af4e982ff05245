import DevtoolKit
import Foundation
import Shell
import SystemPackage
import TestSupport
import Testing

@testable import TaskRunner

/// Values in shell lines reach programs as they are: real shells read random lines with references in random
/// places and hostile values, and a program prints what it gets.
@Suite(.tags(.slow)) struct TemplatesShellFuzzTests {
    /// A line whose command prints one word, and what that word has to be.
    private struct Line {
        var text = ""
        var expected = ""
    }

    private static let values = [
        "", " ", "a", "two words", "'", "''", "\"", "\\", "\\\\", "a\\", "$", "$HOME", "${HOME}", "$(echo no)",
        "`echo no`", "$((1+1))", "*", "?", "[a-z]*", "~", "~root", "-n", "--", "=ls", "a=b", "!", "!!", "#", "# no",
        ";", "; exit 3", "&", "|", "<", ">", "(", ")", "{", "}", "{a,b}", "a}b", "\n", "a\nb\n", "\t", "é", "日本", "😀",
        "%s", "\\n", "\\'", "'\"'", "$'a'", ":h", "h", "[1]", "s/a/b/", ":s/a/b/", "name", "1", "if", "x'y\"z`$\\w",
        "$x", "\r", "^",
    ]

    @Test(.enabled(if: has("sh"))) func sh() async throws { try await valuesArrive(in: "sh") }
    @Test(.enabled(if: has("dash"))) func dash() async throws { try await valuesArrive(in: "dash") }
    @Test(.enabled(if: has("bash"))) func bash() async throws { try await valuesArrive(in: "bash") }
    @Test(.enabled(if: has("zsh"))) func zsh() async throws { try await valuesArrive(in: "zsh") }
    @Test(.enabled(if: has("ksh"))) func ksh() async throws { try await valuesArrive(in: "ksh") }

    private static func has(_ shell: String) -> Bool { FilePath("/bin/\(shell)").isExecutable }

    /// Puts values into random lines, and has a shell run them, all in one.
    private func valuesArrive(in shell: String) async throws {
        let project = try TaskProject()
        var generator = SplitMix64(seed: 8)
        let place = try project.text("").place
        let configuration = try project.load().configuration
        var pieces = [ShellLine.Piece.text("v='a b'\nunset u\n")]
        var expected = ""
        var lines: [String] = []
        for number in 0..<rounds(800, every: 4) {
            var values: [String: String] = [:]
            let line = Self.line(number, &generator, &values)
            let scope = TemplateScope(
                parameters: values.mapValues { .text($0) }, environment: { _ in nil }, configuration: configuration)
            var findings: [Diagnostic] = []
            let expanded = try #require(
                LocatedText(line.text, at: place).expandedForShell(in: scope, collecting: &findings),
                "\(line.text) \(findings.map(\.message))")
            pieces += expanded.pieces + [.text("\n")]
            expected += "\(number)<\(line.expected)>\u{1}"
            lines.append("\(line.text)  with \(values)  is \(expanded.shown)")
        }
        let (script, values) = ShellLine(pieces).script(beside: [])
        let printed = try await Self.run("/bin/\(shell)", ["-e", "-c", script, "fuzz"] + values).components(
            separatedBy: "\u{1}")
        let wanted = expected.components(separatedBy: "\u{1}")
        for (index, pair) in zip(printed, wanted).enumerated() where pair.0 != pair.1 {
            Issue.record(
                "\(lines[min(index, lines.count - 1)]): \(pair.0.debugDescription), not \(pair.1.debugDescription)")
            return
        }
        #expect(printed.count == wanted.count)
    }

    /// A command that prints one word.
    private static func line(_ number: Int, _ generator: inout SplitMix64, _ values: inout [String: String]) -> Line {
        var line = Line()
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let part = part(depth: 0, &generator, &values)
            line.text += part.text
            line.expected += part.expected
        }
        line.text = "printf '%s<%s>\\001' \(number) \(line.text)"
        if line.expected.isEmpty { line.text += "''" }
        return line
    }

    /// A part of a word outside of quotes, and what it stands for.
    private static func part(depth: Int, _ generator: inout SplitMix64, _ values: inout [String: String]) -> Line {
        func reference() -> Line {
            let value = Self.values.randomElement(using: &generator) ?? ""
            let name = "p\(values.count)"
            values[name] = value
            return Line(text: "${params.\(name)}", expected: value)
        }
        func nested() -> Line { part(depth: depth + 1, &generator, &values) }
        let choice = Int.random(in: 0..<(depth > 2 ? 5 : 12), using: &generator)
        switch choice {
        case 0: return reference()
        case 1:
            let inner = reference()
            return Line(text: "'a \(inner.text)$${x}\"'", expected: "a \(inner.expected)${x}\"")
        case 2:
            let inner = reference()
            return Line(text: "\"b'\(inner.text) \\\" \"", expected: "b'\(inner.expected) \" ")
        case 3:
            let inner = reference()
            return Line(text: "x\\'\(inner.text)#y", expected: "x'\(inner.expected)#y")
        case 4:
            let inner = reference()
            return Line(text: "\"$v\(inner.text)\"", expected: "a b\(inner.expected)")
        case 5:
            let inner = reference()
            return Line(text: "\"$v:\(inner.text)${v}\"", expected: "a b:\(inner.expected)a b")
        case 6:
            let inner = nested()
            // The shell takes line ends from the end of what a command prints; the x keeps them.
            return Line(text: "\"$(printf %s \(inner.text)x)\"", expected: inner.expected + "x")
        case 7:
            let inner = nested()
            return Line(
                text: "\"q$(case_=1; (printf '%s)' \"(\"\(inner.text)) # )\n)\"", expected: "q(" + inner.expected + ")")
        case 8:
            let inner = reference()
            return Line(text: "\"${u:-w \(inner.text)}\"", expected: "w " + inner.expected)
        case 9:
            let inner = nested()
            return Line(text: "${u:-z\(inner.text)}", expected: "z" + inner.expected)
        case 10:
            let inner = reference()
            return Line(text: "\"${u:-w$(printf %s x\(inner.text)x)}\"", expected: "wx\(inner.expected)x")
        default:
            let inner = reference()
            return Line(text: "\"`printf '%s' k`\"\(inner.text)", expected: "k" + inner.expected)
        }
    }

    private static func run(_ shell: String, _ arguments: [String]) async throws -> String {
        try #require(OtherProgram(shell)).run(arguments).output
    }
}
