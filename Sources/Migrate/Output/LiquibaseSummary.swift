import Changelogs
import DevtoolKit
import JSON

/// The summary at the end of a run, for the terminal and for reports.
struct LiquibaseSummary: Sendable {
    /// The command, as `update`.
    let command: String
    let target: String?
    /// What happened.
    let outcome: LiquibaseOutcome
    /// How long the run took, Java's start included.
    let duration: Duration
    /// Where something stands in the changelog, if that is known.
    let place: @Sendable (Failure.Subject) -> SourceLocation?

    /// What is told of what went wrong, and of what only seems to have gone well.
    var diagnostics: [Diagnostic] {
        let falseSuccesses = outcome.falseSuccesses.map { finding in
            finding.diagnostic(at: finding.changeSet.flatMap { place(.changeSet($0)) })
        }
        let failure = outcome.failure?.diagnostics(place: place) ?? []
        let unsettled = outcome.unsettled.compactMap { run in
            run.diagnostic(on: target, at: place(.changeSet(run.changeSet)))
        }
        guard outcome.leftLock else { return falseSuccesses + failure + unsettled }
        return falseSuccesses + failure + unsettled + [
            Diagnostic(
                "the changelog lock could not be released", severity: .warning,
                hint:
                    "if no run is using it any more, release it with 'devtool migrate release-locks'",
                rule: .lockLeft)
        ]
    }

    /// The sentence for the user; nil where the command says itself what it did.
    var sentence: String? {
        let counts = self.counts
        if let first = counts.first {
            let noun = first.count == 1 ? "changeset" : "changesets"
            let rest = counts.dropFirst().map { ", \($0.count) \($0.text)" }.joined()
            return "\(first.count) \(noun) \(first.text)\(rest) in \(duration.shortText)"
        }
        guard outcome.failure == nil, outcome.isConfirmed else { return nil }
        if CommandName(command).appliesChanges { return "nothing to apply (\(duration.shortText))" }
        return isRollback ? "nothing to roll back (\(duration.shortText))" : nil
    }

    /// What became of changesets, as a cell of a table: `3 applied, 1 skipped`.
    var deeds: String {
        let pending = outcome.pendingCount.map { [(count: $0, text: "pending")] } ?? []
        return (counts + pending).map { "\($0.count) \($0.text)" }.joined(separator: ", ")
    }

    /// How many changesets there are of each kind that there is; a failure alone is told elsewhere.
    private var counts: [(count: Int, text: String)] {
        let counts: [(count: Int, text: String)] = [
            (outcome.applied.count, "applied"), (outcome.rolledBack.count, "rolled back"),
            (count { if case .markedRan = $0 { true } else { false } }, "marked as run"),
            (count { if case .skipped = $0 { true } else { false } }, "skipped"),
            (count { if case .failureAllowed = $0 { true } else { false } }, "failed (allowed)"),
            (count { if case .interrupted = $0 { true } else { false } }, "interrupted"),
            (count { $0 == .unknown }, "unknown"),
        ].filter { $0.count > 0 }
        if counts.isEmpty || outcome.failedAlone == nil { return counts }
        return counts + [(1, "failed")]
    }

    private var isRollback: Bool {
        let name = CommandName(command)
        return ["rollback", "rollback-count", "rollback-to-date"].contains { name == $0 }
    }

    private func count(_ matches: (ChangeSetRun.Result) -> Bool) -> Int {
        outcome.changeSets.count { matches($0.result) }
    }

    /// The changesets as tests, the one that failed last.
    var testCases: [TestCase] {
        let ended = outcome.changeSets.map { run in
            let outcome: TestCase.Outcome =
                switch run.result {
                case .applied, .rolledBack: .passed
                case .markedRan(let reason), .skipped(let reason): .skipped(reason)
                case .failureAllowed(let reason): .skipped("failed, which is allowed: \(reason)")
                case .interrupted, .unknown:
                    .failed(
                        run.diagnostic(on: target, at: nil)?.message ?? run.line, details: run.line)
                }
            return TestCase(
                run.changeSet.testName, in: run.changeSet.file, took: run.duration ?? .zero,
                outcome: outcome)
        }
        guard let failure = outcome.failure else { return ended }
        let diagnostics = failure.diagnostics(place: place)
        guard failure.problems.isEmpty, let changeSet = outcome.failedAlone,
            let diagnostic = diagnostics.first
        else { return ended }
        return ended + [
            TestCase(
                changeSet.testName, in: changeSet.file,
                outcome: .failed(
                    diagnostic.message, details: diagnostic.rendered(program: "devtool")))
        ]
    }
}

extension ChangeSetIdentity {
    /// What a report calls the changeset beside its file.
    fileprivate var testName: String { "\(id)::\(author)" }
}

