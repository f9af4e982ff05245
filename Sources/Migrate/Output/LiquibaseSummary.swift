import Changelogs
import DevtoolKit
import JSON
import Policy

struct LiquibaseSummary: Sendable {
    let command: String
    let target: String?
    var outcome: LiquibaseOutcome
    /// Includes the start of Java.
    let duration: Duration
    let place: @Sendable (Failure.Subject) -> SourceLocation?

    var diagnostics: [Diagnostic] {
        let falseSuccesses = outcome.falseSuccesses.map { finding in
            finding.diagnostic(at: finding.changeSet.flatMap { place(.changeSet($0)) })
        }
        let failure = outcome.failure?.diagnostics(place: place) ?? []
        let unsettled = outcome.unsettled.compactMap { run in
            run.diagnostic(on: target, at: place(.changeSet(run.changeSet)))
        }
        return falseSuccesses + failure + unsettled
    }

    var sentence: String? {
        let counts = self.counts
        if let first = counts.first {
            let noun = first.count == 1 ? "changeset" : "changesets"
            let rest = counts.dropFirst().map { ", \($0.count) \($0.text)" }.joined()
            return "\(first.count) \(noun) \(first.text)\(rest) in \(duration.shortText)"
        }
        guard outcome.failure == nil, outcome.isConfirmed else { return nil }
        if outcome.hasMarkedNothing { return "nothing to mark as run (\(duration.shortText))" }
        if CommandName(command).appliesChanges { return "nothing to apply (\(duration.shortText))" }
        return isRollback ? "nothing to roll back (\(duration.shortText))" : nil
    }

    /// The results as a table cell: `3 applied, 1 skipped`.
    var deeds: String {
        let pending = outcome.pendingCount.map { [(count: $0, text: "pending")] } ?? []
        return (counts + pending).map { "\($0.count) \($0.text)" }.joined(separator: ", ")
    }

    /// The number of changesets for each result that occurs.
    private var counts: [(count: Int, text: String)] {
        let kinds: [ChangeSetRun.Result] = [
            .applied, .rolledBack, .markedRan(""), .skipped(""), .failureAllowed(""), .interrupted(isRollback: false),
            .unknown,
        ]
        let counts = kinds.map(\.word).map { word in
            (count: outcome.changeSets.count { $0.result.word == word }, text: word)
        }
        let failed = outcome.failedAlone.map { _ in [(count: 1, text: "failed")] } ?? []
        return counts.filter { $0.count > 0 } + failed
    }

    private var isRollback: Bool {
        let name = CommandName(command)
        return ["rollback", "rollback-count", "rollback-to-date"].contains { name == $0 }
    }

    /// The changesets as test cases; a failed one is last, or the command itself if it failed without one.
    var testCases: [TestCase] {
        let ended = outcome.changeSets.map { run in
            let outcome: TestCase.Outcome =
                switch run.result {
                case .applied, .rolledBack: .passed
                case .markedRan(let reason), .skipped(let reason): .skipped(reason)
                case .failureAllowed(let reason): .skipped("failed (allowed): \(reason)")
                case .interrupted, .unknown: failed(run)
                }
            return TestCase(
                run.changeSet.testName, in: run.changeSet.file, took: run.duration ?? .zero, outcome: outcome)
        }
        guard let failure = outcome.failure else { return ended }
        let diagnostics = failure.diagnostics(place: place)
        guard failure.problems.isEmpty, outcome.unsettled.isEmpty, let diagnostic = diagnostics.first else {
            return ended
        }
        let changeSet = outcome.failedAlone
        return ended + [
            TestCase(
                changeSet?.testName ?? command, in: changeSet?.file ?? "devtool.migrate",
                outcome: .failed(diagnostic.message, details: diagnostic.rendered(program: "devtool")))
        ]
    }
}

extension LiquibaseSummary {
    /// The outcome of the changeset during which the run failed or was stopped, for that reason.
    private func failed(_ run: ChangeSetRun) -> TestCase.Outcome {
        let reasons =
            (outcome.failure?.diagnostics(place: place) ?? [])
            + [run.diagnostic(on: target, at: place(.changeSet(run.changeSet)))].compactMap(\.self)
        return .failed(
            reasons.first?.message ?? run.line,
            details: reasons.map { $0.rendered(program: "devtool") }.joined(separator: "\n"))
    }
}

