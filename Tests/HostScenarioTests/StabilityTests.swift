import Foundation
import JSON
import TestSupport
import Testing

/// What docs/stability.md promises of the things that programs rely on: what the last release had is still there.
///
/// The record in `Tests/Fixtures/Stability` is of the last release. `DEVTOOL_RECORD_STABILITY=1` writes it anew, as
/// docs/RELEASING.md says when.
@Suite struct StabilityTests {
    /// The commands that print JSON, with a name and a folder of the sample project for each, in this order.
    static let documents = [
        ("doctor", ".", "doctor --json"), ("config show", ".", "config show --json"),
        ("config get", ".", "config get --json migrate"), ("plugins list", ".", "plugins list --json"),
        ("run --list", "tasks", "run --list --json"),
        ("favicon", ".", "favicon site/index.html --base-url https://example.com/ --json"),
        ("favicon --batch", ".", "favicon --batch pages --timeout 5s"),
        ("migrate targets", ".", "migrate targets --json"),
        ("migrate targets --matrix github", ".", "migrate targets --matrix github"),
        ("migrate status", ".", "migrate --json status"), ("migrate plan", ".", "migrate plan --json"),
        ("migrate update", ".", "migrate --json update"), ("migrate drift", ".", "migrate drift --json"),
        ("migrate rollback-count", ".", "migrate --json rollback-count 1"),
        ("migrate update (failed)", "broken", "migrate --json update"),
        ("cards --to json", ".", "cards whole.json --to json"),
        ("cards --report", ".", "cards --check board.json --report json=/dev/stdout"),
        ("migrate lint --report", ".", "migrate lint bad.xml --report json=/dev/stdout"),
        ("config check", ".", "config check --json --config slip.yml"),
        ("run --report", "own", "run -q --report json=report ok && cat report"),
        ("plugin environment", ".", "variables"),
    ]

    private static let wholeBoard = """
        {"name": "B", "lists": [{"id": "l", "name": "L"}], "members": [{"id": "m", "fullName": "Ada",
        "username": "ada"}], "cards": [{"idShort": 1, "idList": "l", "name": "N", "desc": "D", "due":
        "2026-01-02T03:04:05.000Z", "dueComplete": true, "url": "https://trello.com/c/x", "shortUrl":
        "https://trello.com/c/x", "labels": [{"name": "La", "color": "green"}], "idMembers": ["m"]}]}
        """

    @Test func jsonHasWhatItHad() async throws {
        let server = try LoopbackServer([
            "/": .html("<link rel=icon href=i.png sizes=16x16><link rel=icon href=n.png type=image/png>"),
            "/i.png": .body(Samples.icon),
        ])
        let scenario = try Scenario.sample().file("pages", "http://127.0.0.1:9/\n\(server.url("/"))\n").file(
            "bad.xml", "<databaseChangeLog>\n<changeSet id='1'/>\n</databaseChangeLog>"
        ).file("broken/devtool.yml", "migrate: {changelog: c.sql, url: 'jdbc:sqlite:a.db'}\n").file(
            "broken/c.sql", "--liquibase formatted sql\n--changeset a:1\ncreate tabel t (i int);\n"
        ).file("own/devtool.yml", "tasks: {ok: {run: 'true'}}\n").file("slip.yml", "tasks: {a: {rnu: x}}\n").file(
            "whole.json", Self.wholeBoard
        ).file(
            "plugins/devtool-variables",
            """
            #!/bin/sh
            env | sed -n 's/^\\(DEVTOOL_[A-Z_]*\\)=.*/{"\\1":""}/p'
            echo "{\\"schema\\":$DEVTOOL_PROTOCOL}"

            """
        ).executable("plugins/devtool-variables").file("plugins/devtool-broken", "not executable")
        var lines: Set<String> = []
        for (name, folder, command) in Self.documents {
            let text = try await scenario.shellOutput(
                """
                export PATH=$PWD/plugins:$PATH DEVTOOL_ASSUME_YES=1 DEVTOOL_DRY_RUN=
                cd \(folder) && devtool \(command) 2>/dev/null
                """)
            let values = try Self.documents(in: text)
            #expect(!values.isEmpty, "\(name)")
            if command.contains("--json") || command.contains("json=") {
                #expect(values.first?["schema"] != nil, "\(name)")
            }
            for value in values { lines.formUnion(Self.shape(of: value).map { "\(name): \($0)" }) }
        }
        let recorded = try Self.expectNothingLost(lines, since: "json.txt")
        // Another type in the place of a known one is a break, too; what has been null so far may get a value.
        let known = Set(recorded.filter { !$0.hasSuffix(": null") }.map(\.place))
        #expect(lines.subtracting(recorded).filter { known.contains($0.place) } == [])
    }

