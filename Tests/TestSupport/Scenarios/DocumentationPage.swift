package import Foundation
import Testing

/// A page of the documentation: a file of Markdown.
package struct DocumentationPage: CustomTestStringConvertible, Sendable {
    /// The path from the top of the package.
    package let name: String
    /// The text.
    package let text: String

    /// The top of the package.
    package static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The sample project that the pages show.
    package static let sample = package.appending(path: "Scripts/sample")

    /// Reads a page.
    package init(_ name: String) throws {
        self.name = name
        text = try String(contentsOf: Self.package.appending(path: name), encoding: .utf8)
    }

    /// A page that is made of these.
    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    /// All pages.
    package static let all: [DocumentationPage] = {
        let docs = try? FileManager.default.contentsOfDirectory(atPath: package.appending(path: "docs").path)
        let names =
            ["CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"]
            + (docs ?? []).filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }.sorted()
        return names.compactMap { try? DocumentationPage($0) }
    }()

    package var testDescription: String { name }

    /// The fenced blocks in a language.
    package func blocks(_ language: String) -> [String] {
        text.components(separatedBy: "\n```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "\n```").first ?? ""
        }
    }

    /// The lines outside of fenced blocks.
    package var prose: [Substring] {
        var isFenced = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            if line.hasPrefix("```") {
                isFenced.toggle()
                return false
            }
            return !isFenced
        }
    }

    /// The commands of its console samples, each with the lines that the page shows for it.
    package var samples: [(command: String, output: [String])] {
        blocks("console").flatMap { block in
            ("\n" + block).components(separatedBy: "\n$ ").dropFirst().map { sample in
                let lines = sample.components(separatedBy: "\n")
                return (lines[0], Array(lines.dropFirst()))
            }
        }
    }

    /// What the first cells of tables name between backquotes, where the first cell of the header is a word.
    package func names(inTablesOf header: String) -> [String] {
        firstCells(inTablesOf: header).flatMap { cell in cell.matches(of: /`([^`]+)`/).map { String($0.1) } }
    }

    /// The first cells of tables below a header that begins with a word.
    package func firstCells(inTablesOf header: String) -> [String] {
        var isInTable = false
        var cells: [String] = []
        for line in prose {
            // A bar behind a backslash belongs to the cell.
            guard let match = line.firstMatch(of: /^\| *((?:\\\||[^|])*?) *\|/) else {
                isInTable = false
                continue
            }
            if match.1 == header {
                isInTable = true
            } else if isInTable, !match.1.hasPrefix("--") {
                cells.append(String(match.1))
            }
        }
        return cells
    }

    /// The names that links within a page use for its headings, as GitHub makes them.
    package var anchors: Set<String> {
        var anchors: Set<String> = []
        for line in prose {
            guard let heading = line.wholeMatch(of: /#+ (.+)/) else { continue }
            let anchor = String(
                heading.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.map {
                    $0 == " " ? "-" : $0
                })
            var number = 0
            var name = anchor
            while !anchors.insert(name).inserted {
                number += 1
                name = "\(anchor)-\(number)"
            }
        }
        return anchors
    }

    /// The targets of its links and pictures.
    package var links: [String] {
        prose.joined(separator: "\n").replacing(#/`[^`\n]*`/#, with: "`").matches(of: /\]\(([^)\s]+)\)/).map {
            String($0.1)
        }
    }
}
