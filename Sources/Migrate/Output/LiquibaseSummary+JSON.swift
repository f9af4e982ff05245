import DevtoolKit
import JSON

extension LiquibaseSummary {
    /// The run as one JSON object, for `--json`.
    ///
    /// ```json
    /// {"schema": 1, "command": "update", "target": "dev", "status": 1, "seconds": 1.2,
    ///  "applied": [{"id": "1", "author": "ada", "file": "db/a.xml", "milliseconds": 34}],
    ///  "rolledBack": [], "passedOver": [{…, "result": "skipped", "reason": "…"}],
    ///  "unsettled": [{…, "result": "interrupted", "message": "…", "hint": "…"}],
    ///  "pendingCount": null, "pending": [],
    ///  "failure": {"rule": "statement-failed", "message": "…", "changeSet": {…}, "sql": "…",
    ///              "problems": [], "place": null, "hint": null},
    ///  "warnings": [{"rule": "nothing-run", "message": "…", "changeSet": {…}, "place": null}],
    ///  "output": null}
    /// ```
    func write(to json: inout JSONWriter, output: String?, status: ExitStatus) {
        json.object { json in
            json.member("schema", 1)
            json.member("command", command)
            json.member("target", target)
            json.member("status", Int(status.rawValue))
            json.member("seconds") { $0.value(Double(duration.milliseconds) / 1000) }
            json.member("applied", outcome.applied, write)
            json.member("rolledBack", outcome.rolledBack, write)
            json.member("passedOver", outcome.passedOver, write)
            json.member("unsettled", outcome.unsettled, write)
            json.member("pendingCount", outcome.pendingCount)
            json.member("pending", outcome.pending) { $0.object(of: $1) }
            json.member("failure", outcome.failure, write)
            json.member("warnings", outcome.falseSuccesses, write)
            json.member("output", output)
        }
    }

    private func write(_ json: inout JSONWriter, _ run: ChangeSetRun) {
        json.object { json in
            json.members(of: run.changeSet)
            json.member("milliseconds", run.duration?.milliseconds)
            switch run.result {
            case .applied, .rolledBack: break
            case .interrupted: json.member("result", "interrupted")
            case .unknown: json.member("result", "unknown")
            case .markedRan(let reason): json.members(of: "marked-ran", reason)
            case .skipped(let reason): json.members(of: "skipped", reason)
            case .failureAllowed(let reason): json.members(of: "failure-allowed", reason)
            }
            guard let diagnostic = run.diagnostic(on: target, at: nil) else { return }
            json.member("message", diagnostic.message)
            json.member("hint", diagnostic.hint)
        }
    }

    private func write(_ json: inout JSONWriter, _ failure: Failure) {
        json.object { json in
            json.member("rule", failure.kind.rawValue)
            json.member("message", failure.message)
            json.member("changeSet", failure.changeSet) { $0.object(of: $1) }
            json.member("sql", failure.sql)
            json.member("problems", failure.problems) { json, problem in
                json.object { json in
                    json.member("message", problem.message)
                    json.member("changeSet", problem.changeSet) { $0.object(of: $1) }
                }
            }
            let diagnostic = failure.diagnostics(place: place).first
            json.member("place", diagnostic?.location) { $0.object(of: $1) }
            json.member("hint", failure.hint ?? failure.kind.hint)
        }
    }

    private func write(_ json: inout JSONWriter, _ finding: FalseSuccess) {
        let diagnostic = finding.diagnostic(at: finding.changeSet.flatMap { place(.changeSet($0)) })
        json.object { json in
            json.member("rule", diagnostic.rule?.id)
            json.member("message", diagnostic.message)
            json.member("changeSet", finding.changeSet) { $0.object(of: $1) }
            json.member("place", diagnostic.location) { $0.object(of: $1) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func object(of changeSet: ChangeSetIdentity) { object { $0.members(of: changeSet) } }

    mutating func members(of changeSet: ChangeSetIdentity) {
        member("id", changeSet.id)
        member("author", changeSet.author)
        member("file", changeSet.file)
    }

    fileprivate mutating func members(of result: String, _ reason: String) {
        member("result", result)
        member("reason", reason)
    }

    mutating func object(of place: SourceLocation) {
        object { json in
            json.member("file", place.file)
            json.member("line", place.line)
            json.member("column", place.column)
        }
    }
}
