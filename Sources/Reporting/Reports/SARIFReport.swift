import JSON

extension RunRecord {
    /// The report in the Static Analysis Results Interchange Format (OASIS, SARIF 2.1.0).
    ///
    /// A diagnostic with a location in a file is a result. One without is a notification of the run, because readers
    /// such as GitHub reject results without a location.
    var sarifReport: String {
        var rules: [Rule] = []
        var indices: [String: Int] = [:]
        for rule in diagnostics.compactMap(\.rule) where indices[rule.id] == nil {
            indices[rule.id] = rules.count
            rules.append(rule)
        }
        var results: [JSONValue] = []
        var notifications: [JSONValue] = []
        for diagnostic in diagnostics {
            if let place = place(of: diagnostic) {
                results.append(result(diagnostic, at: place, ruleIndices: indices))
            } else {
                notifications.append(notification(diagnostic))
            }
        }
        let document: JSONValue = [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": driver(rules)],
                    // Columns count Unicode scalars (section 3.14.17).
                    "columnKind": "unicodeCodePoints", "automationDetails": ["id": .string(category)],
                    "invocations": [
                        [
                            "executionSuccessful": .bool(isSuccessful), "exitCode": .integer(Int(status.rawValue)),
                            "startTimeUtc": .string("\(begin)Z"), "toolExecutionNotifications": .array(notifications),
                        ]
                    ], "results": .array(results),
                ]
            ],
        ]
        return document.prettyText + "\n"
    }

    /// The suite (section 3.19); the version is omitted if it is empty.
    private func driver(_ rules: [Rule]) -> JSONValue {
        let version: [(name: String, value: JSONValue)] = version.isEmpty ? [] : [("semanticVersion", .string(version))]
        return .object([("name", .string(program))] + version + [("rules", .array(rules.map(descriptor)))])
    }

    /// Distinguishes the results of different commands (section 3.17.3).
    private var category: String { command.isEmpty ? "\(program)/" : "\(program)/\(command)/" }

    /// A run that found problems was successful (section 3.20.14).
    private var isSuccessful: Bool { status == .success || status == .problemsFound }

    /// Describes a rule (section 3.49); GitHub shows the summary next to a result and the help below it.
    private func descriptor(of rule: Rule) -> JSONValue {
        guard let texts = rule.texts else { return ["id": .string(rule.id)] }
        var members: [(name: String, value: JSONValue)] = [
            ("id", .string(rule.id)), ("name", .string(texts.title)),
            ("shortDescription", ["text": .string(texts.summary)]),
            // Required by GitHub; section 3.49.10 asks for enough details to resolve the problem.
            ("fullDescription", ["text": .string("\(texts.summary) \(texts.consequence ?? texts.help)")]),
            ("help", ["text": .string(texts.consequence.map { "\($0) \(texts.help)" } ?? texts.help)]),
        ]
        if let page = documentation?.page(ofRule: rule.id) ?? texts.source {
            members.append(("helpUri", .string(page)))
        }
        if let level = rule.level {
            let isOff = level.severity == nil
            members.append(("defaultConfiguration", isOff ? ["enabled": false] : ["level": .string(level.rawValue)]))
        }
        if let group = rule.group { members.append(("properties", ["tags": [.string(group.id)]])) }
        return .object(members)
    }

    private func place(of diagnostic: Diagnostic) -> JSONValue? {
        guard let location = diagnostic.location,
            let uri = location.isOnTheWeb ? location.file : paths.path(of: location).map(uri)
        else { return nil }
        return [
            "physicalLocation": [
                "artifactLocation": ["uri": .string(uri)],
                "region": ["startLine": .integer(location.line), "startColumn": .integer(location.column)],
            ]
        ]
    }

    private func result(_ diagnostic: Diagnostic, at place: JSONValue, ruleIndices: [String: Int]) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("level", .string(diagnostic.severity.rawValue)), ("message", message(of: diagnostic)),
            ("locations", [place]),
        ]
        if let id = diagnostic.rule?.id, let index = ruleIndices[id] {
            members += [("ruleId", .string(id)), ("ruleIndex", .integer(index))]
        }
        return .object(members)
    }

    private func notification(_ diagnostic: Diagnostic) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("level", .string(diagnostic.severity.rawValue)), ("message", message(of: diagnostic)),
        ]
        if let rule = diagnostic.rule { members.append(("associatedRule", ["id": .string(rule.id)])) }
        return .object(members)
    }

    private func message(of diagnostic: Diagnostic) -> JSONValue {
        let hint = diagnostic.hint.map { "\nhint: \($0)" } ?? ""
        return ["text": .string(diagnostic.message + hint)]
    }

    /// Converts a path to a URI reference: relative, or with the scheme `file` (RFC 3986, RFC 8089).
    private func uri(ofPath path: String) -> String {
        let escaped = path.percentEncoded { byte in byte.isASCIILetterOrDigit || "-._~/".utf8.contains(byte) }
        return path.hasPrefix("/") ? "file://\(escaped)" : escaped
    }
}
