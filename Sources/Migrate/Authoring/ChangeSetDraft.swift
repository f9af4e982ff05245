import DevtoolKit
import JSON
import Scanning

/// A new changeset without its SQL.
struct ChangeSetDraft {
    let id: String
    let author: String
    let title: String

    /// Not valid SQL, so that a rollback fails until it is written.
    private static let rollback = "TODO: undo it"

    /// Appends the changeset to a changelog, in the style of the last one; `nil` if there is no place for it.
    func added(to text: String?, of name: String, like example: (line: Int, column: Int)?) -> String? {
        let lowercased = name.lowercased()
        let added: String?
        if lowercased.hasSuffix(".sql") {
            added = addedToSQL(text)
        } else if lowercased.hasSuffix(".xml") {
            added = addedToXML(text ?? Self.emptyXML, column: example?.column ?? 5)
        } else if lowercased.hasSuffix(".json") {
            added = addedToJSON(text ?? "{\"databaseChangeLog\": [\n]}\n")
        } else {
            added = addedToYAML(text ?? "databaseChangeLog:\n", like: example)
        }
        guard let text, text.contains("\r\n") else { return added }
        return added?.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
    }

    private static let emptyXML = """
        <?xml version="1.0" encoding="UTF-8"?>
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd">
        </databaseChangeLog>

        """

    private func addedToSQL(_ text: String?) -> String {
        let needsQuotes = (id + author).contains { $0.isWhitespace || $0 == ":" }
        let quote = needsQuotes ? "\"" : ""
        return (text.map(Self.ended) ?? "--liquibase formatted sql\n") + """

            --changeset \(quote)\(author)\(quote):\(quote)\(id)\(quote)
            --comment \(title)

            --rollback \(Self.rollback)

            """
    }

    private func addedToXML(_ text: String, column: Int) -> String? {
        guard let end = text.ranges(of: "</").last else { return nil }
        let tag = text[end.upperBound...].prefix { $0 != ">" }
        let namespace = tag.contains(":") ? tag.prefix { $0 != ":" } + ":" : ""
        let outer = String(repeating: " ", count: max(0, column - 1))
        let step = outer.isEmpty ? "    " : outer
        func element(_ name: String, _ text: String) -> String {
            "\(outer)\(step)<\(namespace)\(name)>\(text)</\(namespace)\(name)>\n"
        }
        let changeSet =
            "\(outer)<\(namespace)changeSet id=\"\(Self.escaped(id))\" author=\"\(Self.escaped(author))\">\n"
            + element("comment", Self.escaped(title)) + element("sql", "") + element("rollback", Self.rollback)
            + "\(outer)</\(namespace)changeSet>\n"
        return Self.ended(String(text[..<end.lowerBound])) + changeSet + text[end.lowerBound...]
    }

    private func addedToYAML(_ text: String, like example: (line: Int, column: Int)?) -> String {
        var outer = ""
        var step = "- "
        if let example {
            let lines = text.yamlLines
            let line = lines.indices.contains(example.line - 1) ? lines[example.line - 1] : ""
            outer = String(line.prefix { $0 == " " })
            step = String(line.dropFirst(outer.count).prefix { $0 == "-" || $0 == " " })
            if step.isEmpty { step = "- " }
        }
        let inner = outer + String(repeating: " ", count: step.count)
        func quoted(_ text: String) -> String { JSONValue.string(text).compactText }
        return Self.ended(text) + """
            \(outer)\(step)changeSet:
            \(inner)  id: \(quoted(id))
            \(inner)  author: \(quoted(author))
            \(inner)  comment: \(quoted(title))
            \(inner)  changes:
            \(inner)  - sql: {sql: ""}
            \(inner)  rollback: \(quoted(Self.rollback))

            """
    }

    private func addedToJSON(_ text: String) -> String? {
        guard let end = text.lastIndex(of: "]") else { return nil }
        let before = text[..<end]
        guard let last = before.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        let changeSet: JSONValue = [
            "changeSet": [
                "id": .string(id), "author": .string(author), "comment": .string(title),
                "changes": [["sql": ["sql": ""]]], "rollback": .string(Self.rollback),
            ]
        ]
        let comma = before[last] == "[" ? "" : ","
        let lines = changeSet.prettyText.split(separator: "\n").map { "    " + $0 }
        let rest = text[text.index(after: last)...]
        return "\(before[...last])\(comma)\n\(lines.joined(separator: "\n"))\(rest)"
    }

    private static func ended(_ text: String) -> String {
        let end = text.lastIndex { $0 != " " && $0 != "\t" }
        let text = end.map { text[...$0] } ?? ""
        return text.isEmpty || text.utf8.last == ASCII.lineFeed ? String(text) : text + "\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
