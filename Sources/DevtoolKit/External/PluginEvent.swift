import JSON

/// An event that a running plugin sends to devtool, as a line with a JSON object in the file `DEVTOOL_EVENTS`.
///
/// ```json
/// {"event": "diagnostic", "severity": "warning", "message": "dead link", "file": "a.md", "line": 3, "column": 7}
/// {"event": "progress", "message": "checking b.md", "completed": 1, "total": 2}
/// {"event": "result", "summary": "2 files checked, 1 dead link"}
/// ```
enum PluginEvent: Hashable, Sendable {
    case diagnostic(Diagnostic)
    case progress(message: String, completed: Int?, total: Int?)
    case result(summary: String)

    struct Malformed: Error, Hashable { let reason: String }

    init(line: some Collection<UInt8>) throws(Malformed) {
        let json: JSONValue
        do { json = try JSONValue(parsing: line) } catch { throw Malformed(reason: "not valid JSON: \(error.message)") }
        guard case .object = json else { throw Malformed(reason: "not an object") }
        let kind = try json.text("event")
        switch kind {
        case "diagnostic": self = .diagnostic(try Diagnostic(json))
        case "progress":
            self = .progress(
                message: try json.text("message"), completed: json["completed"]?.integer, total: json["total"]?.integer)
        case "result": self = .result(summary: try json.text("summary"))
        default: throw Malformed(reason: "unknown event '\(kind)'")
        }
    }
}

extension Diagnostic {
    /// A missing or nonpositive line becomes line 1, the minimum in reports.
    fileprivate init(_ json: JSONValue) throws(PluginEvent.Malformed) {
        let severity: Severity
        switch json["severity"] {
        case nil: severity = .error
        case .string(let word)?:
            guard let known = Severity(rawValue: word) else { throw .init(reason: "unknown severity '\(word)'") }
            severity = known
        case _?: throw .init(reason: "'severity' is not a string")
        }
        let file = json["file"]?.string ?? ""
        let location = SourceLocation(
            file: file, line: max(1, json["line"]?.integer ?? 1), column: max(1, json["column"]?.integer ?? 1))
        self.init(
            try json.text("message"), severity: severity, at: file.isEmpty ? nil : location, hint: json["hint"]?.string,
            rule: json["rule"]?.string.map(Rule.init(foreign:)))
    }
}

extension JSONValue {
    fileprivate func text(_ name: String) throws(PluginEvent.Malformed) -> String {
        guard let value = self[name] else { throw .init(reason: "'\(name)' is missing") }
        guard let text = value.string else { throw .init(reason: "'\(name)' is not a string") }
        return text
    }
}