    /// Each command that has an option for JSON is in the list above.
    @Test(arguments: HelpScenarios.commands) func noDocumentIsForgotten(command: String) async throws {
        let help = try await Scenario().run(["help"] + command.split(separator: " ").map(String.init)).exits(0)
            .outputText
        let options = help.split(separator: "\n\n").first { $0.hasPrefix("OPTIONS:") } ?? ""
        guard options.contains("--json ") || help.contains("\n  --json ") else { return }
        let name = command == "migrate liquibase" ? "migrate update" : command
        #expect(Self.documents.contains { $0.0 == name || $0.0.hasPrefix("\(name) ") })
    }

    @Test func theConfigurationHasWhatItHad() async throws {
        let text = try await Scenario().run("schema").exits(0).outputText
        let lines = try Self.promises(of: JSONValue(parsing: text.utf8))
        let recorded = try Self.expectNothingLost(lines, since: "schema.txt")
        // A key that must be there is a break, too, but for something new.
        let known = Set(recorded.compactMap { $0.split(separator: " ").first })
        let narrowed = lines.subtracting(recorded).filter { line in
            [" requires ", " is limited by "].contains(where: line.contains)
        }
        #expect(narrowed.filter { known.contains($0.split(separator: " ")[0]) } == [])
    }

    @Test func theExitStatusesAreWhatTheyWere() async throws {
        let help = try await Scenario().run("help", "exit-codes").exits(0).outputText
        let lines = help.matches(of: /\n +([0-9]+ {2}.+)/).map { String($0.1) }
        #expect(lines.count > 10)
        try Self.expectNothingLost(Set(lines), since: "exit-statuses.txt")
    }

    /// Compares with the record of the last release, or writes it.
    @discardableResult private static func expectNothingLost(_ lines: Set<String>, since name: String) throws -> Set<
        String
    > {
        let file = DocumentationPage.package.appending(path: "Tests/Fixtures/Stability/\(name)")
        if ProcessInfo.processInfo.environment["DEVTOOL_RECORD_STABILITY"] != nil {
            try Data((lines.sorted().joined(separator: "\n") + "\n").utf8).write(to: file)
        }
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let recorded = Set(text.split(separator: "\n").map(String.init))
        #expect(!recorded.isEmpty)
        #expect(recorded.subtracting(lines).sorted() == [])
        return recorded
    }

    /// The documents in a text: one, or one in each line.
    private static func documents(in text: String) throws -> [JSONValue] {
        if let whole = try? JSONValue(parsing: text.utf8) { return [whole] }
        return try text.split(separator: "\n").map { try JSONValue(parsing: $0.utf8) }
    }

    /// Where what kind of value is: `checks[].ok: bool`.
    private static func shape(of value: JSONValue, at path: String = "") -> Set<String> {
        switch value {
        case .null: ["\(path): null"]
        case .bool: ["\(path): bool"]
        case .integer(let number) where path == "schema": ["schema: number \(number)"]
        case .integer, .decimal: ["\(path): number"]
        case .string: ["\(path): string"]
        case .array(let items): items.reduce(into: ["\(path): array"]) { $0.formUnion(shape(of: $1, at: path + "[]")) }
        case .object(let members):
            members.reduce(into: []) { lines, member in
                let place = path.isEmpty ? member.name : "\(path).\(member.name)"
                lines.formUnion(shape(of: member.value, at: place))
            }
        }
    }

    /// What a JSON Schema promises: `migrate.url: type string`.
    private static func promises(of schema: JSONValue, at path: String = "(top)") -> Set<String> {
        var lines: Set<String> = []
        func add(_ keyword: String, _ name: String) {
            for value in schema[keyword]?.items ?? schema[keyword].map({ [$0] }) ?? [] {
                lines.insert("\(path) \(name) \(value.string ?? value.compactText)")
            }
        }
        add("type", "is")
        add("enum", "may be")
        add("default", "is by default")
        add("required", "requires")
        for name in ["pattern", "minimum", "maximum", "minItems", "maxItems", "minProperties", "maxProperties"] {
            if let limit = schema[name] { lines.insert("\(path) is limited by \(name) \(limit.compactText)") }
        }
        for (name, _) in schema["patternProperties"]?.members ?? [] { lines.insert("\(path) has keys like \(name)") }
        if let names = schema["propertyNames"] { lines.formUnion(promises(of: names, at: path + ".(name)")) }
        for (name, value) in schema["properties"]?.members ?? [] {
            lines.formUnion(promises(of: value, at: path == "(top)" ? name : "\(path).\(name)"))
        }
        if let items = schema["items"] { lines.formUnion(promises(of: items, at: path + "[]")) }
        if let others = schema["additionalProperties"], others.members != nil {
            lines.formUnion(promises(of: others, at: path + ".*"))
        }
        for way in (schema["anyOf"]?.items ?? []) + [schema["then"], schema["else"]].compactMap(\.self) {
            lines.formUnion(promises(of: way, at: path))
        }
        return lines
    }
}

extension String {
    /// Where a line of a shape is: what stands before its type.
    fileprivate var place: String { components(separatedBy: ": ").prefix(2).joined(separator: ": ") }
}

extension JSONValue {
    fileprivate var members: [(name: String, value: JSONValue)]? {
        if case .object(let members) = self { members } else { nil }
    }
}
