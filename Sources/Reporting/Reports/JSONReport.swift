import JSON

extension RunRecord {
    /// The report in devtool's own format, for scripts, with everything that a run has found.
    ///
    /// ```json
    /// {"schema": 1, "command": "cards", "status": 65, "diagnostics": [{"severity": "error", …}], …}
    /// ```
    var jsonReport: String {
        let document: JSONValue = [
            "schema": 1, "tool": ["name": .string(program), "version": .string(version)], "command": .string(command),
            "begin": .string("\(begin)Z"), "seconds": .number(duration / .seconds(1)),
            "status": .integer(Int(status.rawValue)), "diagnostics": .array(diagnostics.map(json)),
            "tests": .array(testCases.map(\.json)),
        ]
        return document.prettyText + "\n"
    }

    private func json(_ diagnostic: Diagnostic) -> JSONValue {
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
}

extension TestCase {
    fileprivate var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("name", .string(name)), ("group", .string(group)), ("seconds", .number(duration / .seconds(1))),
        ]
        if !failedAttempts.isEmpty { members.append(("failedAttempts", .array(failedAttempts.map(JSONValue.string)))) }
        switch outcome {
        case .passed: members.append(("outcome", "passed"))
        case .skipped(let reason): members += [("outcome", "skipped"), ("message", .string(reason))]
        case .failed(let message, let details):
            members += [("outcome", "failed"), ("message", .string(message)), ("details", .string(details))]
        }
        return .object(members)
    }
}
