import JSON

/// What a plugin tells devtool while it runs, by appending a JSON object on a line of its own to the file
/// that `DEVTOOL_EVENTS` names.
///
/// ```json
/// {"event": "diagnostic", "severity": "warning", "message": "dead link", "file": "a.md", "line": 3, "column": 7}
/// {"event": "progress", "message": "checking b.md", "completed": 1, "total": 2}
/// {"event": "result", "summary": "2 files checked, 1 dead link"}
/// ```
enum PluginEvent: Hashable, Sendable {
    /// Something about the user's input, reported as devtool's own commands report it.
    case diagnostic(Diagnostic)
    /// How far the work has come.
    case progress(message: String, completed: Int?, total: Int?)
    /// What has come of the work, in a sentence.
    case result(summary: String)

    /// Why a line is no event.
    struct Malformed: Error, Hashable {
        /// The sentence for the user.
        let reason: String
    }

    /// Reads a line; members that are not known are passed over.
    init(line: some Collection<UInt8>) throws(Malformed) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: line)
        } catch {
            throw Malformed(reason: "not valid JSON: \(error.message)")
        }
        guard case .object = json else { throw Malformed(reason: "not an object") }
        let kind = try json.text("event")
        switch kind {
        case "diagnostic": self = .diagnostic(try Diagnostic(json))
        case "progress":
            self = .progress(
                message: try json.text("message"), completed: json["completed"]?.integer,
                total: json["total"]?.integer)
        case "result": self = .result(summary: try json.text("summary"))
        default: throw Malformed(reason: "unknown event '\(kind)'")
        }
    }
}

extension Diagnostic {
    /// Reads the members of a diagnostic; a file without a line, or with one that is no line (reports admit
    /// none below 1), is one of which the first line is meant.
    fileprivate init(_ json: JSONValue) throws(PluginEvent.Malformed) {
        let severity: Severity
        switch json["severity"] {
        case nil: severity = .error
        case .string(let word)?:
            guard let known = Severity(rawValue: word) else {
                throw .init(reason: "unknown severity '\(word)'")
            }
            severity = known
        case _?: throw .init(reason: "'severity' is not a string")
        }
        let file = json["file"]?.string ?? ""
        let location = SourceLocation(
            file: file, line: max(1, json["line"]?.integer ?? 1),
            column: max(1, json["column"]?.integer ?? 1))
        self.init(
            try json.text("message"), severity: severity, at: file.isEmpty ? nil : location,
            hint: json["hint"]?.string,
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
