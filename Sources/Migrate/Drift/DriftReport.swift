import DevtoolKit
import Glibc
import JSON

/// The differences of a target from what is expected of it.
struct DriftReport: JSONReport, Sendable {
    let target: String
    /// The target's entry in `devtool.yml`, at which reports place its findings.
    private let location: SourceLocation?
    /// What it was compared with: `nil` for the changelog, or the name of another target.
    let other: String?
    let servers: (actual: String, expected: String)
    let objectCount: Int
    let differences: [SchemaDifference]
    /// The number of differences that patterns leave out.
    let ignoredCount: Int
    /// The patterns that leave nothing out.
    let unusedPatterns: [DriftPattern]

    init(
        of target: Target, against other: String?, _ actual: SchemaSnapshot, _ expected: SchemaSnapshot,
        ignoring patterns: [DriftPattern]
    ) {
        self.target = target.name
        location = target.section.location
        self.other = other
        servers = (actual.server, expected.server)
        objectCount = actual.objects.count
        let all = actual.differences(from: expected)
        differences = all.filter { difference in !patterns.contains { $0.matches(difference.object) } }
        ignoredCount = all.count - differences.count
        unusedPatterns = patterns.filter { pattern in !all.contains { pattern.matches($0.object) } }
    }

    var headline: String {
        let than = other.map { "'\($0)'" } ?? "the changelog"
        let ignored = ignoredCount > 0 ? ", \(ignoredCount) ignored" : ""
        return differences.isEmpty
            ? "\(target): no differences from \(than), \(objectCount.counted("object")) compared\(ignored)"
            : "\(target): \(differences.count.counted("difference")) from \(than)\(ignored)"
    }

    /// What is to be said about the servers; `nil` if they have the same version.
    var remark: String? {
        servers.actual == servers.expected
            ? nil : "\(target) runs on \(servers.actual) and was compared with \(servers.expected)"
    }

    /// The differences of several targets, or of one, whose name is then left out.
    static func table(of reports: [DriftReport], namingTargets: Bool) -> Table {
        var table = Table()
        table.append((namingTargets ? ["TARGET"] : []) + ["KIND", "OBJECT", "DIFFERENCE"], as: nil)
        for report in reports {
            for difference in report.differences {
                table.append((namingTargets ? [report.target] : []) + difference.cells, as: nil)
            }
        }
        return table
    }

    var diagnostics: [Diagnostic] {
        differences.map { difference in
            Diagnostic(
                "\(target): \(difference.object.kind.rawValue) '\(difference.object.path)': \(difference.text)",
                at: location, rule: .drift)
        }
    }

    var testCase: TestCase {
        let details = Self.table(of: [self], namingTargets: false).text
        return TestCase(
            target, in: "migrate drift", outcome: differences.isEmpty ? .passed : .failed(headline, details: details),
            output: headline)
    }

    /// The differences in Markdown, with both sides of each.
    var markdown: String {
        var blocks = ["### devtool migrate drift: \(StepSummary.escaped(target))", StepSummary.escaped(headline) + "."]
        if !differences.isEmpty {
            let rows = differences.prefix(StepSummary.listed).map { StepSummary.row($0.cells) }
            blocks.append((["| Kind | Object | Difference |", "| - | - | - |"] + rows).joined(separator: "\n"))
        }
        let more = differences.count - StepSummary.listed
        if more > 0 { blocks.append("… and \(more) more.") }
        if let remark { blocks.append(StepSummary.escaped(remark) + ".") }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    /// ```json
    /// {"schema": 1, "target": "dev", "against": null, "server": "PostgreSQL 15.8", "expectedServer": "PostgreSQL 15.8",
    ///  "objects": 40, "ignored": 0,
    ///  "differences": [{"kind": "column", "object": "public.t.b", "state": "changed",
    ///                   "properties": [{"name": "type", "expected": "integer", "actual": "bigint",
    ///                                   "mayBeRelease": false}]}]}
    /// ```
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("schema", 1)
            json.member("target", target)
            json.member("against", other)
            json.member("server", servers.actual)
            json.member("expectedServer", servers.expected)
            json.member("objects", objectCount)
            json.member("ignored", ignoredCount)
            json.member("differences", differences) { json, difference in
                json.object { json in
                    json.member("kind", difference.object.kind.rawValue)
                    json.member("object", difference.object.path)
                    json.member("state", difference.state.name)
                    json.member("properties", difference.changes) { json, change in
                        json.object { json in
                            json.member("name", change.property)
                            json.member("expected", change.expected)
                            json.member("actual", change.actual)
                            json.member("mayBeRelease", change.mayBeRelease)
                        }
                    }
                }
            }
        }
    }
}

extension SchemaDifference {
    fileprivate var cells: [String] { [object.kind.rawValue, object.path, text] }

    /// For example `type is bigint, not integer`.
    var text: String { changes.isEmpty ? state.name : changes.map(\.text).joined(separator: "; ") }
}

extension SchemaDifference.Change {
    fileprivate var text: String {
        let sides: String
        switch (actual.map(Self.line), expected.map(Self.line)) {
        case (let actual?, let expected?):
            // Long definitions are shown from shortly before the first difference.
            let common = zip(actual, expected).prefix { $0 == $1 }.count
            sides = "is \(Self.shown(actual, from: common)), not \(Self.shown(expected, from: common))"
        case (let actual?, nil): sides = "is \(Self.shown(actual, from: 0)), expected none"
        case (nil, let expected): sides = "is missing, expected \(Self.shown(expected ?? "", from: 0))"
        }
        return "\(property) \(sides)\(mayBeRelease ? " (may be the version)" : "")"
    }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static let width = 60

    private static func shown(_ text: String, from place: Int) -> String {
        let start = text.count > width ? max(0, place - 15) : 0
        let part = text.dropFirst(start)
        return (start > 0 ? "…" : "") + (part.count > width ? part.prefix(width - 1) + "…" : part)
    }
}

/// An entry of `drift.ignore`: a kind or `*`, and a pattern of the name, such as `table public.audit_*`.
struct DriftPattern: Hashable, Sendable {
    let text: String
    private let kind: SchemaKind?
    private let pattern: String

    /// Fails if the kind is not known, or the pattern is missing.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard let pattern = words.last, words.count > 1 else { return nil }
        let name = words.dropLast().joined(separator: " ")
        kind = SchemaKind(rawValue: name)
        if kind == nil, name != "*" { return nil }
        self.text = text
        self.pattern = String(pattern)
    }

    static func problem(with text: String) -> String? {
        if DriftPattern(text) != nil { return nil }
        return "must be a kind and a pattern, such as 'table public.audit_*', not '\(text)'; the kinds are "
            + SchemaKind.allCases.map(\.rawValue).joined(separator: ", ") + " and *"
    }

    func matches(_ object: SchemaObject) -> Bool {
        (kind ?? object.kind) == object.kind && fnmatch(pattern, object.path, 0) == 0
    }
}

extension Rule {
    static let drift = Rule(
        "drift", "SchemaDrift", "A database differs from what its changelog creates.",
        because: "It was changed by hand, or a changeset was edited after it ran. The next changeset may fail.",
        help: "Undo the change, add a changeset for it, or list it in 'migrate.drift.ignore'.")
}
