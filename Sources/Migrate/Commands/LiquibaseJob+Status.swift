import DevtoolKit

/// Where a target is in its changelog.
struct TargetPlace {
    let target: String
    /// The last changeset that was run or marked as run; `nil` without a history.
    var last: (changeSet: String, date: String)?
    /// The number of pending changesets, or why it is not known.
    let pending: String
    /// `nil` if it was not looked for.
    var drift: Result<DriftReport, ExitStatus>?

    /// The exit status; differences count if `countsDrift` is set.
    func status(countingDrift countsDrift: Bool) -> ExitStatus? {
        switch drift {
        case .success(let report)?: countsDrift && !report.differences.isEmpty ? .problemsFound : nil
        case .failure(let status)?: status
        case nil: nil
        }
    }

    static func table(_ places: [TargetPlace]) -> Table {
        var table = Table()
        table.append(
            ["TARGET", "LAST CHANGESET", "DATE", "PENDING"] + (places.contains { $0.drift != nil } ? ["DRIFT"] : []),
            as: nil)
        for place in places {
            let drift =
                switch place.drift {
                case .success(let report)?: "\(report.differences.count)"
                case .failure(let status)?: "failed (\(status.rawValue))"
                case nil: ""
                }
            table.append(place.target, place.last?.changeSet ?? "", place.last?.date ?? "", place.pending, drift)
        }
        return table
    }
}

extension LiquibaseJob {
    /// Whether a table of all targets follows.
    func tellsPlaces(of targets: [Target]) -> Bool { tellsPending && (targets.count > 1 || rehearsalPlace != nil) }

    /// Where each target is; empty if no table of that is asked for.
    func places(_ runs: [TargetRun], _ reports: [LiquibaseReport?], in context: Context) async throws -> [TargetPlace] {
        guard tellsPlaces(of: runs.map(\.target)) else { return [] }
        var check = DriftCheck(of: self, comparingAccess: false, in: context)
        var places: [TargetPlace] = []
        for (run, report) in zip(runs, reports) {
            guard let count = report?.summary.outcome.pendingCount else {
                places.append(TargetPlace(target: run.target.name, pending: report?.result ?? "not run"))
                continue
            }
            var place = TargetPlace(target: run.target.name, pending: "\(count)")
            place.last = await run.keeper.lastChangeSet()
            if let rehearsalPlace, !(mode.failFast && places.contains { $0.status(countingDrift: false) != nil }) {
                place.drift = try await check.result(
                    on: run.target, comparedTo: .changelog(given: rehearsalPlace.url(for: run.target)))
            }
            places.append(place)
        }
        return places
    }

    /// Prints a table of the pending changesets of each target, or Liquibase's own text if it cannot be parsed.
    func tellPending(_ runs: [TargetRun], _ reports: [LiquibaseReport?], in context: Context) async throws {
        var job = self
        // Arguments after `--` may include options that only Liquibase knows.
        let update = try? LiquibaseArguments(arguments.replacingCommand(with: "update"))
        if let update { job.arguments = update }
        let reader = update == nil ? nil : try PlanReader(of: job, in: context)
        for (run, report) in zip(runs, reports) {
            guard let report else { continue }
            let outcome = report.summary.outcome
            if let reader, report.status == .success, outcome.pendingCount == outcome.pending.count {
                try context.console.print(await reader.plan(of: run, toldBy: report).table)
                continue
            }
            let prefix = runs.count > 1 ? "\(run.target.name) | " : ""
            let lines = (report.output ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            let text = lines.enumerated().map { index, line in
                index == lines.count - 1 && line.isEmpty ? "" : prefix + line
            }.joined(separator: "\n")
            try Array(text.utf8).withUnsafeBytes { try context.console.write($0) }
        }
    }
}