extension ChangeSetIdentity { fileprivate var testName: String { "\(id)::\(author)" } }

struct LiquibaseOutcome: Sendable {
    var changeSets: [ChangeSetRun] = []
    /// The number of pending changesets that `status` reports.
    var pendingCount: Int?
    /// The pending changesets that `status --verbose` lists.
    var pending: [ChangeSetIdentity] = []
    var falseSuccesses: [FalseSuccess] = []
    /// Whether Liquibase confirmed that it completed the command.
    var isConfirmed = false
    /// Whether the command was to mark the next changeset, but there is none.
    var hasMarkedNothing = false
    var failure: Failure?
    var server: DatabaseServer?

    var status: ExitStatus { failure?.status ?? falseSuccesses.lazy.compactMap(\.status).first ?? .success }

    var applied: [ChangeSetRun] { changeSets.filter { $0.result == .applied } }
    var inHistory: [ChangeSetRun] {
        changeSets.filter { if case .markedRan = $0.result { true } else { $0.result == .applied } }
    }
    var rolledBack: [ChangeSetRun] { changeSets.filter { $0.result == .rolledBack } }
    /// The changesets that were neither applied nor rolled back, but have a certain result.
    var passedOver: [ChangeSetRun] {
        changeSets.filter { $0.result != .applied && $0.result != .rolledBack && !$0.isOpen }
    }
    var unsettled: [ChangeSetRun] { changeSets.filter(\.isOpen) }

    /// Notes why the run was stopped, unless Liquibase has reported a failure.
    mutating func note(_ failure: Failure?) { self.failure = self.failure ?? failure }

    var failedAlone: ChangeSetIdentity? {
        guard let failure, failure.problems.isEmpty else { return nil }
        return failure.changeSet.flatMap { failed in unsettled.contains { $0.changeSet == failed } ? nil : failed }
    }
}

struct LiquibaseReport: JSONReport, Sendable {
    var summary: LiquibaseSummary
    var status: ExitStatus
    let output: String?

    func write(to json: inout JSONWriter) { summary.write(to: &json, output: output, status: status) }
}

extension LiquibaseSummary {
    var markdown: String? {
        if sentence == nil, diagnostics.isEmpty { return nil }
        let title = [command, target].compactMap(\.self).map(StepSummary.escaped).joined(separator: ": ")
        var blocks = ["### devtool migrate \(title)"]
        if let sentence { blocks.append(StepSummary.escaped(sentence) + ".") }
        if !outcome.changeSets.isEmpty {
            var rows = ["| Changeset | Author | File | Result | Time |", "| - | - | - | - | -: |"]
            rows += outcome.changeSets.prefix(StepSummary.listed).map { run in
                let changeSet = run.changeSet
                return StepSummary.row([
                    changeSet.id, changeSet.author, changeSet.file, run.result.word, run.duration?.shortText ?? "",
                ])
            }
            blocks.append(rows.joined(separator: "\n"))
            let more = outcome.changeSets.count - StepSummary.listed
            if more > 0 { blocks.append("… and \(more) more.") }
        }
        blocks += diagnostics.map(StepSummary.paragraph)
        return blocks.joined(separator: "\n\n") + "\n"
    }
}

extension StepSummary {
    /// The maximum number of changesets to list, because a step summary is limited to 1 MiB.
    static let listed = 500

    static func row(_ cells: [String]) -> String { "| " + cells.map(escaped).joined(separator: " | ") + " |" }

    static func paragraph(_ diagnostic: Diagnostic) -> String {
        let sign = diagnostic.severity == .error ? "❌" : "⚠️"
        let place = diagnostic.location.map { "\($0): " } ?? ""
        let hint = diagnostic.hint.map { "\n\nHint: " + escaped($0) } ?? ""
        return "\(sign) " + escaped(place + diagnostic.message) + hint
    }
}

extension ChangeSetRun.Result {
    fileprivate var word: String {
        switch self {
        case .applied: "applied"
        case .markedRan: "marked as run"
        case .skipped: "skipped"
        case .failureAllowed: "failed (allowed)"
        case .rolledBack: "rolled back"
        case .interrupted: "interrupted"
        case .unknown: "unknown"
        }
    }
}
