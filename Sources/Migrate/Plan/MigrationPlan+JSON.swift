import Changelogs
import DevtoolKit
import JSON
import Policy

extension MigrationPlan: JSONReport {
    /// The plan as one JSON object.
    ///
    /// ```json
    /// {"schema": 1, "command": "update", "target": "dev", "url": "jdbc:…",
    ///  "defaultSchema": null,
    ///  "steps": [{"id": "1", "author": "ada", "file": "db/a.xml", "place": {…}, "sql": "…",
    ///             "checksum": "8:…", "preconditions": null,
    ///             "findings": [{"rule": "drop-table", "severity": "warning", "message": "…", "place": {…},
    ///                           "hint": "…"}],
    ///             "locks": [{"table": "t", "lock": "ACCESS EXCLUSIVE", "blocks": "reads and writes",
    ///                        "work": "rewrite", "unless": null, "isNew": false}], "unknownLocks": []}],
    ///  "skips": [{"id": "2", "author": "ada", "file": "db/a.xml", "place": {…}, "reason": "…"}],
    ///  "lacksHistory": false, "lacksCatalog": false, "lackOfSQL": null, "server": "PostgreSQL 17",
    ///  "locksOf": "PostgreSQL 15"}
    /// ```
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("schema", 1)
            json.member("command", command)
            json.member("target", target)
            json.member("url", url)
            json.member("defaultSchema", defaultSchema)
            json.member("steps", steps) { json, step in
                json.object { json in
                    json.members(of: step.changeSet)
                    json.member("place", step.location) { $0.object(of: $1) }
                    json.member("sql", step.sql)
                    json.member("checksum", step.checksum)
                    json.member("preconditions", step.preconditions)
                    json.member("findings", step.findings) { json, finding in
                        json.object { json in
                            json.member("rule", finding.rule?.id)
                            json.member("severity", finding.severity.rawValue)
                            json.member("message", finding.message)
                            json.member("place", finding.location) { $0.object(of: $1) }
                            json.member("hint", finding.hint)
                        }
                    }
                    json.member("locks", step.costs.costs) { json, cost in
                        json.object { json in
                            json.member("table", "\(cost.table)")
                            json.member("lock", isForPostgreSQL ? cost.lock.rawValue : nil)
                            json.member("blocks", cost.blocks.rawValue)
                            json.member("work", cost.work.rawValue)
                            json.member("unless", cost.exception)
                            json.member("isNew", cost.isNew)
                        }
                    }
                    json.member("unknownLocks", step.costs.unknown) { $0.value($1) }
                }
            }
            json.member("skips", skips) { json, skip in
                json.object { json in
                    json.members(of: skip.changeSet)
                    json.member("place", skip.location) { $0.object(of: $1) }
                    json.member("reason", skip.reason)
                }
            }
            json.member("lacksHistory", lacksHistory)
            json.member("lacksCatalog", lacksCatalog)
            json.member("lackOfSQL", lackOfSQL)
            json.member("server", server?.description)
            json.member("locksOf", locksOf?.description)
        }
    }
}
