import Scanning
import YAML

/// The comments of a YAML file, which its nodes do not have, in the order of the file.
struct YAMLComments {
    private struct Comment {
        let line: Int
        let indent: Int
        let text: String
    }

    private var comments: [Comment] = []
    private var next = 0

    /// Finds the comments of a file.
    init(_ text: String, root: YAMLNode) {
        let lines = text.yamlLines
        let inTexts = Self.linesOfTexts(lines, root)
        for (index, line) in lines.enumerated() where !inTexts.contains(index + 1) {
            let indent = line.prefix { $0 == " " }.count
            if let comment = Self.comment(in: line) {
                comments.append(Comment(line: index + 1, indent: indent, text: comment))
            }
        }
    }

    /// Takes those that stand before a line, or are indented deeper than a column before it.
    mutating func take(before line: Int, deeperThan indent: Int = -1) -> [String] {
        var texts: [String] = []
        while next < comments.count, comments[next].line < line, comments[next].indent > indent {
            texts.append(comments[next].text)
            next += 1
        }
        return texts
    }

    /// The lines of texts that have several, without the first of each.
    private static func linesOfTexts(_ lines: [String], _ root: YAMLNode) -> Set<Int> {
        var result: Set<Int> = []
        func visit(_ node: YAMLNode) {
            switch node.value {
            case .mapping(let pairs):
                pairs.forEach {
                    visit($0.key)
                    visit($0.value)
                }
            case .sequence(let items): items.forEach(visit)
            case .scalar:
                guard !node.isOnOneLine, node.line <= lines.count else { return }
                let outer = lines[node.line - 1].prefix { $0 == " " }.count
                var inner: Int?
                for index in node.line..<lines.count {
                    let line = lines[index]
                    let indent = line.prefix { $0 == " " }.count
                    let isBlank = line.allSatisfy(\.isWhitespace)
                    if !isBlank, indent < inner ?? (outer + 1) { break }
                    if !isBlank, inner == nil { inner = indent }
                    result.insert(index + 1)
                }
            }
        }
        visit(root)
        return result
    }

    /// The comment of a line (YAML 1.2.2, 6.6): it begins at the start, or after a blank outside of quotes.
    private static func comment(in line: String) -> String? {
        var quote: Character?
        var previous: Character = " "
        for index in line.indices {
            let character = line[index]
            if let open = quote {
                if character == open, previous != "\\" || open == "'" { quote = nil }
            } else if character == "#", previous.isWhitespace {
                return String(line[index...])
            } else if character == "\"" || character == "'",
                previous.isWhitespace || "[{(,:-".contains(previous)
            {
                quote = character
            }
            previous = character
        }
        return nil
    }
}