/// The results of a run of Liquibase, as far as its output shows them.
struct LiquibaseOutcome: Sendable {
    /// The changesets that it dealt with, in order.
    var changeSets: [ChangeSetRun] = []
    /// How many changesets wait to be applied, where it was asked (`status`).
    var pendingCount: Int?
    /// Those changesets, where they were listed (`status --verbose`).
    var pending: [ChangeSetIdentity] = []
    /// What went well only as far as Liquibase noticed.
    var falseSuccesses: [FalseSuccess] = []
    /// Whether the changelog lock could not be released.
    var leftLock = false
    /// Whether Liquibase says that it has done what it was asked to.
    var isConfirmed = false
    /// What it failed of.
    var failure: Failure?
    /// The database's server, where Liquibase is connected to one and reports changesets.
    var server: DatabaseServer?

    /// What the process is to end with.
    var status: ExitStatus {
        failure?.status ?? falseSuccesses.lazy.compactMap(\.status).first ?? .success
    }

    var applied: [ChangeSetRun] { changeSets.filter { $0.result == .applied } }
    /// The changesets that are in the history now: those that were run, or only marked as run.
    var inHistory: [ChangeSetRun] {
        changeSets.filter {
            if case .markedRan = $0.result { true } else { $0.result == .applied }
        }
    }
    /// The changesets that were undone.
    var rolledBack: [ChangeSetRun] { changeSets.filter { $0.result == .rolledBack } }
    /// The changesets that were neither.
    var passedOver: [ChangeSetRun] {
        changeSets.filter { $0.result != .applied && $0.result != .rolledBack && !$0.isOpen }
    }
    /// The changesets of which it is open what has become of them.
    var unsettled: [ChangeSetRun] { changeSets.filter(\.isOpen) }
    /// The changeset that failed, unless it is open what has become of it.
    var failedAlone: ChangeSetIdentity? {
        failure?.changeSet.flatMap { failed in
            unsettled.contains { $0.changeSet == failed } ? nil : failed
        }
    }
}

/// The results of a run of Liquibase, and the exit status of devtool for it.
struct LiquibaseReport: Sendable {
    let summary: LiquibaseSummary
    /// What devtool ends with.
    var status: ExitStatus
    /// What the run wrote to standard output, where that is kept.
    let output: String?

    func write(to json: inout JSONWriter) {
        summary.write(to: &json, output: output, status: status)
    }
}

extension LiquibaseSummary {
    /// The most changesets that are listed: the summary of a step may have 1 MiB.
    private static let listed = 500

    /// The run in Markdown, for the summary of a step on GitHub; nil for a command that changes nothing
    /// and did not fail.
    var markdown: String? {
        if sentence == nil, diagnostics.isEmpty { return nil }
        var blocks = [
            "### devtool migrate \(escaped(command))" + (target.map { ": \(escaped($0))" } ?? "")
        ]
        if let sentence { blocks.append(escaped(sentence) + ".") }
        if !outcome.changeSets.isEmpty {
            var rows = ["| Changeset | Author | File | Result | Time |", "| - | - | - | - | -: |"]
            rows += outcome.changeSets.prefix(Self.listed).map { run in
                let changeSet = run.changeSet
                let cells = [
                    changeSet.id, changeSet.author, changeSet.file, run.result.word,
                    run.duration?.shortText ?? "",
                ]
                return "| " + cells.map(escaped).joined(separator: " | ") + " |"
            }
            blocks.append(rows.joined(separator: "\n"))
            let more = outcome.changeSets.count - Self.listed
            if more > 0 { blocks.append("… and \(more) more.") }
        }
        for diagnostic in diagnostics {
            let sign = diagnostic.severity == .error ? "❌" : "⚠️"
            let place = diagnostic.location.map { "\($0): " } ?? ""
            let hint = diagnostic.hint.map { "\n\nHint: " + escaped($0) } ?? ""
            blocks.append("\(sign) " + escaped(place + diagnostic.message) + hint)
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private func escaped(_ text: String) -> String { StepSummary.escaped(text) }
}

extension ChangeSetRun.Result {
    fileprivate var word: String {
        switch self {
        case .applied: "applied"
        case .markedRan: "marked as run"
        case .skipped: "skipped"
        case .failureAllowed: "failed, which is allowed"
        case .rolledBack: "rolled back"
        case .interrupted: "interrupted"
        case .unknown: "unknown"
        }
    }
}

extension Rule {
    static let lockLeft = Rule(
        "lock-left", "LockLeft", "A run ended without releasing the changelog lock.",
        help:
            "Release it with 'devtool migrate release-locks' when no run is using it any more.")
}
