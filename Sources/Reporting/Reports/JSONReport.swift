import JSON

/// The report in devtool's own format, for scripts, with everything that a run has found.
///
/// ```json
/// {"schema": 1, "command": "cards", "status": 65, "diagnostics": [{"severity": "error", …}], …}
/// ```
enum JSONReport {
    static func render(_ run: RunRecord) -> String {
        let document: JSONValue = [
            "schema": 1, "tool": ["name": .string(run.program), "version": .string(run.version)],
            "command": .string(run.command), "begin": .string("\(run.begin)Z"),
            "seconds": .number(run.duration / .seconds(1)), "status": .integer(Int(run.status.rawValue)),
            "diagnostics": .array(run.diagnostics.map { diagnostic($0, in: run.paths) }),
            "tests": .array(run.testCases.map(testCase)),
        ]
        return document.prettyText + "\n"
    }

    private static func diagnostic(_ diagnostic: Diagnostic, in paths: ReportPaths) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("severity", .string(diagnostic.severity.rawValue)), ("message", .string(diagnostic.message)),
        ]
        if let rule = diagnostic.rule { members.append(("rule", .string(rule.id))) }
        if let hint = diagnostic.hint { members.append(("hint", .string(hint))) }
        if let location = diagnostic.location {
            // Standard input has no path and keeps its name from messages.
            let file = paths.path(of: location) ?? location.file
            members += [
                ("file", .string(file)), ("line", .integer(location.line)), ("column", .integer(location.column)),
            ]
        }
        return .object(members)
    }

    private static func testCase(_ test: TestCase) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("name", .string(test.name)), ("group", .string(test.group)),
            ("seconds", .number(test.duration / .seconds(1))),
        ]
        if !test.failedAttempts.isEmpty {
            members.append(("failedAttempts", .array(test.failedAttempts.map(JSONValue.string))))
        }
        switch test.outcome {
        case .passed: members.append(("outcome", "passed"))
        case .skipped(let reason): members += [("outcome", "skipped"), ("message", .string(reason))]
        case .failed(let message, let details):
            members += [("outcome", "failed"), ("message", .string(message)), ("details", .string(details))]
        }
        return .object(members)
    }
}
