import JSON

/// The report in the Static Analysis Results Interchange Format (OASIS, SARIF 2.1.0).
///
/// A diagnostic with a location in a file is a result. One without is a notification of the run, because readers such
/// as GitHub reject results without a location.
enum SARIFReport {
    static func render(_ run: RunRecord) -> String {
        let rules = RuleList(of: run.diagnostics)
        var results: [JSONValue] = []
        var notifications: [JSONValue] = []
        for diagnostic in run.diagnostics {
            if let place = place(of: diagnostic, in: run.paths) {
                results.append(result(diagnostic, at: place, rules: rules))
            } else {
                notifications.append(notification(diagnostic))
            }
        }
        let document: JSONValue = [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": driver(of: run, rules)],
                    // Columns count Unicode scalars (section 3.14.17).
                    "columnKind": "unicodeCodePoints", "automationDetails": ["id": .string(category(of: run))],
                    "invocations": [
                        [
                            "executionSuccessful": .bool(isSuccess(run.status)),
                            "exitCode": .integer(Int(run.status.rawValue)), "startTimeUtc": .string("\(run.begin)Z"),
                            "toolExecutionNotifications": .array(notifications),
                        ]
                    ], "results": .array(results),
                ]
            ],
        ]
        return document.prettyText + "\n"
    }

    /// The suite (section 3.19); the version is omitted if it is empty.
    private static func driver(of run: RunRecord, _ rules: RuleList) -> JSONValue {
        let version: [(name: String, value: JSONValue)] =
            run.version.isEmpty ? [] : [("semanticVersion", .string(run.version))]
        let descriptors = JSONValue.array(rules.elements.map { descriptor(of: $0, site: run.documentation) })
        return .object([("name", .string(run.program))] + version + [("rules", descriptors)])
    }

    /// Distinguishes the results of different commands (section 3.17.3).
    private static func category(of run: RunRecord) -> String {
        run.command.isEmpty ? "\(run.program)/" : "\(run.program)/\(run.command)/"
    }

    /// A run that found problems was successful (section 3.20.14).
    private static func isSuccess(_ status: ExitStatus) -> Bool { status == .success || status == .problemsFound }

    private struct RuleList {
        private(set) var elements: [Rule] = []
        private(set) var indices: [String: Int] = [:]

        init(of diagnostics: [Diagnostic]) {
            for rule in diagnostics.compactMap(\.rule) where indices[rule.id] == nil {
                indices[rule.id] = elements.count
                elements.append(rule)
            }
        }
    }

    /// Describes a rule (section 3.49); GitHub shows the summary next to a result and the help below it.
    private static func descriptor(of rule: Rule, site: DocumentationSite?) -> JSONValue {
        guard let texts = rule.texts else { return ["id": .string(rule.id)] }
        var members: [(name: String, value: JSONValue)] = [
            ("id", .string(rule.id)), ("name", .string(texts.title)),
            ("shortDescription", ["text": .string(texts.summary)]),
            // Required by GitHub; section 3.49.10 asks for enough details to resolve the problem.
            ("fullDescription", ["text": .string("\(texts.summary) \(texts.consequence ?? texts.help)")]),
            ("help", ["text": .string(help(texts))]),
        ]
        if let page = site?.page(ofRule: rule.id) ?? texts.source { members.append(("helpUri", .string(page))) }
        if let level = rule.level {
            let isOff = level.severity == nil
            members.append(("defaultConfiguration", isOff ? ["enabled": false] : ["level": .string(level.rawValue)]))
        }
        if let group = rule.group { members.append(("properties", ["tags": [.string(group.id)]])) }
        return .object(members)
    }

    private static func help(_ texts: RuleTexts) -> String {
        texts.consequence.map { "\($0) \(texts.help)" } ?? texts.help
    }

    private static func place(of diagnostic: Diagnostic, in paths: ReportPaths) -> JSONValue? {
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

    private static func result(_ diagnostic: Diagnostic, at place: JSONValue, rules: RuleList) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("level", .string(diagnostic.severity.rawValue)), ("message", message(of: diagnostic)),
            ("locations", [place]),
        ]
        if let id = diagnostic.rule?.id, let index = rules.indices[id] {
            members += [("ruleId", .string(id)), ("ruleIndex", .integer(index))]
        }
        return .object(members)
    }

    private static func notification(_ diagnostic: Diagnostic) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("level", .string(diagnostic.severity.rawValue)), ("message", message(of: diagnostic)),
        ]
        if let rule = diagnostic.rule { members.append(("associatedRule", ["id": .string(rule.id)])) }
        return .object(members)
    }

    private static func message(of diagnostic: Diagnostic) -> JSONValue {
        let hint = diagnostic.hint.map { "\nhint: \($0)" } ?? ""
        return ["text": .string(diagnostic.message + hint)]
    }

    /// Converts a path to a URI reference: relative, or with the scheme `file` (RFC 3986, RFC 8089).
    private static func uri(ofPath path: String) -> String {
        let escaped = path.percentEncoded { byte in byte.isASCIILetterOrDigit || "-._~/".utf8.contains(byte) }
        return path.hasPrefix("/") ? "file://\(escaped)" : escaped
    }
}
