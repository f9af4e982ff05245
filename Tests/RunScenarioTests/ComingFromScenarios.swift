import Foundation
import SystemPackage
import TestSupport
import Testing

/// What docs/coming-from.md says of other task runners: each row of its tables is done in that runner, and in devtool.
@Suite struct ComingFromScenarios {
    /// A row of a table, with a project in which it is tried.
    struct Row: CustomTestStringConvertible, Sendable {
        let runner: String
        /// The first cell.
        let cell: String
        /// By the names of the files, and of what is no file.
        let blocks: [String: String]

        var testDescription: String { "\(runner): \(cell)" }

        /// What is typed, or looked for; no files.
        static let others = ["there", "here", "converted", "programs"]

        /// The rows in the order of the page.
        static let all: [Row] = {
            let file = DocumentationPage.package.appending(path: "Tests/Fixtures/Conversion/rows.txt")
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return text.components(separatedBy: "\n### ").dropFirst().map { part in
                var blocks = part.components(separatedBy: "\n--- ")
                let head = blocks.removeFirst().split(separator: ": ", maxSplits: 1)
                return Row(
                    runner: String(head[0]), cell: String(head[1]),
                    blocks: Dictionary(
                        uniqueKeysWithValues: blocks.map { block in
                            let parts = block.split(separator: "\n", maxSplits: 1)
                            let text = parts.count > 1 ? parts[1] : ""
                            return (String(parts[0]), text.hasSuffix("\n") ? "\(text)" : "\(text)\n")
                        }))
            }
        }()
    }

    private static let files = [
        "make": "Makefile", "just": "justfile", "task": "Taskfile.yml", "npm": "package.json", "grunt": "Gruntfile.js",
    ]

    /// The first words of the tables' headers.
    private static let headers = [
        "make": "Makefile", "just": "justfile", "task": "Taskfile", "npm": "package.json", "grunt": "Gruntfile",
    ]

    @Test(arguments: headers.keys.sorted()) func eachRowIsTried(runner: String) throws {
        let page = try DocumentationPage("docs/coming-from.md")
        let cells = page.firstCells(inTablesOf: try #require(Self.headers[runner])).map {
            $0.replacing("\\|", with: "|")
        }
        #expect(Row.all.filter { $0.runner == runner }.map(\.cell) == cells)
    }

    @Test(arguments: Row.all) func theSameIsCalled(row: Row) async throws {
        let others = (row.blocks["programs"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        for program in [row.runner] + others where !Scenario.has(program) {
            return print("\(row.testDescription) is not tried: \(program) is not there")
        }
        let scenario = try Scenario().file(
            "stubs/tool",
            """
            #!/bin/sh
            { printf %s "${PWD#"$ROOT"}/"; for word; do printf ' <%s>' "$word"; done; echo; } >>"$ROOT.log"

            """)
        for side in ["there", "here"] {
            for (name, text) in row.blocks where !Row.others.contains(name) && (name != "devtool.yml" || side == "here")
            { _ = try scenario.file("\(side)/\(name)", text) }
        }
        let convert =
            row.blocks["devtool.yml"] == nil ? "devtool init --from '\(try #require(Self.files[row.runner]))'" : ":"
        // Debian's grunt is where its own node looks.
        let output = try await scenario.shellOutput(
            """
            export PATH="$PWD/stubs:$PATH" NODE_PATH=/usr/share/nodejs
            chmod +x stubs/tool
            [ ! -d here/node_modules ] || chmod +x */node_modules/.bin/*
            (cd here && \(convert))
            (cd there; export ROOT=$PWD
            \(try Self.script(row.blocks["there"])))
            (cd here; export ROOT=$PWD
            \(try Self.script(row.blocks["here"])))
            """)
        let converted = try scenario.text("here/devtool.yml")
        #expect(!converted.contains("# delegates to"), "\(converted)")
        for line in (row.blocks["converted"] ?? "").split(separator: "\n") {
            #expect(converted.contains(line), "\(converted)")
        }
        let (there, here) = (try scenario.text("there.log"), try scenario.text("here.log"))
        #expect(here.replacing("/here", with: "/there") == there, "\(output)\n\(converted)")
    }

    /// Runs each line, and writes down whether it has failed.
    private static func script(_ lines: String?) throws -> String {
        try #require(lines).split(separator: "\n").map {
            "(\($0)) && echo done >>\"$ROOT.log\" || echo failed >>\"$ROOT.log\""
        }.joined(separator: "\n")
    }
}

extension Scenario {
    /// The text of a file in the scenario's folder.
    fileprivate func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path.appending(name).string, encoding: .utf8)
    }
}
